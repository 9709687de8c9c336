package org.privatemean.spark.ledger;

import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.api.java.function.CoGroupFunction;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.spark.LocalSpark;

final class LogicalPlanCheckTest {
  private static final SparkSession SPARK = LocalSpark.session();

  private static String digest(Dataset<?> rows) {
    return LogicalPlanCheck.inspect(rows).orElseThrow().digest();
  }

  @Test
  void digest_filesReadAgain_isTheSameAndDiffersForOtherFiles(@TempDir Path folder) {
    String one = folder.resolve("one").toString();
    String two = folder.resolve("two").toString();
    for (String path : List.of(one, two)) {
      SPARK.range(3).toDF("x").write().parquet(path);
    }
    assertEquals(digest(SPARK.read().parquet(one)), digest(SPARK.read().parquet(one)));
    assertNotEquals(digest(SPARK.read().parquet(one)), digest(SPARK.read().parquet(two)));
    assertNotEquals(
        digest(SPARK.read().parquet(one)), digest(SPARK.read().parquet(one).filter("x > 1")));
    assertEquals(
        digest(SPARK.read().parquet(one).filter("x > 1")),
        digest(SPARK.read().parquet(one).filter("x > 1")));
    assertNotEquals(
        digest(SPARK.read().parquet(one).filter("x > 1")),
        digest(SPARK.read().parquet(one).filter("x > 2")));
  }

  /** Options decide which rows a file has: the second list of sources has Spark's newer readers. */
  @ParameterizedTest
  @ValueSource(strings = {"csv,parquet", ""})
  void digest_filesReadByOtherOptions_isAnother(String sources, @TempDir Path folder) {
    String files = folder.resolve("files").toString();
    SPARK.range(3).toDF("x").write().csv(files);
    String setting = "spark.sql.sources.useV1SourceList";
    String before = SPARK.conf().get(setting);
    SPARK.conf().set(setting, sources);
    try {
      Supplier<DataFrameReader> reader = () -> SPARK.read().schema("x LONG");
      String usual = digest(reader.get().csv(files));
      assertEquals(usual, digest(reader.get().csv(files)));
      assertNotEquals(usual, digest(reader.get().option("header", true).csv(files)));
      assertNotEquals(usual, digest(reader.get().option("pathGlobFilter", "*00000*").csv(files)));
    } finally {
      SPARK.conf().set(setting, before);
    }
  }

  /** Each read makes a relation of its own, which is equal to none. */
  @Test
  void digest_tableOfADatabaseReadAgain_isTheSame() throws SQLException {
    String url = "jdbc:h2:mem:shapes";
    try (Connection keptOpen = DriverManager.getConnection(url);
        Statement statement = keptOpen.createStatement()) {
      statement.execute("CREATE TABLE ONE (X DOUBLE)");
      statement.execute("CREATE TABLE TWO (X DOUBLE)");
      assertEquals(digest(table(url, "ONE")), digest(table(url, "ONE")));
      assertNotEquals(digest(table(url, "ONE")), digest(table(url, "TWO")));
      // The same name in another database, or by another reader.
      assertNotEquals(
          digest(table(url, "ONE")), digest(table(url + ";DEFAULT_NULL_ORDERING=LOW", "ONE")));
      DataFrameReader inSmallBatches =
          SPARK.read().format("jdbc").option("url", url).option("fetchsize", "7");
      assertEquals(
          digest(table(url, "ONE")), digest(inSmallBatches.option("dbtable", "ONE").load()));
    }
  }

  private static Dataset<Row> table(String url, String name) {
    return SPARK.read().format("jdbc").option("url", url).option("dbtable", name).load();
  }

  @Test
  void digest_rowsOfTheSession_areTakenForTheirSchema() {
    assertEquals(
        digest(LocalSpark.frame(new double[][] {{1, 2}}, LocalSpark.Form.DENSE, 1)),
        digest(LocalSpark.frame(new double[][] {{3, 4}, {5, 6}}, LocalSpark.Form.DENSE, 1)));
  }

  /**
   * Spark declares the function of its assembler non-deterministic; those of its arguments stay.
   */
  @Test
  void beyondRows_assembledVector_isOfOneRow() {
    VectorAssembler assembler =
        new VectorAssembler().setInputCols(new String[] {"x", "y"}).setOutputCol("v");
    Dataset<Row> rows = SPARK.range(9).selectExpr("double(id) x", "double(id) y");
    rows.createOrReplaceTempView("assembled");
    assertEquals(List.of(), beyond(assembler.transform(rows)));
    assertEquals(List.of(), beyond(assembler.transform(SPARK.table("assembled")).select("v")));
    List<String> random = List.of("a function that is not deterministic");
    assertEquals(random, beyond(assembler.transform(rows.withColumn("y", functions.rand(1)))));
    UDF1<Double, Double> any = x -> x;
    assertEquals(
        random,
        beyond(
            rows.select(
                functions
                    .udf(any, DataTypes.DoubleType)
                    .asNondeterministic()
                    .apply(functions.col("x")))));
  }

  private static List<String> beyond(Dataset<?> rows) {
    return LogicalPlanCheck.inspect(rows).orElseThrow().beyondRows();
  }

  private static List<String> counting(Dataset<?> rows) {
    return LogicalPlanCheck.inspect(rows).orElseThrow().countingByValues();
  }

  @Test
  void countingByValues_oneRowForEach_isEmpty(@TempDir Path folder) {
    String path = folder.resolve("rows").toString();
    Dataset<Row> rows = SPARK.range(9).withColumn("x", expr("id * 2"));
    rows.write().parquet(path);
    rows.write().csv(path + ".csv");
    rows.createOrReplaceTempView("shapes");
    MapFunction<Long, Long> twice = id -> 2 * id;
    Dataset<Row> cached = rows.select("x").cache();
    try {
      for (Dataset<?> kept :
          List.of(
              rows,
              SPARK.read().parquet(path).repartition(3).coalesce(2).sort("x"),
              SPARK.read().schema("a INT, b INT").csv(path + ".csv").toDF("c", "d"),
              SPARK.table("shapes").as("t").hint("broadcast").select("t.x"),
              SPARK.sql("WITH t AS (SELECT x FROM shapes) SELECT x + 1 FROM t"),
              SPARK.range(9).map(twice, Encoders.LONG()),
              cached.withColumn("y", expr("x")),
              rows.repartition(functions.col("x")).hint("x"),
              rows.withColumn("rank", expr("row_number() OVER (ORDER BY x)")),
              rows.observe("seen", functions.count(functions.lit(1))),
              new VectorAssembler()
                  .setInputCols(new String[] {"x"})
                  .setOutputCol("v")
                  .transform(rows),
              LocalSpark.frame(new double[][] {{1, 2}}, LocalSpark.Form.DENSE, 2),
              SPARK.createDataFrame(rows.javaRDD(), rows.schema()),
              SPARK.read().parquet(path).union(SPARK.range(5).withColumn("x", expr("id"))))) {
        assertEquals(List.of(), counting(kept), kept.queryExecution().analyzed().toString());
      }
    } finally {
      cached.unpersist();
    }
  }

  /**
   * What is not known to give one row for each counts, whatever later versions of Spark call it.
   */
  @Test
  void countingByValues_others_areNamed() {
    Dataset<Row> rows = SPARK.range(9).withColumn("x", expr("id * 2"));
    MapPartitionsFunction<Long, Long> none = ids -> List.<Long>of().iterator();
    FlatMapGroupsFunction<Long, Long, Long> group = (key, ids) -> ids;
    MapFunction<Long, Long> key = id -> id % 2;
    CoGroupFunction<Long, Long, Long, Long> left = (id, one, two) -> one;
    FilterFunction<Long> odd = id -> id % 2 == 1;
    Encoder<Long> longs = Encoders.LONG();
    Dataset<Long> ids = SPARK.range(9).as(longs);
    assertEquals(List.of("Filter"), counting(rows.filter("id > 3").select("x")));
    assertEquals(List.of("TypedFilter"), counting(ids.filter(odd)));
    assertEquals(List.of("MapPartitions"), counting(ids.mapPartitions(none, longs)));
    assertEquals(
        List.of("MapGroups"), counting(ids.groupByKey(key, longs).flatMapGroups(group, longs)));
    assertEquals(
        List.of("CoGroup"),
        counting(ids.groupByKey(key, longs).cogroup(ids.groupByKey(key, longs), left, longs)));
    assertEquals(List.of("Generate"), counting(rows.select(expr("explode(array(x, id))"))));
    assertEquals(List.of("Sample"), counting(rows.sample(0.5)));
    assertEquals(List.of("Deduplicate"), counting(rows.dropDuplicates("x")));
    assertEquals(List.of("Join"), counting(rows.join(SPARK.range(4), "id")));
    assertEquals(
        List.of("Aggregate"),
        counting(SPARK.sql("WITH t AS (SELECT max(id) FROM range(3)) SELECT * FROM t")));
  }

  /** A row of it would come out twice. */
  @Test
  void countingByValues_unionOfASourceWithItself_isNamed(@TempDir Path folder) {
    String one = folder.resolve("one").toString();
    String two = folder.resolve("two").toString();
    for (String path : List.of(one, two)) {
      SPARK.range(3).withColumn("x", expr("id")).write().parquet(path);
    }
    Dataset<Row> rows = SPARK.read().parquet(one);
    List<String> named = List.of("Union of a source with itself");
    assertEquals(List.of(), counting(rows.union(SPARK.read().parquet(two))));
    assertEquals(named, counting(rows.union(rows)));
    assertEquals(named, counting(rows.select("id").union(SPARK.read().parquet(one).select("x"))));
    assertEquals(
        named, counting(rows.union(SPARK.read().schema("x BIGINT, id BIGINT").parquet(one))));
    rows.createOrReplaceTempView("united");
    assertEquals(
        named, counting(SPARK.sql("WITH t AS (SELECT * FROM united) TABLE t UNION ALL TABLE t")));
    assertEquals(
        named,
        counting(
            SPARK.sql("WITH t AS (TABLE united), u AS (TABLE united) TABLE t UNION ALL TABLE u")));
  }

  /** Spark numbers the parts of each query anew. */
  @Test
  void digest_queryWithPartsAgain_isTheSame() {
    String query = "WITH t AS (SELECT id FROM range(3)) SELECT * FROM t";
    assertEquals(digest(SPARK.sql(query)), digest(SPARK.sql(query)));
  }

  /** What a user wrote is told apart, however like an id of Spark it looks. */
  @ParameterizedTest
  @CsvSource({
    "visits_1, visits_2",
    "visits#1, visits#2",
    "visits#1L, visits#2L",
    "a.b@1, a.b@2",
    "0x1, 0x2",
    "f$$Lambda1, f$$Lambda2"
  })
  void digest_otherLiteralColumnOrView_isAnother(String one, String two) {
    SPARK.range(3).createOrReplaceTempView("told_1");
    List<String> queries =
        List.of(
            "SELECT * FROM told_1 WHERE id = '%s'",
            "SELECT * FROM told_1 WHERE transform(array('%s'), x_1 -> x_1)[0] = 'x'",
            "SELECT id AS `%s` FROM told_1",
            "SELECT named_struct('%1$s', id, 'x', 1) AS s FROM told_1",
            "SELECT s.`%1$s` AS x FROM (SELECT struct(id AS `%1$s`) AS s FROM told_1)",
            "SELECT t.id FROM told_1 AS `%s` CROSS JOIN told_1 AS t",
            "SELECT (SELECT max('%s') FROM told_1) AS x FROM told_1");
    for (String query : queries) {
      Dataset<Row> rows = SPARK.sql(String.format(query, one));
      assertEquals(digest(rows), digest(SPARK.sql(String.format(query, one))), query);
      assertNotEquals(digest(rows), digest(SPARK.sql(String.format(query, two))), query + one);
    }
    assertNotEquals(
        digest(SPARK.sql("WITH a AS (TABLE told_1), b AS (SELECT id + 1 FROM told_1) TABLE a")),
        digest(SPARK.sql("WITH a AS (TABLE told_1), b AS (SELECT id + 1 FROM told_1) TABLE b")));
  }

  @Test
  void digest_sameRowsMadeAgain_isTheSame(@TempDir Path folder) {
    String path = folder.resolve("rows").toString();
    SPARK.range(3).selectExpr("id", "array(id) AS list").write().parquet(path);
    UDF1<Long, Long> next = id -> id + 1;
    MapFunction<Long, Long> twice = id -> 2 * id;
    Supplier<List<Dataset<?>>> make =
        () -> {
          Dataset<Row> rows = SPARK.read().parquet(path);
          return List.of(
              rows.select(functions.transform(functions.col("list"), x -> x.plus(1))),
              rows.withColumn("n", functions.udf(next, DataTypes.LongType).apply(rows.col("id"))),
              rows.select("id").as(Encoders.LONG()).map(twice, Encoders.LONG()),
              rows.select("list").as(Encoders.bean(Listed.class)),
              rows.groupBy("id").agg(functions.sum("id")),
              rows.alias("a").join(rows.alias("b"), expr("a.id = b.id")),
              rows.withColumn("w", expr("sum(id) OVER (PARTITION BY id)")),
              rows.filter("id IN (SELECT max(id) FROM range(9))"),
              new VectorAssembler("assembler")
                  .setInputCols(new String[] {"id"})
                  .setOutputCol("v")
                  .transform(rows));
        };
    List<Dataset<?>> first = make.get();
    List<Dataset<?>> second = make.get();
    for (int i = 0; i < first.size(); i++) {
      assertEquals(
          digest(first.get(i)),
          digest(second.get(i)),
          first.get(i).queryExecution().analyzed().toString()
              + second.get(i).queryExecution().analyzed());
    }
  }

  /** A row with a list. */
  public static final class Listed {
    private List<Long> list = List.of();

    /** The list. */
    public List<Long> getList() {
      return list;
    }

    /** Sets the list. */
    public void setList(List<Long> value) {
      list = value;
    }
  }
}
