package org.privatemean.spark;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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
record KeySelection(KeyThreshold threshold) {
  private static final String COUNT = "__privateMeanCount";

  /**
   * Selects the keys; there may be none. The caller first charges the noise of {@link
   * KeyThreshold#STEP} and its delta.
   *
   * @return the kept keys, with the released noisy count of each, in the unit of weights
   * @throws ParamException if more than maxGroups are kept, with their number, which is released
   */
  public SortedMap<GroupKey, Long> select(Dataset<Row> keyed, NoiseKey key, int maxGroups) {
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
    SortedMap<GroupKey, Long> counts = new TreeMap<>();
    found.forEach(row -> counts.put(GroupKey.read(row.getAs(KeyColumns.KEY)), row.getAs(COUNT)));
    return counts;
  }

  private Dataset<Row> selectKeys(Dataset<Row> keyed, ByteNoise noise) {
    Column noisy =
        functions
            .udf(noisyCount(noise, threshold), DataTypes.LongType)
            .asNonNullable()
            .apply(functions.col(KeyColumns.KEY), functions.col(COUNT));
    return keyed
        .groupBy(KeyColumns.KEY)
        .agg(functions.sum(KeyColumns.weight(keyed)).as(COUNT))
        .select(functions.col(KeyColumns.KEY), noisy.as(COUNT))
        .filter(functions.col(COUNT).geq(threshold.least()));
  }

  private static UDF2<byte[], Long, Long> noisyCount(ByteNoise noise, KeyThreshold threshold) {
    return (key, count) -> threshold.noisyCount(noise, key, count);
  }
}
