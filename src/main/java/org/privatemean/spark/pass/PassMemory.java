package org.privatemean.spark.pass;

import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.rows.Fold;

/**
 * The memory that a pass may need, checked before it runs, so that a fit stops with the name of the
 * setting to change and not with a lost executor.
 *
 * <p>With S totals and D coordinates (the next power of two; methods that do not pad need less), a
 * task may need {@code 18 S + 128 D + 4 max(2^22, 128 D)} bytes: its totals and their binary form,
 * the rows that wait to be encoded, and a tile and three forms of a block. The driver may need
 * {@code 8 S + 10 S R}: its own totals, and what R tasks return.
 */
public final class PassMemory {
  private static final long TOTAL = Long.BYTES;

  /** Most bytes of a total in the binary form of a task's totals. */
  private static final long PACKED = 10;

  /** Sixteen rows of doubles: those that wait, and the least that a block has. */
  private static final long ROWS = 16 * Double.BYTES;

  private static final long BLOCK = 1L << 22;
  private static final int BLOCK_FORMS = 4;

  /** Totals that may reach the driver at once: 32 MiB of longs, far below Spark's own limit. */
  private static final long MOST_COLLECTED = 1L << 22;

  /** Tasks that merge the totals of all others where these are too many for the driver. */
  static final int MERGE_TASKS = 4;

  /** Totals of the widest search of one coordinate. */
  private static final long ALONE = 1 << 16;

  private static final Pattern LOCAL = Pattern.compile("local(\\[(\\*|\\d+)(,.*)?])?");
  private static final long MEBIBYTE = 1 << 20;

  private final BinaryOperator<String> settings;
  private final int dimension;
  private final long padded;
  private final long driverHeap;

  /**
   * The memory of a session.
   *
   * @param settings the value of a setting, or the second argument where it has none
   * @param dimension number of coordinates of a row
   * @param driverHeap bytes
   */
  PassMemory(BinaryOperator<String> settings, int dimension, long driverHeap) {
    this.settings = settings;
    this.dimension = dimension;
    this.padded = WalshHadamard.paddedSize(dimension);
    this.driverHeap = driverHeap;
  }

  /** The memory of this session, whose driver is this process. */
  public static PassMemory of(SparkSession session, int dimension) {
    return new PassMemory(session.conf()::get, dimension, Runtime.getRuntime().maxMemory());
  }

  /**
   * Checks, before a row is read, the sums and the searches of one coordinate; a search of all of
   * them is the first pass where there is one, and has more totals.
   */
  void checkNarrowPasses() {
    check(Math.max(ALONE, padded), 1);
  }

  /**
   * Whether a few tasks must merge the totals of a pass before they reach the driver.
   *
   * @param totals how many there are, S
   * @param results how many tasks would return theirs to the driver
   */
  static boolean isMerged(long totals, long results) {
    return totals * results > MOST_COLLECTED;
  }

  /**
   * Checks that a pass and those sure to follow it fit.
   *
   * @param fold the pass
   * @param results how many tasks return their totals, if none merge them
   * @throws IllegalArgumentException naming the setting that is too small, and what it needs
   */
  void check(Fold<?> fold, long results) {
    for (long totals : new long[] {fold.size(), fold.longest()}) {
      check(totals, isMerged(totals, results) ? MERGE_TASKS : results);
    }
  }

  /**
   * Checks that a pass fits.
   *
   * @param totals how many there are, S
   * @param results how many tasks return theirs to the driver, R
   * @throws IllegalArgumentException naming the setting that is too small, and what it needs
   */
  void check(long totals, long results) {
    long returned = PACKED * totals * results;
    require("spark.driver.maxResultSize", returned, resultLimit());
    long driver = TOTAL * totals + returned;
    Matcher local = LOCAL.matcher(settings.apply("spark.master", "local"));
    if (local.matches()) {
      require("spark.driver.memory", driver + cores(local) * taskBytes(totals), driverHeap);
      return;
    }
    require("spark.driver.memory", driver, driverHeap);
    // Without the setting, as many as the cluster gives: at least one.
    long cores = Long.parseLong(settings.apply("spark.executor.cores", "1"));
    String memory = "spark.executor.memory";
    require(memory, cores * taskBytes(totals), bytes(memory, MEBIBYTE));
  }

  /**
   * Checks that the tallies of a round of local reports fit: in binary form as they come back to
   * the driver, and there merged into one.
   *
   * @param tallyBytes the most bytes that so many tallies take together
   * @param parts how many tasks return one
   * @throws IllegalArgumentException naming the setting that is too small, and what it needs
   */
  public void checkReports(LongToDoubleFunction tallyBytes, long parts) {
    long returned = (long) tallyBytes.applyAsDouble(parts);
    requireReports("spark.driver.maxResultSize", returned, resultLimit());
    long merged = (long) tallyBytes.applyAsDouble(1);
    requireReports("spark.driver.memory", returned + merged, driverHeap);
  }

  private static void requireReports(String setting, long needed, long available) {
    if (needed > available) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "trustModel local: the reports of a round may need %.0f MiB, and %s gives %.0f MiB:"
                  + " raise it, use fewer users or coordinates, or set epsilon in place of rho",
              Math.ceil((double) needed / MEBIBYTE),
              setting,
              Math.floor((double) available / MEBIBYTE)));
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
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "dimension: with %d coordinates a pass may need %.0f MiB, and %s gives %.0f MiB: raise it,"
                  + " or use fewer coordinates",
              dimension,
              Math.ceil((double) needed / MEBIBYTE),
              setting,
              Math.floor((double) available / MEBIBYTE)));
    }
  }

  private long resultLimit() {
    long limit = bytes("spark.driver.maxResultSize", 1);
    return limit == 0 ? Long.MAX_VALUE : limit;
  }

  /** A setting of Spark whose default is a gibibyte; its unit is that of a number alone. */
  private long bytes(String setting, long unit) {
    return ByteSize.bytes(setting, settings.apply(setting, "1g"), unit);
  }
}
