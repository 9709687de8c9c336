package org.privatemean.bench.fit;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** What the tasks of a round of shuffled messages take, by what they do. */
final class StageCosts extends SparkListener implements AutoCloseable {
  /** What a task does. */
  enum Work {
    /** Makes the messages of its users and writes them for the others. */
    MADE("made"),
    /** Reads messages, puts them in order and stores them. */
    SHUFFLED("shuffled"),
    /** Reads them in this order and adds them up. */
    ANALYSED("analysed");

    private final String words;

    Work(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * Sums over tasks.
   *
   * @param tasks their number
   * @param runSeconds time that they held a core
   * @param cpuSeconds time that they computed
   * @param peakBytes the most that one of them held for sorting
   * @param spilledBytes what they put on disk for want of memory
   */
  record Cost(int tasks, double runSeconds, double cpuSeconds, long peakBytes, long spilledBytes) {
    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;

    static final Cost NONE = new Cost(0, 0, 0, 0, 0);

    private Cost plus(TaskMetrics task) {
      return new Cost(
          tasks + 1,
          runSeconds + task.executorRunTime() / MILLIS,
          cpuSeconds + task.executorCpuTime() / NANOS,
          Math.max(peakBytes, task.peakExecutionMemory()),
          spilledBytes + task.diskBytesSpilled());
    }
  }

  private final SparkContext context;
  private final Map<Integer, Boolean> analysing = new ConcurrentHashMap<>();
  private final Map<Work, Cost> costs = new EnumMap<>(Work.class);

  private StageCosts(SparkContext context) {
    this.context = context;
  }

  static StageCosts since(SparkContext context) {
    StageCosts costs = new StageCosts(context);
    context.addSparkListener(costs);
    return costs;
  }

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted event) {
    String job = event.properties().getProperty("spark.job.description", "");
    analysing.put(event.stageInfo().stageId(), job.endsWith(Work.ANALYSED.words()));
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd event) {
    TaskMetrics task = event.taskMetrics();
    if (task == null) {
      return;
    }
    if (analysing.getOrDefault(event.stageId(), false)) {
      add(Work.ANALYSED, task);
    } else {
      // Those that count stored messages neither read nor write more than one record.
      boolean writes = task.shuffleWriteMetrics().recordsWritten() > 1;
      add(writes && task.shuffleReadMetrics().recordsRead() == 0 ? Work.MADE : Work.SHUFFLED, task);
    }
  }

  private synchronized void add(Work work, TaskMetrics task) {
    costs.merge(work, Cost.NONE.plus(task), (sum, unused) -> sum.plus(task));
  }

  /** What tasks of this kind took until now. */
  Cost of(Work work) {
    try {
      context.listenerBus().waitUntilEmpty();
    } catch (TimeoutException e) {
      throw new IllegalStateException("Spark's listeners do not keep up", e);
    }
    synchronized (this) {
      return costs.getOrDefault(work, Cost.NONE);
    }
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }
}
