package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/** What tables and requests that nobody prepared get: the table of the page on groups. */
final class GroupOddInputsTest {
  private static final int DIMENSION = 2;
  private static final StructType SCHEMA =
      new StructType()
          .add("features", SQLDataTypes.VectorType())
          .add("key", DataTypes.StringType)
          .add("number", DataTypes.IntegerType)
          .add("real", DataTypes.DoubleType)
          .add("person", DataTypes.StringType);

  /** Two groups of 200 rows, a and b. */
  private static Dataset<Row> rows() {
    return rows(400, i -> i % 2 == 0 ? "a" : "b");
  }

  private interface Keys {
    String of(int row);
  }

  private static Dataset<Row> rows(int count, Keys keys) {
    SplittableRandom random = new SplittableRandom(3);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] vector = {random.nextGaussian(), 5 + random.nextGaussian()};
      rows.add(
          RowFactory.create(
              Vectors.dense(vector), keys.of(i), i % 3, i % 2 == 0 ? 0.5 : Double.NaN, "p" + i));
    }
    return LocalSpark.session().createDataFrame(rows, SCHEMA);
  }

  private static PrivateMean stage() {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setGroupCols("key")
        .setPublicKeys("a", "b")
        .setRho(1)
        .setSeed(7L);
  }

  private static PrivateMean unlisted(PrivateMean stage) {
    stage.clear(stage.publicKeys());
    return stage;
  }

  private static Arguments refused(String what, UnaryOperator<PrivateMean> change, String says) {
    return Arguments.of(what, change, says);
  }

  static Stream<Arguments> requests() {
    return Stream.of(
        refused("no list of keys", s -> unlisted(s), "the groups are not specified"),
        refused("an empty list", s -> s.setPublicKeys(), "publicKeys is empty"),
        refused("a key twice", s -> s.setPublicKeys("a", "a"), "in the list twice"),
        refused("01 for an int", s -> s.setGroupCols("number").setPublicKeys("01"), "'01'"),
        refused("a word for an int", s -> s.setGroupCols("number").setPublicKeys("x"), "'x'"),
        refused("keys that are doubles", s -> s.setGroupCols("real"), "real"),
        refused("a column that is not there", s -> s.setGroupCols("nokey"), "nokey"),
        refused("a column twice", s -> s.setGroupCols("key", "key"), "twice"),
        refused("the vectors as keys", s -> s.setGroupCols("features"), "names inputCol"),
        refused("a list for two columns", s -> s.setGroupCols("key", "number"), "publicKeysTable"),
        refused(
            "a column of the fit's own names",
            s -> s.setInputCol("__privateMeanKey"),
            "__privateMeanKey"),
        refused("no table", s -> unlisted(s).setPublicKeysTable("none_such"), "none_such"),
        refused("a list and private keys", s -> s.setKeySelection("private"), "keySelection"),
        refused(
            "private keys without a delta",
            s -> unlisted(s).setKeySelection("private"),
            "keyDelta is not set"),
        refused("a delta for public keys", s -> s.setKeyDelta(1e-6), "keyDelta is set"),
        refused("a delta of 0", s -> s.setKeyDelta(0), "keyDelta"),
        refused("a delta below 0", s -> s.setKeyDelta(-1e-6), "keyDelta"),
        refused("a delta of 1", s -> s.setKeyDelta(1), "keyDelta"),
        refused("more keys than groups", s -> s.setMaxGroups(1), "maxGroups"),
        refused("several groups without persons", s -> s.setMaxGroupsPerPerson(3), "personCol"),
        refused("persons that are doubles", s -> s.setPersonCol("real"), "personCol"),
        refused("a column of persons that is not there", s -> s.setPersonCol("nobody"), "nobody"),
        refused("persons that are vectors", s -> s.setPersonCol("features"), "personCol"),
        refused(
            "weights without a bound",
            s -> s.setPersonCol("person").setPersonWeight("rows"),
            "maxRowsPerPerson"),
        refused("scaling auto", s -> s.setScaling("auto"), "auto"),
        refused(
            "skip where the number of rows is public",
            s -> s.setNeighbours("replace").setHandleInvalid("skip"),
            "handleInvalid"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void fit_invalidRequest_isRefusedBeforeAJob(
      String what, UnaryOperator<PrivateMean> change, String says) {
    Dataset<Row> rows = rows();
    int before = LocalSpark.jobs(null);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> change.apply(stage()).fit(rows), what);
    assertTrue(refused.getMessage().contains(says), refused.getMessage());
    assertEquals(before, LocalSpark.jobs(null));
  }

  private static List<String> statuses(PrivateMeanModel model) {
    List<String> statuses = new ArrayList<>();
    for (Row row : model.groups().select("key", "status").collectAsList()) {
      statuses.add(row.getString(0) + " " + row.getString(1));
    }
    return statuses;
  }

  @Test
  void fit_emptyTable_hasEveryKeyAndWarnsThatNoneHasAMean() {
    PrivateMeanModel model = stage().fit(rows().filter("person is null"));
    assertEquals(List.of("a tooSmall", "b tooSmall"), statuses(model));
    assertTrue(
        model.summary().warnings().stream().anyMatch(text -> text.contains("no group has a mean")),
        model.summary().warnings().toString());
  }

  @Tag("long")
  @Test
  void fit_nullUnlistedOrEmptyKeys_areNotCounted() {
    Dataset<Row> odd =
        rows(600, i -> i % 6 == 0 ? null : i % 6 == 1 ? "foreign" : i % 6 == 2 ? "" : "a");
    // A vector that cannot be read, of a row that is dropped for its key.
    Dataset<Row> broken =
        odd.withColumn(
            "features",
            functions
                .when(functions.col("key").equalTo("foreign"), functions.lit(null))
                .otherwise(functions.col("features")));
    PrivateMeanModel model = stage().setPublicKeys("a", "").fit(broken);
    assertEquals(List.of(" ok", "a ok"), statuses(model));
    assertEquals(600, model.transform(broken).count());
    assertEquals(
        200, model.transform(broken).filter(functions.col(model.getOutputCol()).isNull()).count());
  }

  @Test
  void fit_oneGroupOfNearlyAllRows_hasBoth() {
    PrivateMeanModel model = stage().fit(rows(10_000, i -> i % 100 == 0 ? "b" : "a"));
    assertEquals(List.of("a ok", "b ok"), statuses(model));
  }

  @Test
  void fit_equalRows_haveThatMean() {
    Dataset<Row> rows = rows();
    Row first = rows.first();
    List<Row> equal = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      equal.add(RowFactory.create(first.get(0), i % 2 == 0 ? "a" : "b", 1, 0.5, String.valueOf(i)));
    }
    PrivateMeanModel model = stage().fit(LocalSpark.session().createDataFrame(equal, SCHEMA));
    assertEquals(List.of("a ok", "b ok"), statuses(model));
    for (Row row : model.groups().select("mean").collectAsList()) {
      assertEquals(
          0, Vectors.sqdist(row.getAs(0), (org.apache.spark.ml.linalg.Vector) first.get(0)), 1e-6);
    }
  }

  /** Spark pads the texts of char(n), which a cast to string keeps. */
  @Test
  void fit_castOfPaddedText_warnsOfPublicKeysBeforeTheCharge() {
    SparkSession session = LocalSpark.session();
    session.sql("drop table if exists padded_keys");
    session.sql("create table padded_keys (key char(3), x double) using parquet");
    String vector = "array(x, x) features";
    Dataset<Row> cast =
        session.sql(
            "select string(k) key, features from (select key k, " + vector + " from padded_keys)");
    Dataset<Row> trimmed = session.sql("select rtrim(key) key, " + vector + " from padded_keys");
    String text =
        "group column key was cast from char(3), whose texts are padded with spaces: no row has"
            + " the public key 'a': select rtrim(key) in its place";
    FitRequest.Grouped request =
        (FitRequest.Grouped) FitRequest.create(stage(), Optional.<KeyRequest.File>empty());
    try (LogCapture log = new LogCapture()) {
      assertThrows(
          UnsupportedOperationException.class,
          () -> GroupedFit.fit(request, cast, stage(), DIMENSION, new NoMoney(), Progress.UNHEARD));
      assertTrue(log.seen().stream().anyMatch(line -> line.endsWith(text)));
    }
    assertTrue(stage().fit(cast).summary().warnings().contains(text));
    assertTrue(stage().fit(cast).summary().warningCodes().contains("paddedKeys"));
    assertFalse(stage().fit(trimmed).summary().warningCodes().contains("paddedKeys"));
    PrivateMean padded = stage().setPublicKeys("a  ", "bcd");
    assertFalse(padded.fit(cast).summary().warningCodes().contains("paddedKeys"));
    session.sql("drop table padded_keys");
  }

  /** Pays nothing. */
  private static final class NoMoney implements Payment {
    @Override
    public double charge(double rho) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void draw() {
      throw new UnsupportedOperationException();
    }
  }

  private static PrivateMeanModel selected(int keys) {
    return unlisted(stage())
        .setKeySelection("private")
        .setKeyDelta(1e-9)
        .fit(rows(keys, i -> String.format(Locale.ROOT, "key%07d", i)));
  }

  @Test
  void fit_privateKeysOfOneRowEach_keepsNone() {
    PrivateMeanModel model = selected(2000);
    assertEquals(0, model.groups().count());
    assertEquals(2000, model.transform(rows(2000, i -> "x")).count());
  }

  /** Of a person with keys that are private: whether one is kept must not show by a failure. */
  @Tag("long")
  @Test
  void fit_invalidRowOfAKeyThatIsNotKept_doesNotStopPersons() {
    Dataset<Row> broken =
        rows(401, i -> i == 400 ? "rare" : "a")
            .withColumn(
                "features",
                functions
                    .when(functions.col("key").equalTo("rare"), functions.lit(null))
                    .otherwise(functions.col("features")));
    PrivateMean persons =
        unlisted(stage()).setKeySelection("private").setKeyDelta(1e-9).setPersonCol("person");
    assertEquals(List.of("a ok"), statuses(persons.fit(broken)));
    Dataset<Row> kept = broken.withColumn("key", functions.lit("a"));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> persons.fit(kept));
    assertTrue(refused.getMessage().contains("column features"), refused.getMessage());
  }

  @Test
  @Tag("long")
  void fit_aMillionPrivateKeysOfOneRowEach_keepsNone() {
    assertEquals(0, selected(1_000_000).groups().count());
  }
}
