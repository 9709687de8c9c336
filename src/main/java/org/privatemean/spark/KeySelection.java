package org.privatemean.spark;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource.ByteNoise;
import org.privatemean.noise.Variance;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;
import org.privatemean.privacy.Checks;
import org.privatemean.query.Step;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.group.GroupKey;

/**
 * The private selection of keys: the keys whose noisy count reaches a threshold, in the unit of the
 * input: one row per (person, key), at most L keys per person, weights of 1 to k.
 *
 * <p>With the counts charged, and later steps on rows of kept keys alone, it is delta-approximate
 * rho-zCDP (Bun and Steinke 2016, definition 8.1; the stability-based histogram of Korolova et al.
 * 2009 and Bun, Nissim and Stemmer 2016). The page on grouped means has the proof.
 *
 * <p>No exact count, and no key that was not kept, leaves its stage. Noise is drawn at the address
 * of a key's bytes, so a repeated task draws the same noise ({@link ByteNoise}).
 *
 * <p><b>The threshold.</b> A person, or a row, is in at most L groups and adds at most k to the
 * count of each. With discrete Gaussian noise N of variance s2 = L k^2 / (2 price) the counts
 * together are price-zCDP. A key of one person alone has a count of at most k, so any of at most L
 * such keys is kept with probability at most {@code L P[k + N >= t]}. The threshold t keeps this
 * bound within delta.
 *
 * <p>The tail is summed exactly, up to rounding that can only make t larger. If the sum is too
 * long, t is {@code 1 + k + ceil(sqrt(s2) z)}, with z the upper normal quantile of delta / L: never
 * too small, since {@code P[N >= m] <= P[N(0, s2) > m - 1]} (Canonne, Kamath and Steinke, "The
 * Discrete Gaussian for Differential Privacy", 2020).
 *
 * @param variance s2
 * @param threshold t: a key is kept if its noisy count is at least this
 */
record KeySelection(Variance variance, long threshold) implements Serializable {
  /** The step of this noise; no other step of a fit has its number. */
  public static final Step STEP = new Step(0xFFFF, "row count");

  private static final String COUNT = "__privateMeanCount";
  private static final Comparator<Row> BY_KEY =
      Comparator.comparing(row -> GroupKey.read(row.getAs(KeyColumns.KEY)));

  /** The sum has more than 2^22 terms above it. */
  private static final double MAX_SUMMED = 0x1p32;

  /** The noise of a count may not fit a long above it. */
  private static final double MAX_VARIANCE = 0x1p100;

  /** The density is above 1e-297, a normal double, within so many deviations. */
  private static final double REACH = 37;

  /** The smallest delta; the tail beyond 37 standard deviations is far below it. */
  private static final double MIN_DELTA = 1e-200;

  /** The price at which the variance of one draw is just above the smallest possible. */
  private static final double MAX_PRICE = 499;

  /**
   * Above the relative error of a tail: that of 2^22 sums of positive numbers, each {@code exp(-x)}
   * with an error of x 2^-52 and an ulp, x below 700, and of their quotient.
   */
  private static final double TAIL_ERROR = 0x1p-29;

  private static final int HALVINGS = 80;

  /**
   * Computes the noise and the threshold.
   *
   * @param price the rho charged for the counts of all groups, in (0, 499]
   * @param delta the probability, in [1e-200, 1), that a key of one person alone is released
   * @param groups L, the largest number of groups of a person, at least 1
   * @param weight k, the most that a person adds to a count, at least 1
   * @param calibration the rule for the variance of the noise
   */
  public static KeySelection compute(
      double price, double delta, int groups, int weight, Calibration calibration) {
    Checks.positive("price", price);
    if (price > MAX_PRICE) {
      throw new IllegalArgumentException("price must be at most 499, but was " + price);
    }
    Checks.param("keyDelta", delta >= MIN_DELTA && delta < 1, "in [1e-200, 1)", delta);
    Checks.param("maxGroupsPerPerson", groups >= 1, "at least 1", groups);
    Checks.param("maxRowsPerPerson", weight >= 1, "at least 1", weight);
    BigInteger squaredSensitivity = BigInteger.valueOf(weight).pow(2);
    Variance variance =
        calibration.variance(squaredSensitivity.multiply(BigInteger.valueOf(groups)), price);
    double s2 = variance.doubleValue();
    if (s2 > MAX_VARIANCE) {
      throw new ParamException(
          "rho", "{rho} is too small for the counts of private keys", "raise {rho}");
    }
    // The bound for each of at most L keys, rounded down.
    double each = Math.nextDown(delta / groups);
    long reach = s2 <= MAX_SUMMED ? sumTail(s2, each) : closed(s2, each);
    return new KeySelection(variance, weight + reach);
  }

  /** Returns the least {@code m >= 1} with {@code P[N >= m] <= delta}, summed from the far end. */
  static long sumTail(double s2, double delta) {
    long end = (long) Math.ceil(REACH * Math.sqrt(s2)) + 1;
    // The mass beyond the end is at most a geometric series.
    double beyond = weight(end, s2) / -StrictMath.expm1(-(2 * end + 1) / (2 * s2));
    double half = beyond;
    for (long m = end - 1; m >= 1; m--) {
      half += weight(m, s2);
    }
    double most = delta * (1 + 2 * (half - beyond)) * (1 - TAIL_ERROR);
    double tail = beyond;
    for (long m = end - 1; m >= 1; m--) {
      tail += weight(m, s2);
      if (tail > most) {
        return m + 1;
      }
    }
    return 1;
  }

  /** Returns an upper bound on {@link #sumTail}: {@code 1 + ceil(sqrt(s2) z)}. */
  static long closed(double s2, double delta) {
    double z =
        MonotoneSearch.halve(
                0, REACH, HALVINGS, x -> Normal.upperTail(x) > delta * (1 - TAIL_ERROR))
            .high();
    double reach = delta >= 0.5 ? 0 : Math.ceil(Math.nextUp(Math.sqrt(s2) * z));
    return 1 + (long) reach;
  }

  private static double weight(long m, double s2) {
    double x = m;
    return StrictMath.exp(-x * x / (2 * s2));
  }

  /** The kept keys, sorted, with the released noisy count of each, in the unit of weights. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record SelectedKeys(List<GroupKey> keys, long[] counts) {}

  /**
   * Selects the keys; there may be none. The caller first charges the noise of {@link #STEP} and
   * its delta.
   *
   * @throws ParamException if more than maxGroups are kept, with their number, which is released
   */
  public SelectedKeys select(Dataset<Row> keyed, NoiseKey key, int maxGroups) {
    Dataset<Row> kept = selectKeys(keyed, ByteNoise.of(key, STEP.id()));
    JobNames jobs = JobNames.find(keyed.sparkSession());
    int oneMore = (int) Math.min(Integer.MAX_VALUE, maxGroups + 1L);
    List<Row> found = jobs.run("private mean: keys", () -> kept.limit(oneMore).collectAsList());
    if (found.size() > maxGroups) {
      long all = jobs.run("private mean: keys", kept::count);
      throw new ParamException(
          "maxGroups",
          String.format("{keySelection} private kept %d groups, {maxGroups} is %d", all, maxGroups),
          "their number is a release, which this fit paid for; raise {maxGroups}, or "
              + "group by fewer columns: the next fit is another selection");
    }
    List<Row> sorted = found.stream().sorted(BY_KEY).toList();
    return new SelectedKeys(
        sorted.stream().map(row -> GroupKey.read(row.getAs(KeyColumns.KEY))).toList(),
        sorted.stream().mapToLong(row -> row.<Long>getAs(COUNT)).toArray());
  }

  private Dataset<Row> selectKeys(Dataset<Row> keyed, ByteNoise noise) {
    Column noisy =
        functions
            .udf(new NoisyCount(noise, variance), DataTypes.LongType)
            .asNonNullable()
            .apply(functions.col(KeyColumns.KEY), functions.col(COUNT));
    return keyed
        .groupBy(KeyColumns.KEY)
        .agg(functions.sum(KeyColumns.weight(keyed)).as(COUNT))
        .select(functions.col(KeyColumns.KEY), noisy.as(COUNT))
        .filter(functions.col(COUNT).geq(threshold));
  }

  private record NoisyCount(ByteNoise noise, Variance variance)
      implements UDF2<byte[], Long, Long> {
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    @Override
    public Long call(byte[] key, Long count) {
      // The noise fits a long: its standard deviation is at most 2^50.
      BigInteger noisy = noise.discreteGaussian(variance, key).add(BigInteger.valueOf(count));
      return noisy.max(MOST.negate()).min(MOST).longValueExact();
    }
  }
}
