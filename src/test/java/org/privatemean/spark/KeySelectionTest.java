package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.central.CentralGroupTrust.KeyThreshold;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.param.FitRequest;

@Promise("private keys leave by a noisy count above a threshold only, which one row rarely passes")
final class KeySelectionTest {
  private static final double PRICE = 0.02;
  private static final int MOST = 1_000_000;
  private static final int DRAWS = 100_000;

  /** For a normal approximation: two-sided 5.7e-7. */
  private static final double SDS = 5;

  private static final KeySelection PAGE =
      new KeySelection(KeyThreshold.compute(PRICE, 1e-6, 1, 1, Calibration.ZCDP));

  /** Keys 0, 1, ..., each of some weight: a draw for each. */
  private static Dataset<Row> weighted(long keys, Column weight) {
    Dataset<Row> rows = KeyedFrames.session().range(keys).toDF("g");
    return KeyedFrames.columns(rows, "g").addKeys(rows, weight.as(KeyColumns.WEIGHT));
  }

  /** The same, each row by itself. */
  private static Dataset<Row> rows(Dataset<Row> rows) {
    return KeyedFrames.columns(rows, "g").addKeys(rows);
  }

  private static Dataset<Row> texts(List<String> texts, int partitions) {
    return rows(KeyedFrames.column(DataTypes.StringType, texts.toArray()).repartition(partitions));
  }

  private static SortedMap<GroupKey, Long> select(
      Dataset<Row> keyed, KeySelection threshold, long seed) {
    return threshold.select(keyed, NoiseKey.fromSeed(seed), MOST);
  }

  private static KeySelection lower(KeySelection selection) {
    KeyThreshold threshold = selection.threshold();
    return new KeySelection(new KeyThreshold(threshold.variance(), threshold.least() - 2));
  }

  /** How many keys of n rows are kept, of 10^5 each, where 5 numbers of rows take turns. */
  private static int[] kept(int[] n, KeySelection threshold) {
    Column turn = functions.col("g").mod(n.length);
    Column weight = functions.lit(n[0]);
    for (int k = 1; k < n.length; k++) {
      weight = functions.when(turn.equalTo(k), n[k]).otherwise(weight);
    }
    int[] kept = new int[n.length];
    for (GroupKey key : select(weighted((long) n.length * DRAWS, weight), threshold, 1).keySet()) {
      kept[(int) ((Long) key.values().get(0) % n.length)]++;
    }
    return kept;
  }

  private static boolean fits(int kept, double share) {
    double expected = share * DRAWS;
    return Math.abs(kept - expected) <= SDS * Math.sqrt(expected * (1 - share)) + 3;
  }

  @Tag("long")
  @Test
  void select_tableOfThePage_keepsTheSharesOfIt() {
    int[] n = {1, 13, 26, 31, 41};
    double[] share = {4.6e-7, 0.0061, 0.5399, 0.8647, 0.9990};
    int[] kept = kept(n, PAGE);
    for (int k = 0; k < n.length; k++) {
      assertTrue(fits(kept[k], share[k]), n[k] + " rows: " + kept[k]);
    }
    KeySelection two = lower(PAGE);
    int lower = kept(new int[] {26}, two)[0];
    assertFalse(fits(lower, share[2]), "power: a threshold two lower keeps " + lower);
  }

  /** A delta that can be seen in draws: 4.43 % of new keys are kept, 9.6 % by a lower threshold. */
  @Test
  void select_deltaOfATwentieth_isKeptAndAThresholdLowerByTwoIsDetected() {
    KeySelection threshold =
        new KeySelection(KeyThreshold.compute(PRICE, 0.05, 1, 1, Calibration.ZCDP));
    double most = 0.05 * DRAWS + SDS * Math.sqrt(0.05 * 0.95 * DRAWS);
    int kept = kept(new int[] {1}, threshold)[0];
    assertTrue(kept <= most && fits(kept, 0.0443), "kept " + kept);
    int lower = kept(new int[] {1}, lower(threshold))[0];
    assertTrue(lower > most, "power: kept " + lower);
  }

  /** The law of 1,000 selections over 1,000 keys of one row: expected 0.46; 8 have P below 1e-7. */
  @Tag("long")
  @Test
  void select_aMillionKeysOfOneRow_keepsAtMostSeven() {
    int kept = select(weighted(1_000_000, functions.lit(1)), PAGE, 3).size();
    assertTrue(kept <= 7, "kept " + kept);
  }

  private static List<String> sample() {
    List<String> texts = new ArrayList<>();
    for (int k = 0; k < 60; k++) {
      texts.addAll(Collections.nCopies(k, "key " + k % 30 + (k < 30 ? "a" : "\u00e1")));
    }
    return texts;
  }

  private static void assertSame(
      SortedMap<GroupKey, Long> one, SortedMap<GroupKey, Long> other, String why) {
    assertEquals(one, other, why);
  }

  @Tag("long")
  @Test
  void select_otherPartitionsAndExecution_isTheSameToTheBit() {
    SortedMap<GroupKey, Long> expected = select(texts(sample(), 1), PAGE, 5);
    assertTrue(expected.size() > 20 && expected.size() < 45, "some are kept");
    assertEquals(expected.keySet().stream().sorted().toList(), List.copyOf(expected.keySet()));
    for (int partitions : new int[] {1, 64}) {
      for (String adaptive : List.of("true", "false")) {
        // Few rows a shuffle's partition, and all in one.
        String shuffled = adaptive.equals("true") == (partitions == 1) ? "1" : "7";
        SortedMap<GroupKey, Long> found =
            KeyedFrames.with(
                "spark.sql.adaptive.enabled",
                adaptive,
                () ->
                    KeyedFrames.with(
                        "spark.sql.shuffle.partitions",
                        shuffled,
                        () -> select(texts(sample(), partitions), PAGE, 5)));
        assertSame(expected, found, partitions + " " + adaptive + " " + shuffled);
      }
    }
    assertNotEquals(expected.keySet(), select(texts(sample(), 1), PAGE, 6).keySet());
  }

  /** Noise is addressed by key: a new key that is not kept leaves no trace, not by a bit. */
  @Tag("long")
  @Test
  void select_aRowOfANewKeyMore_changesNothingUnlessItIsKept() {
    SortedMap<GroupKey, Long> without = select(texts(sample(), 2), PAGE, 5);
    for (int k = 0; k < 5; k++) {
      List<String> more = new ArrayList<>(sample());
      more.add("new " + k);
      assertSame(without, select(texts(more, 3), PAGE, 5), "new key " + k);
    }
  }

  @Test
  void select_aRowOfAKeyMore_movesItsCountByOne() {
    String key = "key 29\u00e1";
    List<String> more = new ArrayList<>(sample());
    more.add(key);
    SortedMap<GroupKey, Long> one = select(texts(sample(), 2), PAGE, 5);
    SortedMap<GroupKey, Long> other = select(texts(more, 2), PAGE, 5);
    SortedMap<GroupKey, Long> expected = new TreeMap<>(one);
    assertTrue(
        expected.computeIfPresent(GroupKey.of(key), (same, count) -> count + 1) != null,
        "a key of 59 rows is kept");
    assertEquals(expected, other);
  }

  /** Weights add up, and are not rows: 5 rows of weight 20 are as 100. */
  @Test
  void select_weights_areSummed() {
    KeySelection threshold =
        new KeySelection(KeyThreshold.compute(PRICE, 1e-6, 2, 20, Calibration.ZCDP));
    Dataset<Row> five =
        weighted(1, functions.lit(20))
            .crossJoin(KeyedFrames.session().range(100).select())
            .select(KeyColumns.KEY, KeyColumns.WEIGHT);
    Dataset<Row> once = weighted(1, functions.lit(2000));
    assertSame(select(once, threshold, 9), select(five, threshold, 9), "100 rows of 20");
    assertEquals(
        2000,
        (double) select(once, threshold, 9).get(select(once, threshold, 9).firstKey()),
        5 * threshold.threshold().variance().standardDeviation());
  }

  @Test
  void select_nothingOrNoRows_isEmpty() {
    SortedMap<GroupKey, Long> none = select(texts(List.of(), 1), PAGE, 1);
    assertEquals(Map.of(), none);
    assertEquals(Map.of(), select(texts(List.of("a", "b"), 1), PAGE, 1));
  }

  @Test
  void select_moreThanMaxGroups_isRefusedWithTheReleasedNumber() {
    Dataset<Row> keyed = weighted(500, functions.lit(1000));
    ParamException refusal =
        assertThrows(ParamException.class, () -> PAGE.select(keyed, NoiseKey.fromSeed(1), 20));
    assertEquals("maxGroups", refusal.param());
    assertTrue(
        refusal.getMessage().contains("kept 500 groups, maxGroups is 20"), refusal.getMessage());
    assertEquals(500, PAGE.select(keyed, NoiseKey.fromSeed(1), 500).size());
  }

  /** What the selection costs is in the fit's own account before its first noise. */
  @Test
  void fit_privateKeys_drawsWhileItsAccountIsCharged() {
    PrivateMean stage =
        new PrivateMean()
            .setInputCol("v")
            .setDimension(1)
            .setGroupCols("g")
            .setKeySelection("private")
            .setKeyDelta(1e-6)
            .setRho(1);
    Dataset<Row> rows =
        KeyedFrames.session().range(200).selectExpr("array(double(id)) AS v", "id % 2 AS g");
    List<Boolean> draws = new ArrayList<>();
    Payment payment =
        new Payment() {
          @Override
          public double charge(double rho) {
            return rho;
          }

          @Override
          public void draw() {
            draws.add(
                StackWalker.getInstance()
                    .walk(
                        frames ->
                            frames.anyMatch(
                                frame ->
                                    frame.getClassName().equals(GroupLedger.class.getName()))));
          }
        };
    GroupedFit.fit(
        (FitRequest.Grouped) FitRequest.create(stage), rows, stage, 1, payment, Progress.UNHEARD);
    assertTrue(draws.size() > 1);
    assertFalse(draws.contains(false), "first: " + draws.get(0));
  }
}
