package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
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
import org.privatemean.Promise;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.rows.InvalidRowException;

@Promise("a fit of persons is a fit of their own means, bit for bit")
final class PrivateMeanPersonsTest {
  private static final int PERSONS = 400;
  private static final int DIMENSION = 4;
  private static final StructType SCHEMA =
      new StructType().add("user", DataTypes.StringType).add("features", SQLDataTypes.VectorType());

  private static List<List<double[]>> persons() {
    SplittableRandom random = new SplittableRandom(8);
    List<List<double[]>> persons = new ArrayList<>();
    for (int p = 0; p < PERSONS; p++) {
      int visits = 1 + (int) (3 / (0.02 + random.nextDouble()));
      double[] centre = random.doubles(DIMENSION).toArray();
      // Who comes often differs, so that weights make another mean.
      centre[0] += visits > 20 ? 1 : 0;
      List<double[]> rows = new ArrayList<>();
      for (int i = 0; i < visits; i++) {
        double[] row = centre.clone();
        Arrays.setAll(row, j -> row[j] + 0.3 * random.nextGaussian());
        rows.add(row);
      }
      persons.add(rows);
    }
    return persons;
  }

  private static Dataset<Row> frame(List<List<double[]>> persons, int times, int partitions) {
    List<Row> rows = new ArrayList<>();
    for (int p = 0; p < persons.size(); p++) {
      for (int t = 0; t < times; t++) {
        for (double[] row : persons.get(p)) {
          rows.add(RowFactory.create("person " + p, Vectors.dense(row)));
        }
      }
    }
    return LocalSpark.session().createDataFrame(rows, SCHEMA).repartition(partitions);
  }

  /** The own means by BigDecimal: the sum rounded once, the quotient again. */
  private static double[][] means(List<List<double[]>> persons) {
    double[][] means = new double[persons.size()][DIMENSION];
    for (int p = 0; p < means.length; p++) {
      List<double[]> rows = persons.get(p);
      Arrays.setAll(
          means[p],
          j ->
              rows.stream()
                      .map(row -> new BigDecimal(row[j]))
                      .reduce(BigDecimal.ZERO, BigDecimal::add)
                      .doubleValue()
                  / rows.size());
    }
    return means;
  }

  private static PrivateMean stage(String neighbours) {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setRho(1)
        .setSeed(5)
        .setNeighbours(neighbours);
  }

  private static PrivateMean ofPersons(String neighbours) {
    return stage(neighbours).setPersonCol("user");
  }

  @ParameterizedTest
  @CsvSource({"replace, recentred", "addRemove, recentred", "replace, shiftedClipped"})
  void fit_personCol_isTheFitOfThePersonsMeans(String neighbours, String method) {
    List<List<double[]>> persons = persons();
    Dataset<Row> means = LocalSpark.frame(means(persons), LocalSpark.Form.DENSE, 3);
    PrivateMean stage = stage(neighbours).setMethod(method);
    if (!method.equals("recentred")) {
      stage.setBound(16);
    }
    double[] expected = stage.fit(means).mean().toArray();
    stage.setPersonCol("user");
    PrivateMeanModel once = stage.fit(frame(persons, 1, 5));
    assertArrayEquals(expected, once.mean().toArray());
    assertEquals(neighbours.equals("replace"), once.summary().rows() == PERSONS);
    assertTrue(once.summary().toString().contains("persons"), once.summary().toString());
    assertTrue(once.summary().toJson().contains("\"unit\" : \"person\""));
    // All rows twice: the same own means.
    assertArrayEquals(expected, stage.fit(frame(persons, 2, 2)).mean().toArray());
    assertArrayEquals(
        expected,
        LocalSpark.withPublicCallsOnly(() -> stage.fit(frame(persons, 1, 7)).mean().toArray()));
  }

  /** With rows as weights, and all of them below k, twice the rows are twice the weight. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"replace", "addRemove"})
  void fit_weightsByRows_areTheSameOnAllPathsAndNearTheWeightedMean(String neighbours) {
    List<List<double[]>> persons = persons();
    int k = 40;
    PrivateMean stage =
        ofPersons(neighbours).setPersonWeight("rows").setMaxRowsPerPerson(k).setRho(20);
    PrivateMeanModel fitted = stage.fit(frame(persons, 1, 5));
    double[] found = fitted.mean().toArray();
    assertArrayEquals(
        found,
        LocalSpark.withPublicCallsOnly(() -> stage.fit(frame(persons, 1, 2)).mean().toArray()));
    double[] target = new double[DIMENSION];
    double weights = 0;
    double[][] means = means(persons);
    for (int p = 0; p < PERSONS; p++) {
      int w = Math.min(k, persons.get(p).size());
      weights += w;
      double[] mean = means[p];
      Arrays.setAll(target, j -> target[j] + w * mean[j]);
    }
    double total = weights;
    double[] deviations = fitted.summary().noiseStdDevs();
    for (int j = 0; j < DIMENSION; j++) {
      assertEquals(target[j] / total, found[j], 6 * deviations[j] + 0.05);
    }
    // The effective number of persons, with noise of deviation 1 / sqrt(0.04 rho).
    assertEquals(total / k, (double) fitted.summary().rows(), 8);
    assertTrue(fitted.summary().toString().contains("(noisy)"), fitted.summary().toString());
    assertTrue(fitted.summary().toJson().contains("\"maxRowsPerPerson\" : 40"));
    assertTrue(
        fitted.summary().charges().stream().anyMatch(each -> each.step().equals("row count")));
  }

  /** Weights that are all alike are no weights, but for what the noise of the count costs. */
  @Test
  void fit_twiceTheRowsAtTwiceTheWeight_isTheSameFit() {
    List<List<double[]>> persons = persons();
    persons.replaceAll(rows -> rows.subList(0, 1));
    PrivateMean stage = ofPersons("addRemove").setPersonWeight("rows");
    PrivateMeanSummary once = stage.setMaxRowsPerPerson(1).fit(frame(persons, 1, 3)).summary();
    assertArrayEquals(
        ofPersons("addRemove").fit(frame(persons, 1, 2)).mean().toArray(), once.mean());
    PrivateMeanSummary doubled = stage.setMaxRowsPerPerson(2).fit(frame(persons, 2, 3)).summary();
    // Twice the noise on twice the sums.
    assertEquals(1, doubled.noiseStdDevs()[0] / once.noiseStdDevs()[0], 0.25);
    assertEquals(PERSONS, (double) doubled.rows(), 40);
    double[] twice = doubled.mean();
    double[] mean = new double[DIMENSION];
    for (double[] each : means(persons)) {
      Arrays.setAll(mean, j -> mean[j] + each[j] / PERSONS);
    }
    double off = 0;
    for (int j = 0; j < DIMENSION; j++) {
      off = Math.max(off, Math.abs(twice[j] - mean[j]));
    }
    assertTrue(off < 0.1, "off by " + off);
  }

  @Test
  void fit_invalidRow_failsOnBothPaths() {
    Dataset<Row> frame =
        frame(persons().subList(0, 150), 1, 2)
            .withColumn(
                "features",
                functions
                    .when(functions.col("user").notEqual("person 3"), functions.col("features"))
                    .otherwise(functions.lit(null)));
    assertThrows(InvalidRowException.class, () -> ofPersons("replace").fit(frame));
    assertThrows(
        InvalidRowException.class,
        () -> LocalSpark.withPublicCallsOnly(() -> ofPersons("replace").fit(frame)));
  }

  /** Whose rows are all invalid is a person as well, and whose row has no id is none. */
  @Tag("long")
  @Test
  void fit_replace_countsTheIdsAndReadsNoVectorForIt() {
    Column user = functions.col("user");
    Column none = functions.lit(null);
    Dataset<Row> frame =
        frame(persons().subList(0, 150), 1, 3)
            .withColumn(
                "features", functions.when(user.notEqual("person 3"), functions.col("features")))
            .withColumn("user", functions.when(user.notEqual("person 4"), user).otherwise(none));
    PrivateMean zero = ofPersons("replace").setHandleInvalid("zero");
    PrivateMeanModel model = zero.fit(frame);
    assertEquals(149, model.summary().rows());
    assertArrayEquals(
        model.mean().toArray(),
        LocalSpark.withPublicCallsOnly(() -> zero.fit(frame).mean().toArray()));
    // The count ends the fit before the invalid row could.
    PrivateMean poor = ofPersons("replace").setRho(1e-6);
    assertThrows(TooFewRowsException.class, () -> poor.fit(frame));
    assertThrows(
        TooFewRowsException.class, () -> LocalSpark.withPublicCallsOnly(() -> poor.fit(frame)));
  }

  @Test
  void transformSchema_personColOfAnotherType_isRefused() {
    Dataset<Row> frame = frame(persons().subList(0, 2), 1, 1);
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                ofPersons("replace")
                    .transformSchema(frame.withColumn("user", functions.lit(1.5)).schema()));
    assertTrue(refusal.getMessage().contains("personCol"), refusal.getMessage());
    refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> ofPersons("replace").setHandleInvalid("skip").fit(frame));
    assertTrue(refusal.getMessage().contains("neighbours"), refusal.getMessage());
    assertNotEquals("", refusal.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            ofPersons("replace")
                .setPersonWeight("rows")
                .setMaxRowsPerPerson(9)
                .setMethod("clipped")
                .setBound(9)
                .fit(frame));
  }
}
