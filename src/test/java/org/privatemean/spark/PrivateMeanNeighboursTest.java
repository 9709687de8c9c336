package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.Charge;
import org.privatemean.release.Release;

/** Neighbours that add or remove a row: the number of rows is private, and comes with noise. */
@Promise("with addRemove the exact number of rows is never released")
final class PrivateMeanNeighboursTest {
  private static final int ROWS = 3000;
  private static final double RHO = 0.5;

  @TempDir Path directory;

  private static PrivateMean estimator(String method, String neighbours) {
    PrivateMean estimator =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(3)
            .setMethod(method)
            .setNeighbours(neighbours)
            .setRho(RHO)
            .setSeed(1);
    return method.equals("recentred") ? estimator : estimator.setBound(40);
  }

  private static PrivateMean estimator(String method) {
    return estimator(method, "addRemove");
  }

  private static Dataset<Row> frame(double[][] rows) {
    return LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clipped", "shiftedClipped", "recentred"})
  void fit_addRemove_releasesANoisyCountFirstAndNeverTheExactOne(String method) throws Exception {
    Dataset<Row> frame = frame(PrivateMeanBadInputTest.good(ROWS)).cache();
    Set<Long> counts = new HashSet<>();
    for (long seed = 1; seed <= 4; seed++) {
      PrivateMeanModel model = estimator(method).setSeed(seed).fit(frame);
      PrivateMeanSummary summary = model.summary();
      counts.add(summary.rows());
      assertEquals("addRemove", summary.neighbours());
      Charge first = summary.charges().get(0);
      assertEquals("row count", first.step());
      assertEquals(0.02 * RHO, first.rho(), 1e-15);
      double spent = summary.charges().stream().mapToDouble(Charge::rho).sum();
      assertEquals(RHO, spent, 1e-12);
      JsonNode report = new ObjectMapper().readTree(summary.toJson());
      assertEquals(summary.rows(), report.get("n").longValue());
      assertTrue(summary.countStdDev() > 0, summary::toString);
      assertEquals(summary.countStdDev(), report.get("countStdDev").doubleValue());
      assertTrue(summary.l2Radius() > summary.countStdDev());
      assertTrue(summary.toString().contains("count std dev"), summary::toString);
      assertEquals("addRemove", report.get("neighbours").textValue());
      assertTrue(
          summary.toString().contains("of n = " + summary.rows() + " rows (noisy)"),
          summary::toString);
      assertTrue(summary.toString().contains("neighbours add or remove one row"));
      assertTrue(Math.abs(summary.rows() - ROWS) < 6 * Math.sqrt(1 / (2 * 0.02 * RHO)));
      for (double coordinate : model.mean().toArray()) {
        assertEquals(2.0, coordinate, 0.2);
      }
      if (summary.rows() != ROWS) {
        String shown = summary + summary.toJson() + model + model.explainParams();
        // The digits of a uid are random.
        String withoutUid = shown.replace(model.uid(), "uid");
        assertFalse(withoutUid.contains(Integer.toString(ROWS)), shown);
      }
    }
    assertTrue(counts.size() > 2, counts::toString);
    frame.unpersist();
  }

  @Test
  void save_addRemove_keepsTheNoisyCount() throws Exception {
    PrivateMeanModel model = estimator("recentred").fit(frame(PrivateMeanBadInputTest.good(ROWS)));
    assertNotEquals(ROWS, model.summary().rows());
    model.write().overwrite().save(directory.resolve("model").toString());
    PrivateMeanSummary loaded =
        PrivateMeanModel.load(directory.resolve("model").toString()).summary();
    assertEquals(model.summary().release(), loaded.release());
  }

  private static double[][] withInvalidRows(double[][] good) {
    List<double[]> rows = new ArrayList<>(Arrays.asList(good));
    rows.add(0, null);
    rows.add(100, new double[] {1, Double.NaN, 1});
    rows.add(2000, new double[] {1, 2});
    rows.add(new double[] {Double.POSITIVE_INFINITY, 1, 1});
    return rows.toArray(double[][]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clipped", "shiftedClipped", "recentred"})
  void fit_skip_hasTheBitsOfTheFrameWithoutTheInvalidRows(String method) {
    double[][] good = PrivateMeanBadInputTest.good(ROWS);
    PrivateMean skip = estimator(method).setHandleInvalid("skip");
    PrivateMeanModel expected = estimator(method).fit(frame(good));
    PrivateMeanModel actual = skip.fit(frame(withInvalidRows(good)));
    assertEquals(expected.summary().release(), actual.summary().release());
    PrivateMeanModel zero =
        estimator(method).setHandleInvalid("zero").fit(frame(withInvalidRows(good)));
    assertEquals(expected.summary().rows() + 4, zero.summary().rows());
  }

  /** A block holds 4096 rows of one coordinate: nothing but invalid rows follows a full one. */
  @ParameterizedTest
  @ValueSource(strings = {"clipped", "shiftedClipped", "recentred"})
  void fit_skipOfAWholeBlockOrPartition_works(String method) {
    List<Row> valid = new ArrayList<>();
    double[][] good = PrivateMeanBadInputTest.good(4096);
    for (double[] row : good) {
      valid.add(RowFactory.create((Object) new double[] {row[0]}));
    }
    List<Row> invalid = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      invalid.add(RowFactory.create((Object) (i % 2 == 0 ? null : new double[] {Double.NaN})));
    }
    List<Row> both = new ArrayList<>(valid);
    both.addAll(invalid);
    PrivateMean skip = estimator(method).setDimension(1).setHandleInvalid("skip");
    Release expected = skip.fit(arrays(valid)).summary().release();
    assertEquals(expected, skip.fit(arrays(both)).summary().release());
    assertEquals(expected, skip.fit(arrays(valid).union(arrays(invalid))).summary().release());
  }

  private static Dataset<Row> arrays(List<Row> rows) {
    return LocalSpark.session()
        .createDataFrame(rows, new StructType().add("features", LocalSpark.Form.DOUBLES.type()))
        .coalesce(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clipped", "shiftedClipped"})
  void fit_tooFewRows_isRefusedWithTheNoisyCount(String method) {
    PrivateMean estimator = estimator(method).setRho(0.002);
    PrivateMeanSummary summary = estimator.fit(frame(PrivateMeanBadInputTest.good(11))).summary();
    assertNotEquals(11, summary.rows());
    assertTrue(summary.rows() >= 1);
    assertEquals(1, summary.charges().size());
    assertEquals(0.02 * 0.002, summary.charges().get(0).rho(), 1e-15);
    String warning = summary.warnings().get(0);
    assertTrue(warning.startsWith("n = " + summary.rows() + " is too small"), warning);
    assertTrue(warning.contains("only the count was spent"), warning);
    assertFalse(warning.contains("n = 11 "), warning);
  }

  @Test
  void fit_tooFewRowsForRecentred_isRefusedWithTheNoisyCount() {
    Set<String> messages = new HashSet<>();
    Dataset<Row> frame = frame(PrivateMeanBadInputTest.good(11));
    for (long seed = 1; seed <= 3; seed++) {
      PrivateMean estimator = estimator("recentred").setSeed(seed);
      String message =
          assertThrows(IllegalArgumentException.class, () -> estimator.fit(frame)).getMessage();
      assertTrue(message.matches("n = \\d+ rows are too few for rho = 0\\.5 and .*"), message);
      assertFalse(message.startsWith("n = 11 "), message);
      messages.add(message);
    }
    assertTrue(messages.size() > 1, messages::toString);
  }

  /** A sum has half the sensitivity; the count costs 2 % and moves n by a fraction of a percent. */
  @ParameterizedTest
  @ValueSource(strings = {"clipped", "shiftedClipped", "recentred"})
  void fit_addRemove_hasHalfTheNoiseOfReplace(String method) {
    Dataset<Row> frame = frame(PrivateMeanBadInputTest.good(ROWS));
    PrivateMeanSummary replace = estimator(method, "replace").fit(frame).summary();
    PrivateMeanSummary addRemove = estimator(method).fit(frame).summary();
    assertEquals(ROWS, replace.rows());
    assertFalse(replace.toString().contains("noisy"));
    assertEquals(0, replace.countStdDev());
    assertFalse(replace.toString().contains("count std dev"), replace::toString);
    double ofNorms = addRemove.clippingNorm().orElseThrow() / replace.clippingNorm().orElseThrow();
    double ratio = addRemove.noiseStdDev() / replace.noiseStdDev();
    assertEquals(0.5, ratio / ofNorms, 0.02);
    assertTrue(ratio < 0.6, "noise of addRemove is " + ratio + " of that of replace");
  }
}
