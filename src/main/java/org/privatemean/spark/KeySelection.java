package org.privatemean.spark;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.central.CentralGroupTrust.KeyThreshold;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource.ByteNoise;
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
 */
record KeySelection(KeyThreshold threshold) implements Serializable {
  private static final String COUNT = "__privateMeanCount";
  private static final Comparator<Row> BY_KEY =
      Comparator.comparing(row -> GroupKey.read(row.getAs(KeyColumns.KEY)));

  /** The kept keys, sorted, with the released noisy count of each, in the unit of weights. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record SelectedKeys(List<GroupKey> keys, long[] counts) {}

  /**
   * Selects the keys; there may be none. The caller first charges the noise of {@link
   * KeyThreshold#STEP} and its delta.
   *
   * @throws ParamException if more than maxGroups are kept, with their number, which is released
   */
  public SelectedKeys select(Dataset<Row> keyed, NoiseKey key, int maxGroups) {
    Dataset<Row> kept = selectKeys(keyed, ByteNoise.of(key, KeyThreshold.STEP.id()));
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
            .udf(new NoisyCount(noise, threshold), DataTypes.LongType)
            .asNonNullable()
            .apply(functions.col(KeyColumns.KEY), functions.col(COUNT));
    return keyed
        .groupBy(KeyColumns.KEY)
        .agg(functions.sum(KeyColumns.weight(keyed)).as(COUNT))
        .select(functions.col(KeyColumns.KEY), noisy.as(COUNT))
        .filter(functions.col(COUNT).geq(threshold.least()));
  }

  private record NoisyCount(ByteNoise noise, KeyThreshold threshold)
      implements UDF2<byte[], Long, Long> {
    @Override
    public Long call(byte[] key, Long count) {
      return threshold.noisyCount(noise, key, count);
    }
  }
}
