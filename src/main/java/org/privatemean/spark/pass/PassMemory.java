package org.privatemean.spark.pass;

import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.Fold;

/**
 * The memory that a pass may need, checked before it runs, so that a fit fails with the name of the
 * setting to change and not with a lost executor.
 *
 * <p>With S totals and D coordinates (the next power of two; methods without padding need less), a
 * task may need {@code 18 S + 128 D + 4 max(2^22, 128 D)} bytes: its totals and their binary form,
 * the rows waiting to be encoded, a tile, and three forms of a block. The driver may need {@code 8
 * S + (10 S + 24) R}: its totals and the results of R tasks.
 *
 * <p><b>A refusal is a function of public values.</b> The number of partitions may depend on the
 * rows, so it refuses nothing: the check asks for the memory of one task's results. If a pass has
 * more tasks than {@link #mostResults}, which follows from S and the settings, a few other tasks
 * merge the totals before they reach the driver.
 */
public final class PassMemory {
  private static final long TOTAL = Long.BYTES;

  /** Maximum bytes per total in binary form. */
  private static final long PACKED = 10;

  /** Sixteen rows of doubles: the waiting rows, and the minimum of a block. */
  private static final long ROWS = 16 * Double.BYTES;

  private static final long BLOCK = 1L << 22;
  private static final int BLOCK_FORMS = 4;

  /** Maximum number of totals sent to the driver at once: 32 MiB of longs, below Spark's limit. */
  private static final long MAX_COLLECTED = 1L << 22;

  /** The number of tasks that merge all totals that are too many for the driver. */
  private static final int MERGE_TASKS = 4;

  /** The forms of a sample on the driver: as received, rows, and blocks. */
  private static final int SAMPLE_FORMS = 3;

  /** A growing table may have twice the size of its content, and is copied when it grows. */
  private static final long GROWING = 3;

  /** The number of totals of the widest search of one coordinate. */
  private static final long ALONE = 1 << 16;

  private static final Pattern LOCAL = Pattern.compile("local(\\[(\\*|\\d+)(,.*)?])?");
  private static final long MEBIBYTE = 1 << 20;

  private final BinaryOperator<String> settings;
  private final int dimension;
  private final long padded;
  private final long driverHeap;

  /**
   * Creates the memory of a session.
   *
   * @param settings returns the value of a setting, or the second argument if it is not set
   * @param dimension number of coordinates per row
   * @param driverHeap bytes
   */
  public PassMemory(BinaryOperator<String> settings, int dimension, long driverHeap) {
    this.settings = settings;
    this.dimension = dimension;
    this.padded = WalshHadamard.paddedSize(dimension);
    this.driverHeap = driverHeap;
  }

  /** Returns the memory of this session, whose driver is this process. */
  public static PassMemory measure(SparkSession session, int dimension) {
    return new PassMemory(session.conf()::get, dimension, Runtime.getRuntime().maxMemory());
  }

  /**
   * Checks, before a row is read, the sums and the searches of one coordinate. A search of all
   * coordinates, if any, is the first pass and has more totals.
   */
  void checkNarrowPasses() {
    check(Math.max(ALONE, padded));
  }

  /**
   * Returns the maximum number of results of a pass that the driver takes: as many as may arrive at
   * once and fit, or, if there are many totals, the number of merging tasks.
   *
   * @param totals number of totals S, for which {@link #check} holds
   */
  public long mostResults(long totals) {
    long room = Math.min(resultLimit(), driverHeap - besideResults(totals)) / resultBytes(totals);
    return Math.max(1, Math.min(room, Math.max(MERGE_TASKS, MAX_COLLECTED / totals)));
  }

  /**
   * Returns the number of tasks that merge the totals of a pass with more results than the driver
   * takes.
   *
   * @param mostResults maximum number of results that the driver takes
   */
  public static int mergeTasks(long mostResults) {
    return (int) Math.min(MERGE_TASKS, mostResults);
  }

  /**
   * Checks that a pass and those that must follow it fit.
   *
   * @throws IllegalArgumentException naming the setting that is too small, and the required value
   */
  void check(Fold<?> fold) {
    check(fold.size());
    check(fold.longest());
  }

  /**
   * Checks that a pass fits if one task returns its totals.
   *
   * @param totals number of totals S
   * @throws IllegalArgumentException naming the setting that is too small, and the required value
   */
  void check(long totals) {
    require(totals, taskBytes(totals));
  }

  /**
   * Checks that a pass over rows as they are read fits: a task also has a double per total.
   *
   * @param totals number of totals S
   * @throws IllegalArgumentException naming the setting that is too small, and the required value
   */
  void checkRowPass(long totals) {
    require(totals, taskBytes(totals) + TOTAL * totals);
  }

  private void require(long totals, long task) {
    Matcher local = local();
    long tasks = local.matches() ? cores(local) * task : 0;
    require("spark.driver.maxResultSize", resultBytes(totals), resultLimit());
    require("spark.driver.memory", (TOTAL * totals) + tasks + resultBytes(totals), driverHeap);
    if (local.matches()) {
      return;
    }
    // Without the setting, the cluster chooses the number: at least one.
    long cores = Long.parseLong(settings.apply("spark.executor.cores", "1"));
    String memory = "spark.executor.memory";
    require(memory, cores * task, bytes(memory, MEBIBYTE));
  }

  /**
   * Checks that a sample of the rows fits. With m rows of d coordinates the driver may need {@code
   * 24 d m} bytes: as received, in arrays and in blocks. The tasks together may need as much, each
   * in a growing table; in local mode they share the driver's memory.
   *
   * @param rows maximum number of sampled rows m; public
   * @throws IllegalArgumentException naming the setting that is too small, and the required value
   */
  void checkSample(long rows) {
    long sample = Math.multiplyExact(rows, (long) Double.BYTES * dimension);
    Matcher local = local();
    long tasks = GROWING * sample;
    requireSample("spark.driver.maxResultSize", rows, sample, resultLimit());
    long driver = SAMPLE_FORMS * sample + (local.matches() ? tasks : 0);
    requireSample("spark.driver.memory", rows, driver, driverHeap);
    if (!local.matches()) {
      String memory = "spark.executor.memory";
      requireSample(memory, rows, tasks, bytes(memory, MEBIBYTE));
    }
  }

  private void requireSample(String setting, long rows, long needed, long available) {
    if (needed > available) {
      throw new ParamException(
          "sampling",
          String.format(
              Locale.ROOT,
              "{sampling}: a sample of %d rows of %d coordinates may need %.0f MiB, and %s gives"
                  + " %.0f MiB",
              rows,
              dimension,
              Math.ceil((double) needed / MEBIBYTE),
              setting,
              Math.floor((double) available / MEBIBYTE)),
          "raise it, or set {sampling} to \"none\"");
    }
  }

  /**
   * Checks that the passes over many groups fit. The driver may need {@code 8 G (4 S + 3 D)} bytes,
   * and in local mode a task's memory in addition: totals, noisy totals, the results of tasks, and
   * the state of every group. A task needs {@code 32 S} bytes for each group with rows in it: all G
   * groups if rows stay in place, else those of a partition.
   *
   * @param groups number of groups G, public or released
   * @param width maximum number of totals of a group S
   * @param groupsOfTask maximum number of groups with rows in a task
   * @throws IllegalArgumentException naming the setting that is too small, and the required value
   */
  public void checkGroups(long groups, long width, long groupsOfTask) {
    long state = TOTAL * groups * (4 * width + 3L * dimension);
    Matcher local = local();
    long task = taskBytes(GROWING * groupsOfTask * width);
    long tasks = local.matches() ? cores(local) * task : 0;
    requireGroups("spark.driver.memory", groups, state + tasks, driverHeap);
    requireGroups("spark.driver.maxResultSize", groups, PACKED * groups * width, resultLimit());
    if (!local.matches()) {
      long cores = Long.parseLong(settings.apply("spark.executor.cores", "1"));
      String memory = "spark.executor.memory";
      requireGroups(memory, groups, cores * task, bytes(memory, MEBIBYTE));
    }
  }

  private void requireGroups(String setting, long groups, long needed, long available) {
    if (needed > available) {
      throw new ParamException(
          "groupCols",
          String.format(
              Locale.ROOT,
              "{groupCols}: with %d groups of %d coordinates a pass may need %.0f MiB, and %s gives"
                  + " %.0f MiB",
              groups,
              dimension,
              Math.ceil((double) needed / MEBIBYTE),
              setting,
              Math.floor((double) available / MEBIBYTE)),
          "raise it, or use fewer groups");
    }
  }

  private static long resultBytes(long totals) {
    return PACKED * totals + PassTotals.HEADER;
  }

  /** Returns the driver's memory except results: in local mode it includes the tasks. */
  private long besideResults(long totals) {
    Matcher local = local();
    return TOTAL * totals + (local.matches() ? cores(local) * taskBytes(totals) : 0);
  }

  private Matcher local() {
    return LOCAL.matcher(settings.apply("spark.master", "local"));
  }

  /**
   * Checks that the tallies of a round of local reports fit if one task returns them: in binary
   * form as received by the driver, and there merged into one.
   *
   * @param tallyBytes maximum bytes of a given number of tallies together
   * @return the maximum number of tallies that fit, at least 1; if there are more, tasks must merge
   *     them
   * @throws IllegalArgumentException naming the setting that is too small, and the required value
   */
  public long checkReports(LongToDoubleFunction tallyBytes) {
    long one = (long) tallyBytes.applyAsDouble(1);
    requireReports("spark.driver.maxResultSize", one, resultLimit());
    requireReports("spark.driver.memory", 2 * one, driverHeap);
    double room = Math.min(resultLimit(), driverHeap - one);
    long low = 1;
    long high = Integer.MAX_VALUE;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (tallyBytes.applyAsDouble(middle) <= room) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static void requireReports(String setting, long needed, long available) {
    if (needed > available) {
      throw new ParamException(
          "trustModel",
          String.format(
              Locale.ROOT,
              "{trustModel} local: the reports of a round may need %.0f MiB, and %s gives %.0f MiB",
              Math.ceil((double) needed / MEBIBYTE),
              setting,
              Math.floor((double) available / MEBIBYTE)),
          "raise it, use fewer users or coordinates, or set {epsilon} in place of {rho}");
    }
  }

  private static long cores(Matcher local) {
    String cores = local.group(2) == null ? "1" : local.group(2);
    return cores.equals("*") ? Runtime.getRuntime().availableProcessors() : Long.parseLong(cores);
  }

  private long taskBytes(long totals) {
    long rows = ROWS * padded;
    return (TOTAL + PACKED) * totals + rows + BLOCK_FORMS * Math.max(BLOCK, rows);
  }

  private void require(String setting, long needed, long available) {
    if (needed > available) {
      throw new ParamException(
          "dimension",
          String.format(
              Locale.ROOT,
              "{dimension}: with %d coordinates a pass may need %.0f MiB, and %s gives %.0f MiB",
              dimension,
              Math.ceil((double) needed / MEBIBYTE),
              setting,
              Math.floor((double) available / MEBIBYTE)),
          "raise it, or use fewer coordinates");
    }
  }

  private long resultLimit() {
    long limit = bytes("spark.driver.maxResultSize", 1);
    return limit == 0 ? Long.MAX_VALUE : limit;
  }

  /**
   * Returns a setting of Spark whose default is one gibibyte; a plain number is in the given unit.
   */
  private long bytes(String setting, long unit) {
    return ByteSize.bytes(setting, settings.apply(setting, "1g"), unit);
  }
}
