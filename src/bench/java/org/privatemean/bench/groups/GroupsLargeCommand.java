package org.privatemean.bench.groups;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.apache.spark.sql.SparkSession;
import org.privatemean.bench.fit.LocalSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Fits many groups, and groups of very unlike sizes, once each: time and memory. */
@Command(
    name = "large",
    description =
        "Fits many groups once, rows generated as they are read: time, and the heap that was left"
            + " after collections. Driver and executors share one heap: that of BENCH_HEAP.")
public final class GroupsLargeCommand implements Callable<Integer> {
  private static final double MEGA = 1 << 20;
  private static final String HEADER =
      "setting,rows,d,groups,share_of_first,way,heap_mb,finished,cpu_s,wall_s,"
          + "most_after_collection_mb,left_afterwards_mb";

  @Option(
      names = "--settings",
      split = ",",
      defaultValue = "100000x100x16,1000000x30x4,100x10000x16x0.99,100000x10x16x0.99",
      description =
          "GROUPSxROWSxD, or GROUPSxROWSxDxSHARE where group 0 has that share of all rows. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<String> settings;

  @Option(names = "--scaling", defaultValue = "standard", description = "Default: standard.")
  private String scaling;

  @Option(names = "--csv", required = true, description = "Where the figures go.")
  private Path csv;

  /** For picocli. */
  public GroupsLargeCommand() {}

  /**
   * Fits, and writes a line for each setting.
   *
   * @return 0, or 1 if a fit ran out of memory or failed
   * @throws IOException if the file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    List<String> lines = new ArrayList<>(List.of(HEADER));
    boolean failed = false;
    try (SparkSession spark = LocalSession.start()) {
      for (String setting : settings) {
        Fitted fitted = fit(spark, setting);
        failed |= !fitted.finished;
        lines.add(fitted.line);
        Files.write(csv, lines);
        System.out.println(fitted.line);
      }
    }
    return failed ? 1 : 0;
  }

  private record Fitted(boolean finished, String line) {}

  private Fitted fit(SparkSession spark, String setting) {
    String[] parts = setting.split("x", -1);
    int groups = Integer.parseInt(parts[0]);
    long rows = Long.parseLong(parts[1]) * groups;
    int dimension = Integer.parseInt(parts[2]);
    double share = parts.length > 3 ? Double.parseDouble(parts[3]) : 0;
    KeyedRows law = KeyedRows.even(rows, dimension, groups).withFirst(share);
    Way way = Way.publicKeys(dimension, scaling, law.keys(spark));
    double[] taken = {Double.NaN, Double.NaN};
    boolean finished = false;
    AtomicLong most = new AtomicLong();
    Runnable stop = watch(most);
    try {
      taken = Laps.lap(way, law.generated(spark));
      finished = true;
    } catch (RuntimeException | OutOfMemoryError failure) {
      // A setting that does not fit is a result; the others still run.
      System.err.println(setting + ": " + failure);
    } finally {
      stop.run();
    }
    System.gc();
    MemoryUsage left = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    String line =
        String.format(
            Locale.ROOT,
            "%s,%d,%d,%d,%.2f,\"%s\",%.0f,%b,%.0f,%.0f,%.0f,%.0f",
            setting,
            rows,
            dimension,
            groups,
            share,
            way.name(),
            left.getMax() / MEGA,
            finished,
            taken[0] / 1e3,
            taken[1] / 1e3,
            most.get() / MEGA,
            left.getUsed() / MEGA);
    return new Fitted(finished, line);
  }

  /** Takes down the largest heap that a collection has left, until it is stopped. */
  private static Runnable watch(AtomicLong most) {
    List<Runnable> stops = new ArrayList<>();
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      NotificationEmitter emitter = (NotificationEmitter) bean;
      javax.management.NotificationListener listener =
          (Notification note, Object unused) -> {
            if (note.getType()
                .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
              long used =
                  GarbageCollectionNotificationInfo.from((CompositeData) note.getUserData())
                      .getGcInfo()
                      .getMemoryUsageAfterGc()
                      .entrySet()
                      .stream()
                      .filter(pool -> isHeap(pool.getKey()))
                      .mapToLong(pool -> pool.getValue().getUsed())
                      .sum();
              most.accumulateAndGet(used, Math::max);
            }
          };
      emitter.addNotificationListener(listener, null, null);
      stops.add(
          () -> {
            try {
              emitter.removeNotificationListener(listener);
            } catch (javax.management.ListenerNotFoundException e) {
              throw new IllegalStateException("the listener of collections is gone", e);
            }
          });
    }
    return () -> stops.forEach(Runnable::run);
  }

  private static boolean isHeap(String pool) {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .anyMatch(
            bean ->
                bean.getName().equals(pool)
                    && bean.getType() == java.lang.management.MemoryType.HEAP);
  }
}
