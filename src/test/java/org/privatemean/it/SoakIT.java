package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many fits in one driver: what they use does not grow with their number. */
@Tag("long")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
final class SoakIT {
  private static final int LEAST_FITS = 50;

  /** A bound on growth from the 20th fit to the last, in bytes. */
  private static final long MOST_HEAP = 24L << 20;

  /** One for threads, files and blocks: a fit that left one would leave 30 at least. */
  private static final int MOST = 20;

  /**
   * What the process uses after a full collection.
   *
   * @param fits number of fits before
   * @param heap bytes
   * @param threads live threads
   * @param files open files and sockets
   * @param broadcasts blocks of broadcast variables
   */
  private record Use(int fits, long heap, int threads, long files, long broadcasts) {
    static Use measure(int fits) {
      System.gc();
      UnixOperatingSystemMXBean system =
          (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      return new Use(
          fits,
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          ManagementFactory.getThreadMXBean().getThreadCount(),
          system.getOpenFileDescriptorCount(),
          Leftovers.blocks().stream().filter(name -> name.startsWith("broadcast_")).count());
    }

    /** What has grown beyond its bound since. */
    String grown(Use since) {
      return heap - since.heap < MOST_HEAP
              && threads - since.threads < MOST
              && files - since.files < MOST
              && broadcasts - since.broadcasts < MOST
          ? ""
          : since + " to " + this;
    }
  }

  @Test
  void fits_forMinutes_useNoMoreThanTheFirst() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean);
    Duration length = Duration.ofSeconds(Long.getLong("soak.seconds", 600));
    List<Use> uses = new ArrayList<>();
    // Spark keeps what its interface shows of jobs and queries, up to these numbers, and a page for
    // the sorters of each thread of tasks. To persist a dataset Spark 4.1.0 clones the session and
    // never frees the clone (SPARK-54753), unless the last two settings are as here.
    try (SparkSession session =
        DiamondsFit.session("local[2]")
            .config("spark.ui.retainedJobs", 10)
            .config("spark.ui.retainedStages", 10)
            .config("spark.ui.retainedTasks", 100)
            .config("spark.sql.ui.retainedExecutions", 5)
            .config("spark.sql.codegen.cache.maxEntries", 20)
            .config("spark.buffer.pageSize", "1m")
            .config("spark.sql.sources.bucketing.autoBucketedScan.enabled", false)
            .config("spark.sql.optimizer.canChangeCachedPlanOutputPartitioning", true)
            .getOrCreate()) {
      int fits = run(session);
      fits += run(session);
      Use first = Use.measure(fits);
      uses.add(first);
      Instant end = Instant.now().plus(length);
      while (fits < LEAST_FITS || Instant.now().isBefore(end)) {
        fits += run(session);
        Leftovers.assertNoRowsHeld(session);
        uses.add(Use.measure(fits));
      }
      int all = fits;
      Leftovers.await("growth, " + uses, () -> Use.measure(all).grown(first));
    }
    System.out.println("soak " + uses);
    assertTrue(uses.get(uses.size() - 1).fits() >= LEAST_FITS);
  }

  /** A fit of each kind on executors, by either way, and on the driver; returns their number. */
  private static int run(SparkSession session) {
    int fits = 0;
    for (PassKind kind : PassKind.values()) {
      for (boolean publicly : new boolean[] {false, true}) {
        PassKind.keepOnExecutors(session, publicly);
        if (publicly) {
          session.conf().unset("spark.privatemean.maxDriverValues");
        }
        kind.release(session);
        fits++;
      }
    }
    return fits;
  }
}
