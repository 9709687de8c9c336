package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;
import org.privatemean.spark.column.Eighths;
import org.privatemean.spark.column.VectorColumn;

/** Which of the two ways to the rows is taken, and that both lead to the same rows. */
final class ClassicRowsTest {
  private static final int DIMENSION = Eighths.DIMENSION;

  private static double[][] data() {
    SplittableRandom random = new SplittableRandom(11);
    double[][] rows = new double[500][DIMENSION];
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.nextInt(3) == 0 ? 0 : random.nextInt(1000) / 8.0;
      }
    }
    rows[3] = null;
    rows[70] = new double[] {1, Double.NaN, 2};
    rows[71] = new double[] {1, 2, Double.POSITIVE_INFINITY};
    rows[200] = new double[] {1, 2};
    rows[499] = new double[] {1, 2, 3, 4};
    return rows;
  }

  private static Rows rows(Dataset<Row> frame, InvalidRows invalidRows) {
    VectorColumn column = VectorColumn.find(frame.schema(), "features");
    return SparkRows.create(frame, column, DIMENSION, invalidRows);
  }

  @Test
  void of_classicSession_takesTheClassicWayAndRunsNoJob() {
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DENSE, 2);
    int before = LocalSpark.jobs(null);
    assertInstanceOf(ClassicRows.class, rows(frame, InvalidRows.ZERO));
    assertEquals(before, LocalSpark.jobs(null));
  }

  @Test
  void of_publicCallsOnly_takesThePublicWay() {
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DENSE, 2);
    assertInstanceOf(
        SparkRows.class, LocalSpark.withPublicCallsOnly(() -> rows(frame, InvalidRows.ZERO)));
  }

  @Test
  void of_kryoThatMustKnowEveryClass_takesThePublicWay() {
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DENSE, 2);
    SparkConf live = LocalSpark.session().sparkContext().conf();
    live.set("spark.kryo.registrationRequired", "true");
    try {
      assertInstanceOf(SparkRows.class, rows(frame, InvalidRows.ZERO));
    } finally {
      live.remove("spark.kryo.registrationRequired");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.spark.sql.catalyst.expressions.UnsafeArrayData",
        "org.apache.spark.sql.execution.QueryExecution",
        "org.apache.spark.api.java.JavaRDD",
        "org.apache.spark.unsafe.Platform"
      })
  void of_withoutAnInternalClass_takesThePublicWay(String missing) throws Exception {
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DENSE, 2);
    ClassLoader loader = new Without(missing);
    Class<?> columns = loader.loadClass(VectorColumn.class.getName());
    Class<?> invalid = loader.loadClass(InvalidRows.class.getName());
    Method find = columns.getDeclaredMethod("find", frame.schema().getClass(), String.class);
    find.setAccessible(true);
    Object column = find.invoke(null, frame.schema(), "features");
    Method of =
        loader
            .loadClass(SparkRows.class.getName())
            .getDeclaredMethod("create", Dataset.class, columns, int.class, invalid);
    of.setAccessible(true);
    Object rows = of.invoke(null, frame, column, DIMENSION, invalid.getEnumConstants()[0]);
    assertEquals(SparkRows.class.getName(), rows.getClass().getName());
  }

  @ParameterizedTest
  @EnumSource(LocalSpark.Form.class)
  void fold_anyForm_isThatOfTheRowsInMemory(LocalSpark.Form form) {
    double[][] data = data();
    double[] sums = new double[DIMENSION];
    int valid = 0;
    for (double[] row : data) {
      double[] copy = row == null ? new double[DIMENSION] : row.clone();
      if (row != null && row.length == DIMENSION && InvalidRows.SKIP.apply(copy, "the data")) {
        valid++;
        for (int j = 0; j < DIMENSION; j++) {
          sums[j] += 8 * row[j];
        }
      }
    }
    long[] expected = {(long) sums[0], (long) sums[1], (long) sums[2]};
    for (int partitions : new int[] {1, 2, 40}) {
      Dataset<Row> frame = LocalSpark.frame(data, form, partitions);
      Rows skipping = rows(frame, InvalidRows.SKIP);
      assertInstanceOf(ClassicRows.class, skipping);
      assertEquals(valid, skipping.count());
      assertEquals(data.length, rows(frame, InvalidRows.ZERO).count());
      try (Blocks<Eighths> blocks = skipping.prepare(new Eighths.Encoder())) {
        // The first pass encodes, the second reads what was persisted.
        assertArrayEquals(expected, blocks.fold(new Eighths.Sum(DIMENSION), "sum"));
        assertArrayEquals(expected, blocks.fold(new Eighths.Sum(DIMENSION), "sum"));
      }
    }
  }

  /** The rows as a text, null or misshapen ones too, so that two ways to them can be compared. */
  private static List<String> texts(JavaRDD<InternalRow> rows, DataType... types) {
    return rows.map(
            row -> {
              StringBuilder text = new StringBuilder();
              for (int j = 0; j < types.length; j++) {
                text.append(row.isNullAt(j) ? "none" : row.get(j, types[j]).toString()).append(' ');
              }
              return text.toString();
            })
        .collect();
  }

  private static JavaRDD<InternalRow> scanned(Dataset<Row> frame) {
    return frame.queryExecution().toRdd().toJavaRDD();
  }

  @ParameterizedTest
  @EnumSource(LocalSpark.Form.class)
  void rows_persisted_areThoseOfSparksScan(LocalSpark.Form form) {
    String batch = "spark.sql.inMemoryColumnarStorage.batchSize";
    LocalSpark.session().conf().set(batch, 7);
    Dataset<Row> frame =
        LocalSpark.frame(data(), form, 5)
            .withColumn("id", functions.monotonically_increasing_id())
            .persist();
    try {
      assertTrue(CachedSourceDetector.rows(frame).isEmpty(), "not computed yet");
      assertEquals(data().length, frame.count());
      Dataset<Row> swapped = frame.select(functions.col("id").as("n"), functions.col("features"));
      DataType[] types = {DataTypes.LongType, form.type()};
      List<String> expected = texts(scanned(swapped), types);
      assertEquals(data().length, expected.size());
      assertEquals(expected, texts(CachedSourceDetector.rows(swapped).orElseThrow(), types));
      assertEquals(
          texts(scanned(frame), types[1], types[0]),
          texts(CachedSourceDetector.rows(frame).orElseThrow(), types[1], types[0]));
      assertTrue(CachedSourceDetector.rows(frame.filter("id > 3")).isEmpty());
      assertTrue(CachedSourceDetector.rows(frame.selectExpr("id + 1")).isEmpty());
    } finally {
      frame.unpersist();
      LocalSpark.session().conf().unset(batch);
    }
    assertTrue(CachedSourceDetector.rows(LocalSpark.frame(data(), form, 5)).isEmpty());
  }

  @Test
  void rows_evicted_areComputedUnderTheSettingsOfTheSession() {
    String zone = "spark.sql.session.timeZone";
    LocalSpark.session().conf().set(zone, "Asia/Tokyo");
    UserDefinedFunction setting =
        functions.udf(
            (UDF1<Long, String>) id -> id + SQLConf.get().getConfString(zone),
            DataTypes.StringType);
    Dataset<Row> frame =
        LocalSpark.session().range(0, 9, 1, 2).select(setting.apply(functions.col("id")).as("s"));
    Dataset<Row> persisted = frame.persist(StorageLevel.MEMORY_ONLY());
    try {
      assertEquals(9, persisted.count());
      new JavaSparkContext(LocalSpark.session().sparkContext())
          .getPersistentRDDs()
          .keySet()
          .forEach(id -> SparkEnv.get().blockManager().removeRdd(id));
      List<String> texts =
          texts(CachedSourceDetector.rows(persisted).orElseThrow(), DataTypes.StringType);
      assertEquals("0Asia/Tokyo ", texts.get(0));
      assertEquals(9, texts.size());
    } finally {
      persisted.unpersist();
      LocalSpark.session().conf().unset(zone);
    }
  }

  /** Tasks that read the input of a test, and the names of their jobs. */
  private static final Map<Long, String> TASKS = new ConcurrentHashMap<>();

  private static Dataset<Row> watched(Dataset<Row> frame) {
    TASKS.clear();
    return frame.filter((FilterFunction<Row>) ClassicRowsTest::seen);
  }

  private static boolean seen(Row row) {
    TaskContext task = TaskContext.get();
    TASKS.put(task.taskAttemptId(), String.valueOf(task.getLocalProperty("spark.job.description")));
    return true;
  }

  /** Executors are yet to come: they are asked for by tasks that wait. */
  @ParameterizedTest
  @CsvSource({"false, 2, 8", "true, 16, 16"})
  void input_dynamicAllocation_isReadByATaskForEachPartition(
      boolean dynamic, int counting, int encoding) {
    Dataset<Row> frame = watched(LocalSpark.frame(data(), LocalSpark.Form.DENSE, 16));
    SparkConf live = LocalSpark.session().sparkContext().conf();
    live.set("spark.dynamicAllocation.enabled", Boolean.toString(dynamic));
    try {
      Rows rows = rows(frame, InvalidRows.ZERO);
      assertEquals(data().length, rows.count());
      assertEquals(counting, TASKS.size());
      TASKS.clear();
      try (Blocks<Eighths> blocks = rows.prepare(new Eighths.Encoder())) {
        long[] first = blocks.fold(new Eighths.Sum(DIMENSION), "sum");
        assertEquals(encoding, TASKS.size());
        assertArrayEquals(first, blocks.fold(new Eighths.Sum(DIMENSION), "sum"));
        assertEquals(encoding, TASKS.size());
      }
    } finally {
      live.remove("spark.dynamicAllocation.enabled");
    }
  }

  /** Adaptive execution runs what is before the last shuffle in jobs of their own. */
  @Test
  void count_jobsBeforeAShuffle_bearItsName() {
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DENSE, 3);
    Dataset<Row> shuffled = watched(frame).repartition(5);
    assertEquals(data().length, rows(shuffled, InvalidRows.ZERO).count());
    assertEquals(Set.of("private mean: count"), Set.copyOf(TASKS.values()));
  }

  /** So many totals that they are merged by tasks before they reach the driver. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fold_largeTotals_areMergedExactly(boolean publicly) {
    Dataset<Row> frame = LocalSpark.frame(data(), LocalSpark.Form.DENSE, 8);
    Rows rows =
        publicly
            ? LocalSpark.withPublicCallsOnly(() -> rows(frame, InvalidRows.ZERO))
            : rows(frame, InvalidRows.ZERO);
    try (Blocks<Eighths> blocks = rows.prepare(new Eighths.Encoder())) {
      long[] few = blocks.fold(new Eighths.Sum(DIMENSION), "sum");
      assertArrayEquals(few, blocks.fold(new Eighths.Sum(DIMENSION), "sum"));
      long[] many = blocks.fold(new Eighths.Sum((1 << 21) + 1), "sum");
      for (int k = 0; k < many.length; k += 1 + k / 3) {
        assertEquals(few[k % DIMENSION], many[k]);
      }
    }
  }

  /** Loads this project's classes anew, without one of Spark's. */
  private static final class Without extends ClassLoader {
    private final String missing;

    Without(String missing) {
      super(ClassicRowsTest.class.getClassLoader());
      this.missing = missing;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(missing)) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("org.privatemean.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }
}
