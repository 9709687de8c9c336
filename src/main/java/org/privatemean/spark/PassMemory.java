package org.privatemean.spark;

import java.math.BigInteger;
import java.util.function.BinaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.Blocks.Fold;

/**
 * The memory that a pass may need, checked before it runs, so that a fit fails with the name of the
 * setting to change and not with a lost executor.
 *
 * <p>With S totals and D coordinates (the next power of two; methods without padding need less), a
 * task may need {@code 18 S + 128 D + 4 max(2^22, 128 D)} bytes: its totals and their binary form,
 * the rows waiting to be encoded, a tile, and three forms of a block. The driver may need {@code 8
 * S + (10 S + 24) R}: its totals and the results of R tasks.
 *
 * <p>The number of partitions may depend on the rows, so it refuses nothing: a few other tasks
 * merge the totals of more than {@link #mostResults} tasks.
 */
final class PassMemory {
  private static final long TOTAL = Long.BYTES;
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

  /** Setting of Spark: the most values that a fit reads into the driver; 0 for none. */
  public static final String DRIVER_VALUES = "spark.privatemean.maxDriverValues";

  private static final long MAX_DRIVER_VALUES = 1L << 22;

  /** The forms of rows on the driver: as received, blocks, and room for all else. */
  private static final int DRIVER_FORMS = 8;

  private static final Pattern LOCAL = Pattern.compile("local(\\[(\\*|\\d+)(,.*)?])?");
  private static final long MEBIBYTE = 1 << 20;

  private static final Pattern SIZE =
      Pattern.compile("(-?\\d+)(b|[kmgtp]b?)?", Pattern.CASE_INSENSITIVE);
  private static final String UNITS = "bkmgtp";
  private static final int UNIT_LOG = 10;
  private static final BigInteger MAX_SIZE = BigInteger.valueOf(Long.MAX_VALUE);

  private final BinaryOperator<String> settings;
  private final int dimension;
  private final long padded;
  private final long driverHeap;
  private final Matcher local;

  /** Creates a memory; settings return their second argument if the first is not set. */
  PassMemory(BinaryOperator<String> settings, int dimension, long driverHeap) {
    this.settings = settings;
    this.dimension = dimension;
    this.padded = WalshHadamard.paddedSize(dimension);
    this.driverHeap = driverHeap;
    this.local = LOCAL.matcher(settings.apply("spark.master", "local"));
  }

  public static PassMemory measure(SparkSession session, int dimension) {
    return new PassMemory(session.conf()::get, dimension, Runtime.getRuntime().maxMemory());
  }

  /** Checks the narrow passes: the sums, and the searches of one coordinate. */
  void checkNarrowPasses() {
    check(Math.max(ALONE, padded));
  }

  /** Returns the maximum number of results of a pass for the driver. */
  long mostResults(long totals) {
    long others = TOTAL * totals + (local.matches() ? tasks(taskBytes(totals)) : 0);
    long room = Math.min(resultLimit(), driverHeap - others) / resultBytes(totals);
    return Math.max(1, Math.min(room, Math.max(MERGE_TASKS, MAX_COLLECTED / totals)));
  }

  static int mergeTasks(long mostResults) {
    return (int) Math.min(MERGE_TASKS, mostResults);
  }

  void check(Fold<?> fold) {
    check(fold.size());
    check(fold.longest());
  }

  /** Checks that a pass with S totals fits if one task returns them. */
  void check(long totals) {
    checkPass(totals, taskBytes(totals));
  }

  /** Checks that a pass over rows as they are read fits: a task also has a double per total. */
  void checkRowPass(long totals) {
    checkPass(totals, taskBytes(totals) + TOTAL * totals);
  }

  private void checkPass(long totals, long task) {
    Need need =
        new Need(
            "dimension",
            "{dimension}: with " + dimension + " coordinates a pass",
            "raise it, or use fewer coordinates");
    long results = resultBytes(totals);
    need.require("spark.driver.maxResultSize", results, resultLimit());
    checkTasks(need, TOTAL * totals + results, tasks(task));
  }

  /**
   * Checks a sample of m rows of d coordinates: the driver may need {@code 24 d m} bytes, as
   * received, in arrays and in blocks, and the tasks together as much.
   */
  void checkSample(long rows) {
    Need need =
        new Need(
            "sampling",
            "{sampling}: a sample of " + rows + " rows of " + dimension + " coordinates",
            "raise it, or set {sampling} to \"none\"");
    long sample = Math.multiplyExact(rows, (long) Double.BYTES * dimension);
    need.require("spark.driver.maxResultSize", sample, resultLimit());
    checkTasks(need, SAMPLE_FORMS * sample, GROWING * sample);
  }

  /**
   * Checks the passes over G groups of S totals. The driver may need {@code 8 G (4 S + 3 D)} bytes:
   * totals, noisy totals, the results of tasks, and the state of every group. A task needs 4 bytes
   * per group, and {@code 32 S} for each group with rows in it.
   */
  void checkGroups(long groups, long width, long groupsOfTask) {
    Need need =
        new Need(
            "groupCols",
            "{groupCols}: with " + groups + " groups of " + dimension + " coordinates a pass",
            "raise it, or use fewer groups");
    long state = TOTAL * groups * (4 * width + 3L * dimension);
    long tasks = tasks(taskBytes(GROWING * groupsOfTask * width) + Integer.BYTES * groups);
    need.require("spark.driver.memory", state + (local.matches() ? tasks : 0), driverHeap);
    need.require("spark.driver.maxResultSize", PACKED * groups * width, resultLimit());
    checkTasks(need, state, tasks);
  }

  /**
   * Checks that the driver has room for the tally of a round of local reports, as received and
   * merged; returns the maximum number of tallies that fit, by the bytes of a given number.
   */
  public long checkReports(LongToDoubleFunction tallyBytes) {
    Need need =
        new Need(
            "trustModel",
            "{trustModel} local: the reports of a round",
            "raise it, use fewer users or coordinates, or set {epsilon} in place of {rho}");
    long one = (long) tallyBytes.applyAsDouble(1);
    need.require("spark.driver.maxResultSize", one, resultLimit());
    need.require("spark.driver.memory", 2 * one, driverHeap);
    double room = Math.min(resultLimit(), driverHeap - one);
    return MonotoneSearch.lastInteger(
        1, Integer.MAX_VALUE + 1L, tallies -> tallyBytes.applyAsDouble(tallies) <= room);
  }

  /** Returns the most rows that the driver takes of a table with n rows; 0 if it is large. */
  long driverRows(long rows) {
    long room = Math.min(resultLimit(), driverHeap / DRIVER_FORMS) / (2 * Double.BYTES);
    long most = Math.min(driverValues(), room) / padded;
    return rows <= most ? 2 * most : 0;
  }

  private long driverValues() {
    String value = settings.apply(DRIVER_VALUES, Long.toString(MAX_DRIVER_VALUES));
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw ParamException.of(
          DRIVER_VALUES,
          String.format(
              "%s must be a whole number. Provided value: %s",
              DRIVER_VALUES, Refusal.literal(value)));
    }
  }

  /** Checks the driver, which holds the tasks in local mode, or else the executors. */
  private void checkTasks(Need need, long driver, long tasks) {
    need.require("spark.driver.memory", driver + (local.matches() ? tasks : 0), driverHeap);
    if (!local.matches()) {
      String memory = "spark.executor.memory";
      need.require(memory, tasks, bytes(memory, MEBIBYTE));
    }
  }

  /** The subject of a refusal: param, first part of its message, and remedy. */
  private record Need(String param, String subject, String remedy) {
    void require(String setting, long needed, long available) {
      if (needed > available) {
        throw new ParamException(
            param,
            NumberFormat.format(
                "%s may need %.0f MiB, and %s gives %.0f MiB",
                subject,
                Math.ceil((double) needed / MEBIBYTE),
                setting,
                Math.floor((double) available / MEBIBYTE)),
            remedy);
      }
    }
  }

  private static long resultBytes(long totals) {
    return PACKED * totals + PassTotals.HEADER;
  }

  private long taskBytes(long totals) {
    long rows = ROWS * padded;
    return (TOTAL + PACKED) * totals + rows + BLOCK_FORMS * Math.max(BLOCK, rows);
  }

  /** Returns the bytes of the tasks that run at once in the driver, or in an executor. */
  private long tasks(long task) {
    if (!local.matches()) {
      // Without the setting, the cluster chooses the number: at least one.
      return Long.parseLong(settings.apply("spark.executor.cores", "1")) * task;
    }
    String cores = local.group(2) == null ? "1" : local.group(2);
    return task
        * (cores.equals("*") ? Runtime.getRuntime().availableProcessors() : Long.parseLong(cores));
  }

  private long resultLimit() {
    long limit = bytes("spark.driver.maxResultSize", 1);
    return limit == 0 ? Long.MAX_VALUE : limit;
  }

  /** Returns a setting of Spark whose default is 1 GiB; a plain number is in the given unit. */
  private long bytes(String setting, long unit) {
    return parseSize(setting, settings.apply(setting, "1g"), unit);
  }

  /** Returns the bytes of a size in one of Spark's settings, in this unit if it has none. */
  static long parseSize(String setting, String value, long unit) {
    Matcher form = SIZE.matcher(value.trim());
    if (!form.matches()) {
      throw ParamException.of(
          setting,
          String.format(
              "%s must be a whole number and a unit, such as 512m or 2g. Provided value: %s",
              setting, Refusal.literal(value)));
    }
    BigInteger number = new BigInteger(form.group(1));
    String suffix = form.group(2);
    BigInteger bytes =
        suffix == null
            ? number.multiply(BigInteger.valueOf(unit))
            : number.shiftLeft(UNIT_LOG * UNITS.indexOf(Character.toLowerCase(suffix.charAt(0))));
    return bytes.max(BigInteger.ZERO).min(MAX_SIZE).longValue();
  }
}
