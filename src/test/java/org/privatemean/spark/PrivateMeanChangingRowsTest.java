package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;
import org.privatemean.rows.RowsChangedException;
import org.privatemean.spark.column.Eighths;
import org.privatemean.spark.column.VectorColumn;
import scala.reflect.ClassTag$;

/** Rows that are not the same whenever they are read: the fit stops, or there was no harm. */
@Promise("a fit whose rows change between passes stops")
final class PrivateMeanChangingRowsTest {
  private static final String SENTENCE =
      "the rows changed between two passes: write them to a table first";

  private static final int ROWS = 60;

  /** What the source does to its rows when it is read. */
  private enum Change {
    NOTHING(true),
    OTHER_ORDER(true),
    OTHER_PARTITIONS(true),
    ONE_MISSING(false),
    ONE_MORE(false),
    ONE_TWICE_AND_ONE_MISSING(false),
    LAST_BIT_OF_ONE(false),
    ONE_COORDINATE_EXCHANGED(false);

    private final boolean isHarmless;

    Change(boolean isHarmless) {
      this.isHarmless = isHarmless;
    }
  }

  /** The change to come: of the tasks in this JVM. */
  private static volatile Change change = Change.NOTHING;

  /** Rows of three coordinates, from a source of two partitions that reads {@link #change}. */
  private static Dataset<Row> frame() {
    return LocalSpark.session()
        .range(0, ROWS, 1, 2)
        .mapPartitions(new Source(), Encoders.LONG())
        .select(
            functions
                .array(
                    functions.col("value").bitwiseAND(63).cast("double"),
                    functions.floor(functions.col("value").divide(64)).cast("double"),
                    functions.lit(1.0))
                .as("features"));
  }

  /** Numbers k, or 64 m + k for rows of coordinates k and m. */
  private static final class Source implements MapPartitionsFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<Long> call(Iterator<Long> numbers) {
      List<Long> rows = new ArrayList<>();
      numbers.forEachRemaining(k -> rows.add(k + 64 * (k % 5)));
      boolean first = rows.get(0) == 0;
      switch (change) {
        case NOTHING -> {}
        case OTHER_ORDER -> Collections.reverse(rows);
        case OTHER_PARTITIONS -> {
          // The first row of each partition, which are known to be rows 0 and 30.
          rows.set(0, first ? 30L : 0L);
        }
        default -> {
          if (first) {
            changeOne(rows);
          }
        }
      }
      return rows.iterator();
    }

    private static void changeOne(List<Long> rows) {
      switch (change) {
        case ONE_MISSING -> rows.remove(7);
        case ONE_MORE -> rows.add(rows.get(7));
        case ONE_TWICE_AND_ONE_MISSING -> rows.set(7, rows.get(8));
        case LAST_BIT_OF_ONE -> rows.set(7, rows.get(7) ^ 1);
        default -> {
          long a = rows.get(7);
          long b = rows.get(8);
          rows.set(7, (a & ~63) | (b & 63));
          rows.set(8, (b & ~63) | (a & 63));
        }
      }
    }
  }

  static Stream<Arguments> changes() {
    return Stream.of(Change.values())
        .flatMap(kind -> Stream.of(Arguments.of(kind, false), Arguments.of(kind, true)));
  }

  private static Rows rows(boolean publicly, InvalidRows rule) {
    Dataset<Row> frame = frame();
    VectorColumn column = VectorColumn.find(frame.schema(), "features");
    Supplier<Rows> rows = () -> SparkRows.create(frame, column, Eighths.DIMENSION, rule);
    Rows read = publicly ? LocalSpark.withPublicCallsOnly(rows) : rows.get();
    assertEquals(publicly ? SparkRows.class : ClassicRows.class, read.getClass());
    return read;
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("changes")
  void fold_blocksLostAndEncodedAgain_detectsChanges(Change later, boolean publicly) {
    change = Change.NOTHING;
    Set<Integer> before = persisted();
    try (Blocks<Eighths> blocks =
        rows(publicly, InvalidRows.ERROR).prepare(new Eighths.Encoder())) {
      long[] first = blocks.fold(new Eighths.Sum(3), "sum");
      assertArrayEquals(first, blocks.fold(new Eighths.Sum(3), "sum"));
      change = later;
      // What is held does not change.
      assertArrayEquals(first, blocks.fold(new Eighths.Sum(3), "sum"));
      lose(before);
      if (later.isHarmless) {
        assertArrayEquals(first, blocks.fold(new Eighths.Sum(3), "sum"));
      } else {
        assertStops(() -> blocks.fold(new Eighths.Sum(3), "sum"));
      }
    } finally {
      change = Change.NOTHING;
    }
  }

  /** Rows that come or go between the count and the first pass. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"false, ERROR", "false, SKIP", "true, ZERO", "true, SKIP"})
  void fold_otherRowsThanWereCounted_stops(boolean publicly, InvalidRows rule) {
    for (Change later : List.of(Change.ONE_MISSING, Change.ONE_MORE)) {
      change = Change.NOTHING;
      Rows rows = rows(publicly, rule);
      assertEquals(ROWS, rows.count());
      try (Blocks<Eighths> blocks = rows.prepare(new Eighths.Encoder())) {
        change = later;
        assertStops(() -> blocks.fold(new Eighths.Sum(3), "sum"));
      } finally {
        change = Change.NOTHING;
      }
    }
  }

  private static void assertStops(Runnable pass) {
    RowsChangedException stop = assertThrows(RowsChangedException.class, pass::run);
    assertEquals(SENTENCE, stop.getMessage());
    assertEquals(null, stop.getCause());
  }

  private static Set<Integer> persisted() {
    return new HashSet<>(context().getPersistentRDDs().keySet());
  }

  /** As if the executors that held them were lost: what is needed of them is computed again. */
  private static void lose(Set<Integer> before) {
    int[] lost = {0};
    context()
        .getPersistentRDDs()
        .forEach(
            (id, rdd) -> {
              if (!before.contains(id)) {
                rdd.unpersist(true);
                lost[0]++;
              }
            });
    assertEquals(1, lost[0]);
  }

  private static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
  }

  private static int drawn;

  /** Leaves some of the 1000 rows out the first time that they are read. */
  private static synchronized boolean mostly(double unused) {
    drawn++;
    return drawn > 1000 || drawn % 10 != 0;
  }

  /** A whole fit over rows that are drawn anew for the count and for the blocks. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fit_rowsDrawnAtRandom_stopsWithTheRemedyAndNoNumber(boolean publicly) {
    double[][] data = new double[1000][3];
    Dataset<Row> frame =
        LocalSpark.frame(data, LocalSpark.Form.DOUBLES, 1)
            .filter(
                functions
                    .udf(
                        (UDF1<Double, Boolean>) PrivateMeanChangingRowsTest::mostly,
                        DataTypes.BooleanType)
                    .asNondeterministic()
                    .apply(functions.element_at(functions.col("features"), functions.lit(1))));
    for (String neighbours : List.of("replace", "addRemove")) {
      drawn = 0;
      PrivateMean mean =
          new PrivateMean()
              .setInputCol("features")
              .setDimension(3)
              .setRho(5)
              .setNeighbours(neighbours)
              .setSeed(3);
      if (publicly) {
        LocalSpark.withPublicCallsOnly(
            () -> {
              assertStops(() -> mean.fit(frame));
              return null;
            });
      } else {
        assertStops(() -> mean.fit(frame));
      }
    }
  }

  /** What is held goes to disk and over the wire by whichever serializer Spark was set to. */
  @Test
  void fingerprintedBlock_anySerializer_isReadBack() {
    double[] row = {3, 0.5, 0};
    var builder = new Eighths.Encoder().newBuilder();
    builder.add(row);
    FingerprintedBlock<Eighths> block =
        new FingerprintedBlock<>(builder.build(), RowFingerprint.compute(row));
    SparkConf conf = new SparkConf();
    for (SerializerInstance serializer :
        List.of(new JavaSerializer(conf).newInstance(), new KryoSerializer(conf).newInstance())) {
      FingerprintedBlock<?> read =
          serializer.deserialize(
              serializer.serialize(block, ClassTag$.MODULE$.apply(FingerprintedBlock.class)),
              ClassTag$.MODULE$.apply(FingerprintedBlock.class));
      assertEquals(block.fingerprint(), read.fingerprint());
      assertArrayEquals(block.block().toBytes(), read.block().toBytes());
    }
  }
}
