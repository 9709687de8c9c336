package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.QueryExecutionListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.mean.Encodings;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowPasses.RowFold;
import org.privatemean.rows.RowSample;
import org.privatemean.rows.Rows;
import org.privatemean.rows.RowsChangedException;
import org.privatemean.spark.column.VectorColumn;

/** Every way to the rows gives the same samples and the same totals. */
final class RowPassesTest {
  private static final int DIMENSION = 3;
  private static final int ROWS = 500;

  /** The ways to the rows. */
  enum Way {
    SCANNED,
    HELD,
    PUBLIC;

    Rows rows(Dataset<Row> frame, InvalidRows rule) {
      VectorColumn column = VectorColumn.find(frame.schema(), "features");
      Supplier<Rows> rows = () -> SparkRows.create(frame, column, DIMENSION, rule);
      return this == PUBLIC ? LocalSpark.withPublicCallsOnly(rows) : rows.get();
    }

    RowPasses passes(Rows rows) {
      return passes(rows, PassMemory.measure(LocalSpark.session(), DIMENSION));
    }

    RowPasses passes(Rows rows, PassMemory memory) {
      return this == PUBLIC
          ? ((SparkRows) rows).passes(memory).orElseThrow()
          : ((ClassicRows) rows).passes(memory, this == HELD).orElseThrow();
    }

    RowPasses passes(Dataset<Row> frame, InvalidRows rule) {
      return passes(rows(frame, rule));
    }
  }

  /** The first coordinates of rows, which are counted. */
  private record Numbers(List<Integer> numbers) implements Block {
    @Override
    public int rows() {
      return numbers.size();
    }

    @Override
    public byte[] toBytes() {
      throw new UnsupportedOperationException("a sample is encoded by the driver");
    }
  }

  private record NumbersEncoder(int dimension) implements RowEncoder<Numbers> {
    @Override
    public BlockBuilder<Numbers> newBuilder() {
      return new BlockBuilder<>() {
        private List<Integer> numbers = new ArrayList<>();

        @Override
        public void add(double[] row) {
          numbers.add((int) row[0]);
        }

        @Override
        public boolean isFull() {
          return numbers.size() == 64;
        }

        @Override
        public boolean isEmpty() {
          return numbers.isEmpty();
        }

        @Override
        public Numbers build() {
          Numbers built = new Numbers(numbers);
          numbers = new ArrayList<>();
          return built;
        }
      };
    }

    @Override
    public Numbers read(byte[] bytes) {
      throw new UnsupportedOperationException("a sample is encoded by the driver");
    }
  }

  private record Counts(int size) implements Fold<Numbers> {
    @Override
    public void add(Numbers block, long[] totals) {
      block.numbers().forEach(number -> totals[number]++);
    }
  }

  private static RowSample sample(int key, int halvings) {
    return RowSample.of(NoiseKey.fromSeed(key).substream(1, 2, 3), halvings, ROWS);
  }

  /** So often the row of each number is in the sample. */
  private static long[] counts(RowPasses passes, RowSample sample) {
    RowPasses.Sample<Numbers> found = passes.sample(new NumbersEncoder(DIMENSION), sample);
    long[] counts = found.blocks().fold(new Counts(ROWS), "count");
    assertEquals(found.rows(), Arrays.stream(counts).sum());
    return counts;
  }

  private static RowFold fold() {
    return Encodings.pass(new double[] {250, 0.5, -1}, 40);
  }

  /** Row i begins with i. */
  private static double[][] data() {
    SplittableRandom random = new SplittableRandom(31);
    double[][] rows = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      rows[i] =
          new double[] {i, random.nextInt(3) == 0 ? 0 : random.nextInt(80) / 8.0, 1e-3 * i * i};
    }
    return rows;
  }

  /** Where rows come from: in some partitions each, more than there are tasks to read them. */
  enum Plan {
    SHUFFLED,
    PERSISTED,
    COALESCED,
    UNITED,
    OF_THE_PLAN,
    WITH_EMPTY_PARTITIONS;

    Dataset<Row> frame(double[][] rows) {
      return switch (this) {
        case SHUFFLED -> LocalSpark.frame(rows, LocalSpark.Form.DENSE, 7);
        case PERSISTED -> LocalSpark.frame(rows, LocalSpark.Form.DENSE, 9).persist();
        case COALESCED -> LocalSpark.frame(rows, LocalSpark.Form.DENSE, 7).coalesce(3);
        case UNITED ->
            LocalSpark.frame(Arrays.copyOf(rows, 150), LocalSpark.Form.DENSE, 3)
                .union(
                    LocalSpark.frame(
                        Arrays.copyOfRange(rows, 150, rows.length), LocalSpark.Form.DENSE, 4));
        case OF_THE_PLAN -> local(rows);
        case WITH_EMPTY_PARTITIONS ->
            LocalSpark.frame(rows, LocalSpark.Form.DENSE, 8)
                .filter(functions.spark_partition_id().bitwiseAND(1).equalTo(1));
      };
    }

    private static Dataset<Row> local(double[][] rows) {
      List<Row> list = new ArrayList<>();
      for (double[] row : rows) {
        list.add(RowFactory.create(Vectors.dense(row)));
      }
      return LocalSpark.session()
          .createDataFrame(list, new StructType().add("features", SQLDataTypes.VectorType()));
    }
  }

  /** The numbers of the rows of each partition, by an RDD of rows. */
  private static List<List<Integer>> partitions(Dataset<Row> frame) {
    return frame.javaRDD().map(row -> (int) ((Vector) row.get(0)).apply(0)).glom().collect();
  }

  /**
   * The bits are those of the partitions of the input, in the order of their rows. Two tasks read
   * them: bits by task would repeat, or be others.
   */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(Plan.class)
  void sample_anyWay_isByPartitionsOfTheInput(Plan plan) {
    Dataset<Row> frame = plan.frame(data());
    List<List<Integer>> partitions = partitions(frame);
    assertTrue(partitions.size() > 2 || plan == Plan.OF_THE_PLAN, () -> "" + partitions.size());
    for (int halvings : new int[] {1, 3}) {
      RowSample sample = sample(halvings, halvings);
      long[] expected = new long[ROWS];
      for (int p = 0; p < partitions.size(); p++) {
        RowSample.Picks picks = sample.picks(p);
        partitions.get(p).stream()
            .filter(number -> picks.next())
            .forEach(number -> expected[number]++);
      }
      assertNotEquals(0, Arrays.stream(expected).sum());
      for (Way way : Way.values()) {
        try (RowPasses passes = way.passes(frame, InvalidRows.ERROR)) {
          assertArrayEquals(expected, counts(passes, sample), way::name);
          assertArrayEquals(expected, counts(passes, sample), () -> way + " again");
          assertNotEquals(
              Arrays.toString(expected), Arrays.toString(counts(passes, sample(7, halvings))));
        }
      }
    }
    frame.unpersist();
  }

  /** Of one partition, in the order of the rows in memory. */
  private static Dataset<Row> onePartition(double[][] rows, LocalSpark.Form form) {
    return LocalSpark.frame(rows, form, 1);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(LocalSpark.Form.class)
  void passes_anyFormAndRule_areThoseOfTheRowsInMemory(LocalSpark.Form form) {
    double[][] data = withInvalidRows(form);
    Dataset<Row> frame = onePartition(data, form);
    for (InvalidRows rule : List.of(InvalidRows.ZERO, InvalidRows.SKIP)) {
      RowPasses inMemory = InMemoryRows.of(data, DIMENSION, rule).passes().orElseThrow();
      long[] sample = counts(inMemory, sample(5, 1));
      long[] totals = inMemory.fold(fold(), "one pass");
      for (Way way : Way.values()) {
        try (RowPasses passes = way.passes(frame, rule)) {
          assertArrayEquals(totals, passes.fold(fold(), "one pass"), way::name);
          assertArrayEquals(sample, counts(passes, sample(5, 1)), way::name);
          assertArrayEquals(totals, passes.fold(fold(), "one pass"), way::name);
        }
      }
    }
  }

  /** Invalid rows among those of the sample and among the others. */
  private static double[][] withInvalidRows(LocalSpark.Form form) {
    double[][] rows = data();
    for (int i = 0; i < 40; i += 5) {
      rows[i] = null;
      rows[i + 1] = new double[] {i + 1, Double.NaN, 2};
      rows[i + 2] = new double[] {i + 2, 2, Double.NEGATIVE_INFINITY};
      rows[i + 3] = new double[] {i + 3, 2};
      rows[i + 4] = new double[] {i + 4, 2, 3, 4};
    }
    rows[61] = new double[] {61, 1e200, -1e300};
    rows[62] = new double[] {62, -0.0, Double.MIN_VALUE};
    if (form == LocalSpark.Form.FLOATS) {
      for (double[] row : rows) {
        for (int j = 0; row != null && j < row.length; j++) {
          row[j] = (float) row[j];
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void fold_invalidRowThatEndsAFit_isReported(Way way) {
    double[][] data = data();
    data[77] = new double[] {77, Double.NaN, 2};
    Dataset<Row> frame = LocalSpark.frame(data, LocalSpark.Form.DENSE, 2);
    try (RowPasses passes = way.passes(frame, InvalidRows.ERROR)) {
      assertThrows(InvalidRowException.class, () -> passes.fold(fold(), "one pass"));
    }
  }

  /** A sample of tiles holds them: what is closed holds nothing, after a failure too. */
  @Test
  void close_heldRows_leavesNothingPersisted() {
    SparkContext context = LocalSpark.session().sparkContext();
    int before = context.getPersistentRDDs().size();
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DENSE, 3);
    RowPasses passes = Way.HELD.passes(frame, InvalidRows.ERROR);
    counts(passes, sample(1, 2));
    assertEquals(before + 1, context.getPersistentRDDs().size());
    counts(passes, sample(2, 2));
    assertEquals(before + 1, context.getPersistentRDDs().size());
    passes.close();
    assertEquals(before, context.getPersistentRDDs().size());
    double[][] data = data();
    data[77] = null;
    Dataset<Row> invalid = LocalSpark.frame(data, LocalSpark.Form.DENSE, 3);
    try (RowPasses failing = Way.HELD.passes(invalid, InvalidRows.ERROR)) {
      assertThrows(InvalidRowException.class, () -> counts(failing, sample(1, 2)));
    }
    assertEquals(before, context.getPersistentRDDs().size());
  }

  /** Rows read by {@link #counted}. */
  private static final AtomicInteger READ = new AtomicInteger();

  /** Rows left out by {@link #counted}. */
  private static volatile int missing;

  private static Dataset<Row> counted(Dataset<Row> frame) {
    READ.set(0);
    missing = -1;
    return frame.filter(
        (FilterFunction<Row>)
            row -> {
              READ.incrementAndGet();
              return (int) ((Vector) row.get(0)).apply(0) != missing;
            });
  }

  @Test
  void passes_heldRows_readTheSourceOnce() {
    Dataset<Row> frame = counted(LocalSpark.frame(data(), LocalSpark.Form.DENSE, 3));
    for (Way way : Way.values()) {
      READ.set(0);
      try (RowPasses passes = way.passes(frame, InvalidRows.ERROR)) {
        counts(passes, sample(1, 2));
        passes.fold(fold(), "one pass");
        passes.fold(fold(), "one pass");
      }
      assertEquals(way == Way.HELD ? ROWS : 3 * ROWS, READ.get(), way::name);
    }
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Way.class)
  void passes_rowsThatWereNotCounted_areDetected(Way way) {
    Dataset<Row> frame = counted(LocalSpark.frame(data(), LocalSpark.Form.DENSE, 3));
    for (InvalidRows rule : InvalidRows.values()) {
      missing = -1;
      Rows rows = way.rows(frame, rule);
      assertEquals(ROWS, rows.count());
      try (RowPasses passes = way.passes(rows)) {
        passes.fold(fold(), "one pass");
        missing = 4;
        assertThrows(RowsChangedException.class, () -> passes.fold(fold(), "one pass"));
        if (way == Way.HELD || rule != InvalidRows.SKIP) {
          assertThrows(RowsChangedException.class, () -> counts(passes, sample(1, 2)));
        }
      }
    }
  }

  /** So many totals that tasks merge them before they reach the driver. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void fold_fewResultsForTheDriver_areMergedExactly(Way way) {
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DENSE, 5);
    long bytes = 10L * fold().size() + 24;
    PassMemory tight = memory("spark.driver.maxResultSize", Long.toString(bytes));
    assertEquals(1, tight.mostResults(fold().size()));
    long[] expected;
    try (RowPasses passes = way.passes(frame, InvalidRows.ERROR)) {
      expected = passes.fold(fold(), "one pass");
    }
    try (RowPasses passes = way.passes(way.rows(frame, InvalidRows.ERROR), tight)) {
      assertArrayEquals(expected, passes.fold(fold(), "one pass"));
    }
  }

  private static PassMemory memory(String setting, String value) {
    return new PassMemory(
        (name, instead) -> name.equals(setting) ? value : instead, DIMENSION, 1L << 31);
  }

  /** Before a row is read, and by what the sample may have, not by what it has. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void passes_noRoom_areRefused(Way way) {
    Dataset<Row> frame = counted(LocalSpark.frame(data(), LocalSpark.Form.DENSE, 3));
    PassMemory small = memory("spark.driver.maxResultSize", Integer.toString(8 * ROWS * 3 - 1));
    PassMemory enough = memory("spark.driver.maxResultSize", Integer.toString(8 * ROWS * 3));
    Rows rows = way.rows(frame, InvalidRows.ERROR);
    try (RowPasses passes = way.passes(rows, small)) {
      ParamException refusal =
          assertThrows(ParamException.class, () -> counts(passes, sample(1, 5)));
      assertEquals("sampling", refusal.param());
      assertTrue(refusal.text().contains("spark.driver.maxResultSize"), refusal::text);
      assertThrows(ParamException.class, () -> passes.fold(fold(), "one pass"));
    }
    assertEquals(0, READ.get());
    try (RowPasses passes = way.passes(rows, enough)) {
      counts(passes, sample(1, 5));
    }
  }

  @Test
  void passes_weighted_areUnavailable() {
    Dataset<Row> frame =
        LocalSpark.frame(data(), LocalSpark.Form.DENSE, 1)
            .withColumn(KeyColumns.WEIGHT, functions.lit(2));
    VectorColumn column = VectorColumn.find(frame.schema(), "features");
    Supplier<Rows> weighted =
        () -> SparkRows.create(frame, column, DIMENSION, InvalidRows.ZERO, Optional.empty(), true);
    assertTrue(weighted.get().passes().isEmpty());
    assertTrue(LocalSpark.withPublicCallsOnly(weighted).passes().isEmpty());
  }

  @Test
  void source_isCheap_forCachedRows(@TempDir Path directory) {
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DOUBLES, 2);
    assertFalse(CachedSourceDetector.is(frame));
    String files = directory.resolve("rows").toString();
    frame.write().parquet(files);
    assertFalse(CachedSourceDetector.is(LocalSpark.session().read().parquet(files)));
    Dataset<Row> held = frame.withColumn("n", functions.lit(1).plus(functions.rand())).persist();
    Column features = functions.col("features");
    assertTrue(CachedSourceDetector.is(held));
    assertTrue(CachedSourceDetector.is(held.select(features.as("x"))));
    assertTrue(CachedSourceDetector.is(held.filter(functions.col("n").gt(1)).select(features)));
    assertTrue(CachedSourceDetector.is(held.union(held)));
    assertTrue(CachedSourceDetector.is(LocalSpark.session().range(5).toDF()));
    assertFalse(CachedSourceDetector.is(held.filter(functions.rand().lt(0.5)).select(features)));
    assertFalse(CachedSourceDetector.is(held.select(functions.array_sort(features))));
    assertFalse(CachedSourceDetector.is(held.sort("n")));
    assertFalse(CachedSourceDetector.is(held.join(held.select("n"), "n")));
    assertFalse(CachedSourceDetector.is(counted(Plan.OF_THE_PLAN.frame(data()))));
    held.unpersist();
  }

  /** Rows of what is persisted are counted by its batches, and others one by one. */
  @Test
  void count_persistedRows_isThatOfTheRows() {
    Dataset<Row> held = LocalSpark.frame(data(), LocalSpark.Form.DOUBLES, 3).persist();
    Column features = functions.col("features");
    Dataset<Row> chosen = held.select(functions.lit(1).as("one"), features);
    Dataset<Row> fewer = held.filter(functions.element_at(features, 1).lt(100));
    assertTrue(CachedSourceDetector.batches(chosen).isEmpty(), "not computed yet");
    assertEquals(ROWS, held.count());
    assertTrue(CachedSourceDetector.batches(chosen).isPresent());
    assertTrue(CachedSourceDetector.batches(fewer).isEmpty());
    assertTrue(CachedSourceDetector.batches(held.select(functions.explode(features))).isEmpty());
    assertTrue(CachedSourceDetector.batches(held.limit(3)).isEmpty());
    for (Way way : Way.values()) {
      assertEquals(ROWS, way.rows(chosen, InvalidRows.ZERO).count());
      assertEquals(100, way.rows(fewer, InvalidRows.ZERO).count());
    }
    held.unpersist();
    assertTrue(CachedSourceDetector.batches(chosen.select(features)).isEmpty());
  }

  /** What a plan shows of the sample is the name of a class. */
  @Test
  void sample_publicPlan_doesNotShowTheKey() throws TimeoutException {
    SparkSession session = LocalSpark.session();
    List<String> plans = new CopyOnWriteArrayList<>();
    QueryExecutionListener listener =
        new QueryExecutionListener() {
          @Override
          public void onSuccess(String function, QueryExecution query, long nanoseconds) {
            plans.add(query.toString() + query.analyzed().toJSON());
          }

          @Override
          public void onFailure(String function, QueryExecution query, Exception failure) {
            plans.add(query.toString());
          }
        };
    session.listenerManager().register(listener);
    try (RowPasses passes =
        Way.PUBLIC.passes(LocalSpark.frame(data(), LocalSpark.Form.DENSE, 2), InvalidRows.ERROR)) {
      counts(passes, sample(12, 2));
      session.sparkContext().listenerBus().waitUntilEmpty();
    } finally {
      session.listenerManager().unregister(listener);
    }
    BitSource bits = NoiseKey.fromSeed(12).substream(1, 2, 3);
    byte[] key = new byte[8];
    for (int k = 0; k < key.length; k++) {
      key[k] = (byte) bits.nextBits(8);
    }
    String plan = String.join("", plans);
    assertTrue(plan.contains("MapPartitions"), plan);
    String list = Arrays.toString(key);
    for (String form :
        List.of(
            list.substring(1, list.length() - 1),
            list.substring(1, list.length() - 1).replace(" ", ""),
            HexFormat.of().formatHex(key),
            Base64.getEncoder().encodeToString(key).substring(0, 10))) {
      assertFalse(plan.toLowerCase(Locale.ROOT).contains(form.toLowerCase(Locale.ROOT)), form);
    }
  }
}
