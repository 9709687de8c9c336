package org.privatemean.bench.fit;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.DrawnTotals;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.spark.round.ShuffledRoundRun;

/**
 * Runs single rounds of the shuffle mean on Spark at (epsilon, delta) = (1, 1e-9). Those before a
 * round are drawn without messages.
 */
final class MessageRounds {
  /** With fewer users the medians would be refused. */
  static final int FEWEST_ROWS = 4000;

  /** Which round. */
  enum Kind {
    /** The first of the medians. */
    MEDIANS,
    /** The first of the clipping norm. */
    NORM,
    /** That of the sum. */
    SUM;

    private int round(ShuffleMeanPlan plan) {
      return switch (this) {
        case MEDIANS -> 0;
        case NORM -> plan.costs().get(0).rounds();
        case SUM -> plan.roundCount() - 1;
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final double NANOS = 1e9;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final SparkSession spark;
  private final Setting setting;
  private final ShuffleMeanPlan plan;

  MessageRounds(SparkSession spark, Setting setting) {
    this.spark = spark;
    this.setting = setting;
    double radius = 20 * Math.sqrt(setting.dimension());
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(1, 1e-9), new Bounds.Statistical(radius, 0.1, 20));
    this.plan = ShuffleMeanPlan.of(spec, setting.rows(), setting.dimension());
  }

  void run(List<Kind> kinds, Consumer<MessageRound> done) {
    for (Kind kind : kinds) {
      ShuffleMeanState state = before(kind);
      try (Frame frame = Frame.of(spark, setting);
          ShuffledRoundRun users =
              ShuffledRoundRun.of(frame.column(), Frame.COLUMN, setting.seed())) {
        done.accept(measured(kind, state, users, frame));
      }
    }
  }

  private ShuffleMeanState before(Kind kind) {
    ShuffleMeanState start = ShuffleMeanState.start(plan, setting.seed());
    int round = kind.round(plan);
    return round == 0 ? start : DrawnTotals.of(rows(), setting.seed()).until(round, start);
  }

  private double[][] rows() {
    double[][] rows = new double[Math.toIntExact(setting.rows())][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = setting.data().row(setting.seed(), i, setting.dimension()).toArray();
    }
    return rows;
  }

  private MessageRound measured(
      Kind kind, ShuffleMeanState state, ShuffledRoundRun users, Frame frame) {
    System.gc();
    heap().forEach(MemoryPoolMXBean::resetPeakUsage);
    try (StageCosts costs = StageCosts.since(frame.context());
        HeldBlocks blocks = HeldBlocks.since(frame.context())) {
      long begin = System.nanoTime();
      long cpu = system.getProcessCpuTime();
      ShuffleMeanState next = users.next(state);
      double process = (system.getProcessCpuTime() - cpu) / NANOS;
      double wall = (System.nanoTime() - begin) / NANOS;
      Map<StageCosts.Work, StageCosts.Cost> byWork = new EnumMap<>(StageCosts.Work.class);
      for (StageCosts.Work work : StageCosts.Work.values()) {
        byWork.put(work, costs.of(work));
      }
      MessageRound round =
          new MessageRound(
              setting,
              kind.toString(),
              next.messages().get(state.round()),
              byWork,
              process,
              wall,
              blocks.bytes(),
              heap().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum());
      System.err.println(round);
      return round;
    }
  }

  /** The sum of the peaks of the pools is at least the peak of their sum. */
  private static List<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }
}
