package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of bad input gets one error that names what is wrong, or its documented answer. */
final class PrivateMeanBadInputTest {
  private static final double SENTINEL = 31.8571934;

  static double[][] good(int rows) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] data = new double[rows][3];
    for (double[] row : data) {
      for (int j = 0; j < row.length; j++) {
        row[j] = 2 + 0.5 * random.nextGaussian();
      }
    }
    return data;
  }

  private static PrivateMean estimator() {
    return new PrivateMean().setInputCol("features").setDimension(3).setBound(40).setRho(0.5);
  }

  private static String refused(PrivateMean estimator, Dataset<Row> frame) {
    return assertThrows(IllegalArgumentException.class, () -> estimator.fit(frame)).getMessage();
  }

  private static Dataset<Row> frame() {
    return LocalSpark.frame(good(300), LocalSpark.Form.DENSE, 2);
  }

  /** A frame that fails when a row is read, to show that a refusal came before. */
  private static Dataset<Row> unreadable() {
    double[][] rows = good(300);
    rows[0] = null;
    return LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "NaN", "infinity", "short", "long", "element"})
  void fit_invalidRow_isRefusedWithoutItsValues(String kind) {
    Dataset<Row> frame = withInvalidRow(kind);
    String message = refused(estimator(), frame);
    assertTrue(message.contains("features") && message.contains("handleInvalid"), message);
    assertFalse(message.contains("31.857"), message);
    assertEquals(
        message, LocalSpark.withPublicCallsOnly(() -> refused(estimator(), withInvalidRow(kind))));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"null", "NaN", "infinity", "short", "long", "element"})
  void fit_invalidRowAsZero_isTheFitWithAZeroRow(String kind) {
    double[][] rows = good(300);
    rows[17] = new double[3];
    PrivateMean zero = estimator().setHandleInvalid("zero").setSeed(1);
    double[] expected = mean(zero, LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2));
    assertArrayEquals(expected, mean(zero, withInvalidRow(kind)), 0.0);
    assertArrayEquals(
        expected, LocalSpark.withPublicCallsOnly(() -> mean(zero, withInvalidRow(kind))), 0.0);
  }

  private static double[] mean(PrivateMean estimator, Dataset<Row> frame) {
    return estimator.fit(frame).mean().toArray();
  }

  private static Dataset<Row> withInvalidRow(String kind) {
    double[][] rows = good(300);
    switch (kind) {
      case "null" -> rows[17] = null;
      case "NaN" -> rows[17] = new double[] {SENTINEL, Double.NaN, 1};
      case "infinity" -> rows[17] = new double[] {SENTINEL, 1, Double.NEGATIVE_INFINITY};
      case "short" -> rows[17] = new double[] {SENTINEL, 1};
      case "long" -> rows[17] = new double[] {SENTINEL, 1, 2, 3};
      default -> {
        return withNullElement(rows);
      }
    }
    return LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2);
  }

  private static Dataset<Row> withNullElement(double[][] rows) {
    StructType schema =
        new StructType().add("features", DataTypes.createArrayType(DataTypes.DoubleType, true));
    List<Row> list = new ArrayList<>();
    for (double[] row : rows) {
      list.add(RowFactory.create((Object) new Double[] {row[0], row[1], row[2]}));
    }
    list.set(17, RowFactory.create((Object) new Double[] {SENTINEL, null, 1.0}));
    return LocalSpark.session().createDataFrame(list, schema).repartition(2);
  }

  @Test
  void fit_missingColumn_isRefused() {
    String message = refused(estimator().setInputCol("nope"), frame());
    assertEquals("Input column nope does not exist. Number of columns: 1", message);
  }

  @Test
  void fit_columnNamesWithBraces_areUnchangedInRefusals() {
    Dataset<Row> frame = frame().withColumnRenamed("features", "a{b}");
    assertEquals(
        "Input column c{rho} does not exist. Number of columns: 1",
        refused(estimator().setInputCol("c{rho}"), frame));
    assertEquals(
        "Output column a{b} already exists: set outputCol to another",
        refused(estimator().setInputCol("a{b}").setOutputCol("a{b}"), frame));
    PrivateMean unknown = new PrivateMean().setInputCol("a{b}").setRho(0.5);
    String message = refused(unknown, frame);
    assertTrue(message.contains("input column a{b} does"), message);
    double[][] rows = good(300);
    rows[17] = null;
    Dataset<Row> bad =
        LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2).withColumnRenamed("features", "a{b}");
    message = refused(estimator().setInputCol("a{b}"), bad);
    assertTrue(message.startsWith("Input column a{b} has"), message);
  }

  @Test
  void fit_wrongType_isRefused() {
    Dataset<Row> texts =
        LocalSpark.session()
            .createDataFrame(
                List.of(RowFactory.create("a")),
                new StructType().add("features", DataTypes.StringType));
    String message = refused(estimator(), texts);
    assertTrue(message.contains("features is not of required type"), message);
    assertTrue(message.endsWith("but is text"), message);
    message = refused(estimator(), LocalSpark.session().range(9).toDF("features"));
    assertTrue(message.contains("but is a whole number: make it array(double(column))"), message);
  }

  @Test
  void fit_existingOutputColumn_isRefused() {
    String message = refused(estimator().setOutputCol("features"), unreadable());
    assertTrue(message.contains("features already exists"), message);
  }

  @Test
  void fit_unsetInputCol_isRefused() {
    String message = refused(new PrivateMean().setRho(1).setBound(1).setDimension(3), frame());
    assertTrue(message.contains("inputCol is not set"), message);
  }

  @Test
  void fit_unknownDimension_isRefusedBeforeAnyRowIsRead() {
    PrivateMean estimator = new PrivateMean().setInputCol("features").setBound(40).setRho(0.5);
    String message = refused(estimator, unreadable());
    assertTrue(message.contains("dimension is not set"), message);
  }

  @Test
  void fit_noBudget_isRefused() {
    PrivateMean estimator = new PrivateMean().setInputCol("features").setDimension(3).setBound(40);
    assertTrue(refused(estimator, unreadable()).contains("budget is not set"));
  }

  @Test
  void fit_bothBudgets_isRefused() {
    assertTrue(refused(estimator().setEpsilon(1), unreadable()).contains("both rho and epsilon"));
    assertTrue(refused(estimator().setDelta(1e-6), unreadable()).contains("both rho and epsilon"));
  }

  @Test
  void fit_halfOfAnApproximateBudget_isRefused() {
    PrivateMean half = new PrivateMean().setInputCol("features").setDimension(3).setBound(40);
    assertTrue(refused(half.setEpsilon(1), unreadable()).contains("epsilon and delta"));
  }

  @Test
  void fit_missingOrContradictingBounds_isRefused() {
    PrivateMean none =
        new PrivateMean().setInputCol("features").setDimension(3).setMethod("clipped").setRho(1);
    assertTrue(refused(none, unreadable()).contains("needs a public bound"));
    assertTrue(
        refused(estimator().setCoordinateBound(3), unreadable()).contains("more than one kind"));
    assertTrue(refused(none.setRadius(3), unreadable()).contains("sigmaMin is not set"));
    none.setSigmaMin(2).setSigmaMax(1);
    assertTrue(refused(none, unreadable()).contains("sigmaMax must be at least sigmaMin"));
    none.setSigmaMax(3).setResolution(1);
    assertTrue(refused(none, unreadable()).contains("resolution goes with bound"));
  }

  @ParameterizedTest
  @CsvSource({
    "rho,0",
    "rho,-1",
    "rho,NaN",
    "epsilon,0",
    "delta,0",
    "delta,1",
    "radius,0",
    "sigmaMin,-1",
    "sigmaMax,0",
    "bound,0",
    "coordinateBound,-2",
    "resolution,0",
    "clippingNorm,0",
    "beta,0",
    "beta,1"
  })
  void set_valueOutOfRange_isRefusedAtOnce(String name, double value) {
    PrivateMean estimator = new PrivateMean();
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> estimator.set(estimator.getParam(name), (Object) value))
            .getMessage();
    assertTrue(message.contains(name), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rho", "bound", "clippingNorm"})
  void fit_infiniteValue_isRefusedBeforeAnyRowIsRead(String name) {
    PrivateMean estimator = estimator();
    estimator.set(estimator.getParam(name), (Object) Double.POSITIVE_INFINITY);
    String message = refused(estimator, unreadable());
    assertTrue(message.contains(name), message);
  }

  @ParameterizedTest
  @CsvSource({
    "method,best",
    "thresholdGrid,linear",
    "handleInvalid,drop",
    "scaling,2",
    "neighbours,some"
  })
  void set_unknownChoice_isRefusedAtOnce(String name, String value) {
    PrivateMean estimator = new PrivateMean();
    assertThrows(
        IllegalArgumentException.class,
        () -> estimator.set(estimator.getParam(name), (Object) value));
  }

  @Test
  void fit_emptyFrame_releasesTheZeroVectorAndSpendsNothing() {
    PrivateMeanModel model =
        estimator()
            .setMethod("clipped")
            .fit(LocalSpark.frame(new double[0][], LocalSpark.Form.DENSE, 2));
    assertArrayEquals(new double[3], model.mean().toArray());
    assertTrue(model.summary().charges().isEmpty());
    assertTrue(model.summary().warnings().get(0).contains("too small"));
  }

  @Test
  void fit_tooFewRows_releasesTheZeroVectorWithTheNumberNeeded() {
    PrivateMean clipped = estimator().setMethod("clipped");
    PrivateMeanModel model = clipped.fit(LocalSpark.frame(good(20), LocalSpark.Form.DENSE, 2));
    assertArrayEquals(new double[3], model.mean().toArray());
    assertTrue(model.summary().clippingNorm().isEmpty());
    String warning = model.summary().warnings().get(0);
    assertTrue(warning.contains("n = 20") && warning.contains("rows are needed"), warning);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 10, 123})
  void fit_tooFewRowsToRecentre_isRefusedUnreadWithTheNumberNeeded(int rows) {
    String message = refused(estimator(), LocalSpark.frame(good(rows), LocalSpark.Form.DENSE, 2));
    assertTrue(message.contains("n = " + rows + " rows are too few"), message);
    assertTrue(message.contains("at least 124 are needed"), message);
  }

  @Test
  void fit_skipWithAPublicNumberOfRows_isRefused() {
    String message = refused(estimator().setHandleInvalid("skip"), unreadable());
    assertTrue(message.contains("set neighbours to addRemove"), message);
  }

  @Test
  void fit_boundsTooWideFor64Bits_isRefusedWithTheRemedy() {
    PrivateMean clipped = estimator().setMethod("clipped").setBound(1e12).setResolution(1e-9);
    String message = refused(clipped, frame());
    assertTrue(message.contains("64-bit") && message.contains("resolution"), message);
  }

  @Test
  void fit_dimensionAgainstMetadata_isRefused() {
    Dataset<Row> described =
        frame()
            .select(
                functions
                    .col("features")
                    .as("features", new AttributeGroup("features", 4).toMetadata()));
    assertTrue(refused(estimator(), described).contains("metadata"));
  }

  @Test
  void transform_existingOutputColumn_isRefused() {
    PrivateMeanModel model = estimator().fit(frame()).setOutputCol("features");
    assertThrows(IllegalArgumentException.class, () -> model.transform(frame()));
  }
}
