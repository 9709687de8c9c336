package org.privatemean.spark.pass;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.noise.ByteNoise;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.KeyThreshold;
import org.privatemean.query.Step;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.group.GroupKey;

/**
 * The private selection of keys: the keys whose noisy count reaches a threshold.
 *
 * <pre>
 *   1  n_g     the exact number of rows (their weights) of every key with a row, by Spark
 *   2  n~_g    n_g + N_g, N_g discrete Gaussian of {@link KeyThreshold#variance}, drawn per key
 *   3  keep g  if n~_g is at least {@link KeyThreshold#threshold}; release these keys with n~_g
 * </pre>
 *
 * <p><b>Privacy guarantee.</b> Step 3 and all later steps on the rows of kept keys alone are
 * delta-approximate rho-zCDP (Bun and Steinke, "Concentrated Differential Privacy", 2016,
 * definition 8.1), if the counts are charged their price, the later steps stay within rho, and
 * delta is that of the threshold. Source: the stability-based histogram of Korolova et al. (2009)
 * and Bun, Nissim and Stemmer (2016), with the discrete Gaussian of Canonne, Kamath and Steinke
 * (2020).
 *
 * <p><b>Proof sketch.</b> Add or remove: let x' have one unit (a row, or a person) more than x, in
 * at most L groups, and let S be those groups without a row in x. Given the event that none of S is
 * kept, which in x' fails with probability at most {@code L P[k + N >= t] <= delta}, the output
 * does not depend on S: its keys are not released, and its rows are in no later query. The other
 * groups' noises do not depend on that event. In the at most L groups outside of S both inputs have
 * the key, with counts at most k apart, which is the vector of l2 sensitivity {@code sqrt(L) k}
 * that the noise covers; the threshold is a function of it. A key without rows is never kept, and
 * delta pays for present against absent. Replace: the event also excludes the keys that only the
 * other unit has, on each side separately; the unit leaves up to L groups and enters up to L, so
 * the counts are to be charged twice.
 *
 * <p>The input rows must respect the unit: one row per (person, key), at most L keys per person,
 * weights of 1 to k. If the unit is a row, a person with many rows in one new group is not covered:
 * that person's weight alone then keeps the key.
 *
 * <p>The exact counts do not leave their stage: noise and threshold are computed there, and no
 * result row, log line, job name or exception contains an exact count or a key that was not kept.
 * The noise is drawn at the address of a key's bytes, so a repeated task draws the same noise and
 * other keys do not change it ({@link ByteNoise}). A kept key's noisy count is biased upward near
 * the threshold.
 */
final class KeySelection {
  /** The step of this noise; no other step of a fit has its number. */
  public static final Step STEP = new Step(0xFFFF, "row count");

  private static final String COUNT = "__privateMeanCount";
  private static final Comparator<Row> BY_KEY =
      Comparator.comparing(row -> GroupKey.read(row.getAs(KeyColumns.KEY)));

  private KeySelection() {}

  /**
   * The kept keys.
   *
   * @param keys sorted
   * @param counts the noisy count of each, in the unit of weights; released
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record SelectedKeys(List<GroupKey> keys, long[] counts) {}

  /**
   * Selects the keys. The caller first charges the price of the threshold's noise to its ledger,
   * under the name of {@link #STEP}, and its delta; this method charges nothing.
   *
   * @param keyed rows with {@link KeyColumns#KEY} and, if they are weighted, {@link
   *     KeyColumns#WEIGHT}: one per row or per (person, key)
   * @param threshold the noise and the threshold, of {@link KeyThreshold#compute}
   * @param key the fit's noise; tasks get a key for this step alone
   * @param maxGroups maximum number of kept keys, at least 1
   * @return the kept keys; there may be none
   * @throws ParamException if more are kept, with their number, which is released
   */
  public static SelectedKeys select(
      Dataset<Row> keyed, KeyThreshold threshold, NoiseKey key, int maxGroups) {
    Dataset<Row> kept = selectKeys(keyed, threshold, ByteNoise.of(key, STEP.id()));
    JobNames jobs = JobNames.find(keyed.sparkSession());
    List<Row> found =
        jobs.run("private mean: keys", () -> kept.limit(oneMore(maxGroups)).collectAsList());
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

  private static int oneMore(int groups) {
    return (int) Math.min(Integer.MAX_VALUE, groups + 1L);
  }

  private static Dataset<Row> selectKeys(
      Dataset<Row> keyed, KeyThreshold threshold, ByteNoise noise) {
    boolean weighted = Arrays.asList(keyed.schema().fieldNames()).contains(KeyColumns.WEIGHT);
    Column added = weighted ? functions.col(KeyColumns.WEIGHT) : functions.lit(1);
    Column noisy =
        functions
            .udf(new NoisyCount(noise, threshold.variance()), DataTypes.LongType)
            .asNonNullable()
            .apply(functions.col(KeyColumns.KEY), functions.col(COUNT));
    return keyed
        .groupBy(KeyColumns.KEY)
        .agg(functions.sum(added).as(COUNT))
        .select(functions.col(KeyColumns.KEY), noisy.as(COUNT))
        .filter(functions.col(COUNT).geq(threshold.threshold()));
  }

  /** The function that adds the noise of a key's address to its count. */
  private static final class NoisyCount implements UDF2<byte[], Long, Long> {
    private static final long serialVersionUID = 1L;
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private final ByteNoise noise;
    private final Variance variance;

    NoisyCount(ByteNoise noise, Variance variance) {
      this.noise = noise;
      this.variance = variance;
    }

    @Override
    public Long call(byte[] key, Long count) {
      // The noise fits a long: its standard deviation is at most 2^50.
      BigInteger noisy = noise.discreteGaussian(variance, key).add(BigInteger.valueOf(count));
      return noisy.max(MOST.negate()).min(MOST).longValueExact();
    }
  }
}
