package org.privatemean.spark.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.privatemean.spark.column.MalformedVectors.DIMENSION;
import static org.privatemean.spark.column.MalformedVectors.doubles;
import static org.privatemean.spark.column.MalformedVectors.ints;
import static org.privatemean.spark.column.MalformedVectors.sparse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.spark.LocalSpark;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.column.MalformedVectors.Kind;
import org.privatemean.spark.column.MalformedVectors.Order;
import org.privatemean.spark.column.MalformedVectors.Source;

/**
 * Malformed vectors in every source: bit for bit the release of the table that has null in their
 * place, or the one sentence. A cell is a source, kind, rule and way to the rows; all of them are
 * fitted under the tag {@code long}, each in one of three orders with partitions, so that each kind
 * is fitted in each order.
 */
@Promise("malformed vectors are invalid rows and act on no other row")
final class VectorReaderMalformedTest {
  private static final String SENTENCE =
      "Input column features has a row that is null, holds a null, NaN or infinite coordinate, or"
          + " does not have 4 coordinates: mend the data or set handleInvalid to \"zero\", which takes"
          + " the zero vector for such a row";

  @TempDir Path folder;
  private int folders;

  private Path next() {
    return folder.resolve("rows" + folders++);
  }

  private static double[] values(int i) {
    return new double[] {10.5 + i % 7, i % 3, -2.25, 0.5 * (i % 11)};
  }

  private static Row dense(int i) {
    double[] row = values(i);
    return MalformedVectors.dense(row[0], row[1], row[2], row[3]);
  }

  /** A valid table, some of its rows sparse, with these vectors at every fourth place. */
  private static List<Row> table(int rows, List<Row> among) {
    List<Row> table = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      if (i % 4 == 2 && i / 4 < among.size()) {
        table.add(among.get(i / 4));
      } else if (i % 5 == 0) {
        table.add(sparse(4, ints(0, 3), doubles(values(i)[0], values(i)[3])));
      } else {
        table.add(dense(i));
      }
    }
    return table;
  }

  private static List<Row> structs(List<Kind> kinds) {
    return kinds.stream().map(Kind::struct).toList();
  }

  private static List<Row> nulls(int count) {
    return new ArrayList<>(Arrays.asList(new Row[count]));
  }

  private static <T> T on(boolean publicly, Supplier<T> action) {
    return publicly ? LocalSpark.withPublicCallsOnly(action) : action.get();
  }

  static Stream<Arguments> sourcesAndWays() {
    return Stream.of(Source.values())
        .flatMap(source -> Stream.of(Arguments.of(source, false), Arguments.of(source, true)));
  }

  /** All kinds in one table and one job. */
  @ParameterizedTest
  @MethodSource("sourcesAndWays")
  void decode_everyKindInOneTable_isInvalidNextToValidRows(Source source, boolean publicly) {
    List<Kind> kinds = MalformedVectors.seen();
    List<Row> table = table(4 * kinds.size() + 1, structs(kinds));
    Dataset<Row> frame = source.frame(table, next());
    List<double[]> found =
        publicly
            ? DecodedRows.publicly(frame, "features", DIMENSION)
            : DecodedRows.internally(frame, "features", DIMENSION);
    checkFound(table, found, kinds);
    if (publicly) {
      checkFound(table, DecodedRows.inPublicPasses(frame, "features", DIMENSION), kinds);
    }
    frame.unpersist();
  }

  private static void checkFound(List<Row> table, List<double[]> found, List<Kind> kinds) {
    assertEquals(table.size(), found.size());
    for (int i = 0; i < table.size(); i++) {
      double[] row = values(i);
      if (i % 4 == 2) {
        assertNull(found.get(i), kinds.get(i / 4).name());
      } else {
        double[] expected = i % 5 == 0 ? new double[] {row[0], 0, 0, row[3]} : row;
        assertArrayEquals(expected, found.get(i), "row " + i);
      }
    }
  }

  /** A whole fit of the default method over all kinds at once. */
  @Tag("long")
  @ParameterizedTest
  @MethodSource("rulesAndWays")
  void fit_everyKindInOneTable_isTheFitOfNulls(String rule, boolean publicly) {
    List<Kind> kinds = MalformedVectors.seen();
    PrivateMean mean =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(DIMENSION)
            .setRho(20)
            .setHandleInvalid(rule)
            .setNeighbours(rule.equals("skip") ? "addRemove" : "replace")
            .setSeed(14);
    Dataset<Row> malformed = Source.PARQUET.frame(table(300, structs(kinds)), next());
    Dataset<Row> missing = Source.PARQUET.frame(table(300, nulls(kinds.size())), next());
    assertEquals(
        mean.fit(missing).summary().release(),
        on(publicly, () -> mean.fit(malformed)).summary().release());
  }

  static Stream<Arguments> rulesAndWays() {
    return Stream.of("zero", "skip")
        .flatMap(rule -> Stream.of(Arguments.of(rule, false), Arguments.of(rule, true)));
  }

  /** One pass and a count. */
  private static PrivateMean clipped(String rule) {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setMethod("clipped")
        .setBound(65536)
        .setClippingNorm(65536)
        .setRho(0.5)
        .setHandleInvalid(rule)
        .setNeighbours(rule.equals("skip") ? "addRemove" : "replace")
        .setSeed(14);
  }

  private static String released(PrivateMean mean, Dataset<Row> frame, boolean publicly) {
    return on(publicly, () -> Arrays.toString(mean.fit(frame).mean().toArray()));
  }

  private static String refused(PrivateMean mean, Dataset<Row> frame, boolean publicly) {
    return assertThrows(InvalidRowException.class, () -> on(publicly, () -> mean.fit(frame)))
        .getMessage();
  }

  /** One kind of each check that the reader makes. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dense short",
        "dense without values",
        "sparse more indices",
        "sparse larger",
        "sparse index far",
        "type two"
      })
  void fit_aKind_isTheFitOfANullOrTheOneSentence(String name) {
    Kind kind =
        MalformedVectors.KINDS.stream().filter(one -> one.name().equals(name)).findFirst().get();
    Dataset<Row> malformed = Source.ORC.frame(table(200, List.of(kind.struct())), next());
    Dataset<Row> missing = Source.ORC.frame(table(200, nulls(1)), next());
    for (boolean publicly : new boolean[] {false, true}) {
      assertEquals(
          released(clipped("zero"), missing, publicly),
          released(clipped("zero"), malformed, publicly));
      assertEquals(SENTENCE, refused(clipped("error"), malformed, publicly));
    }
  }

  /** The power of a cell: a single coordinate that is off by one step of the lattice shows. */
  @Test
  void fit_aRowThatIsNotNull_isAnotherFit() {
    Dataset<Row> missing = Source.PARQUET.frame(table(200, nulls(1)), next());
    Row little = sparse(4, ints(1), doubles(16.0));
    Dataset<Row> other = Source.PARQUET.frame(table(200, List.of(little)), next());
    String expected = released(clipped("zero"), missing, false);
    assertFalse(expected.equals(released(clipped("zero"), other, false)));
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Source.class)
  void fit_everyCell_isTheFitOfANullOrTheOneSentence(Source source) {
    List<Kind> kinds = MalformedVectors.seen();
    int orders = Order.values().length;
    int turn = List.of(Source.values()).indexOf(source);
    for (boolean publicly : new boolean[] {false, true}) {
      turn++;
      for (Order order : Order.values()) {
        Dataset<Row> missing = frame(source, order, null);
        String zero = released(clipped("zero"), missing, publicly);
        String skip = released(clipped("skip"), missing, publicly);
        missing.unpersist();
        turn++;
        for (int k = turn % orders; k < kinds.size(); k += orders) {
          Kind kind = kinds.get(k);
          String cell = source + " " + order + " " + kind + (publicly ? " public" : " internal");
          Dataset<Row> malformed = frame(source, order, kind.struct());
          assertEquals(zero, released(clipped("zero"), malformed, publicly), cell);
          assertEquals(skip, released(clipped("skip"), malformed, publicly), cell);
          assertEquals(SENTENCE, refused(clipped("error"), malformed, publicly), cell);
          malformed.unpersist();
        }
      }
    }
  }

  private Dataset<Row> frame(Source source, Order order, Row among) {
    List<Row> table = table(40, new ArrayList<>(Arrays.asList(among, among)));
    return order.split(source.frame(order.of(table), next()));
  }

  /** What a program can make of an ml Vector by the arrays that it gives out. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {-1, 2, 4, Integer.MAX_VALUE})
  void fit_vectorWithChangedIndices_isTheFitOfANull(int index) {
    SparseVector vector = (SparseVector) Vectors.sparse(4, new int[] {0, 2}, new double[] {3, 4});
    vector.indices()[0] = index;
    Dataset<Row> changed = vectors(vector);
    Dataset<Row> missing = vectors(null);
    for (boolean publicly : new boolean[] {false, true}) {
      assertEquals(
          released(clipped("zero"), missing, publicly),
          released(clipped("zero"), changed, publicly));
      assertEquals(SENTENCE, refused(clipped("error"), changed, publicly));
    }
  }

  private static Dataset<Row> vectors(SparseVector odd) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(RowFactory.create(i == 20 ? odd : Vectors.dense(values(i))));
    }
    return LocalSpark.session().createDataFrame(rows, MalformedVectors.AS_VECTOR);
  }

  /** Types are told by kind: the fields of a struct may be keys that a reader saw. */
  @Test
  void fit_structShapedLikeAVector_isRefusedByItsTypeBeforeAnyJob() {
    Dataset<Row> structs = MalformedVectors.structs(List.of(dense(1)));
    for (boolean publicly : new boolean[] {false, true}) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> on(publicly, () -> clipped("zero").fit(structs)))
              .getMessage();
      assertEquals(
          "Input column features is not of required type: it must be a vector, array<double> or"
              + " array<float>, but is an object",
          message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "int, each element a whole number: cast it to array<double>",
    "'decimal(9,2)', each element a decimal number: cast it to array<double>",
    "string, each element text"
  })
  void fit_arrayOfOtherNumbers_saysWhatToCast(String element, String end) {
    Dataset<Row> rows =
        LocalSpark.session()
            .range(3)
            .selectExpr("cast(array(id) AS array<" + element + ">) AS features");
    String message =
        assertThrows(IllegalArgumentException.class, () -> clipped("zero").fit(rows)).getMessage();
    assertTrue(message.endsWith("but is an array, " + end), message);
  }

  /** Nulls that a query may lose are seen, or read as some number; which the page says. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(Source.class)
  void decode_missingNulls_doNotChangeOtherRows(Source source) {
    List<Kind> kinds =
        MalformedVectors.KINDS.stream()
            .filter(kind -> MalformedVectors.NULLS_LOST.contains(kind.name()))
            .toList();
    Dataset<Row> frame = source.frame(table(4 * kinds.size() + 1, structs(kinds)), next());
    for (List<double[]> found :
        List.of(
            DecodedRows.internally(frame, "features", DIMENSION),
            DecodedRows.publicly(frame, "features", DIMENSION),
            DecodedRows.inPublicPasses(frame, "features", DIMENSION))) {
      assertEquals(4 * kinds.size() + 1, found.size());
      for (int i = 0; i < found.size(); i++) {
        if (i % 4 != 2) {
          double[] row = values(i);
          double[] expected = i % 5 == 0 ? new double[] {row[0], 0, 0, row[3]} : row;
          assertArrayEquals(expected, found.get(i), source.name().toLowerCase(Locale.ROOT) + i);
        }
      }
    }
    frame.unpersist();
    assertTrue(kinds.size() == MalformedVectors.NULLS_LOST.size());
  }
}
