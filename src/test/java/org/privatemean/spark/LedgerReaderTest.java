package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.ledger.LedgerSettings;

/** No row is in two parts of a ledger, whatever computes the column or reads its source. */
final class LedgerReaderTest {
  private static final SparkSession SPARK = LocalSpark.session();
  private static final int ROWS = 400;

  /** An e with an accent, as one code point and as two. */
  private static final List<String> LETTERS = List.of("\u00e9", "e\u0301", "a", "a ");

  @TempDir Path folder;

  private FileLedger ledger(String parts) {
    return FileLedger.of(
        folder.resolve("ledger"), 1000, 0, Neighbours.ADD_REMOVE, Optional.empty(), parts);
  }

  /** Files whose rows have a region, a decimal and a time each. */
  private Dataset<Row> table() throws IOException {
    Path file = folder.resolve("rows.csv");
    if (!Files.exists(file)) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        lines.add(
            String.format(
                "\"%s\",c%d,%d.50,2026-11-22T%02d:30:00Z,%d",
                LETTERS.get(i % 4), i % 97, i % 40, i % 24, i % 7));
      }
      Files.write(file, lines);
    }
    return csv("region STRING, code STRING, price DECIMAL(5,2), at TIMESTAMP, x DOUBLE");
  }

  private Dataset<Row> csv(String schema) {
    return SPARK
        .read()
        .schema(schema)
        .csv(folder.resolve("rows.csv").toString())
        .withColumn("features", functions.expr("array(x, -x)"));
  }

  private static PrivateMeanSummary fit(FileLedger ledger, String part, Dataset<Row> rows) {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(2)
        .setRho(20)
        .setNeighbours("addRemove")
        .setLedger(ledger.uri())
        .setReleaseName("fit " + ledger.view().head().split(":", -1)[0] + " of " + rows.hashCode())
        .setLedgerScope(part)
        .fit(rows)
        .summary();
  }

  private static void assertRefused(FileLedger ledger, String part, Dataset<Row> rows) {
    String before = ledger.view().head();
    LedgerRefusedException refusal =
        assertThrows(LedgerRefusedException.class, () -> fit(ledger, part, rows));
    assertTrue(refusal.getMessage().contains("another way"), refusal.getMessage());
    assertEquals(before, ledger.view().head());
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "code                 | upper(code)",
        "upper(code)          | lower(upper(code))",
        "substring(code, 1)   | substring(code, 2)",
        "code                 | region",
        "code                 | rtrim(code)",
        "code                 | concat(code, '')",
        "concat(code, 'a')    | concat(code, 'b')",
        "cast(price as string)| code",
        "cast(price as int)   | cast(price + 0.5 as int)"
      })
  void fit_partOfAColumnComputedAnotherWay_isRefusedAndNothingIsWritten(String one, String other)
      throws IOException {
    FileLedger ledger = ledger("hash(part):2");
    Dataset<Row> rows = table();
    fit(ledger, "/hash=0", rows.withColumn("part", functions.expr(one)));
    assertEquals(1, ledger.view().readers().size());
    assertRefused(ledger, "/hash=1", rows.withColumn("part", functions.expr(other)));
    rows.withColumn("part", functions.expr(other)).createOrReplaceTempView("another_way");
    assertRefused(ledger, "/hash=1", SPARK.table("another_way"));
    assertRefused(ledger, "/hash=1", SPARK.sql("WITH t AS (TABLE another_way) SELECT * FROM t"));
  }

  @Tag("long")
  @Test
  void fit_partOfAColumnComputedTheSameWay_isPaidInAnyQuery() throws IOException {
    FileLedger ledger = ledger("hash(part):2");
    Dataset<Row> rows = table().withColumn("part", functions.expr("upper(trim(code))"));
    rows.createOrReplaceTempView("same_way");
    List<Dataset<Row>> same =
        List.of(
            rows,
            table().selectExpr("x", "features", "upper(trim(code)) AS part"),
            rows.filter("x > 1").repartition(2).sort("x"),
            SPARK.table("same_way").as("t").select("t.features", "t.part"),
            SPARK.sql("WITH t AS (TABLE same_way) SELECT features, part FROM t"),
            rows.select("features", "part").union(rows.select("features", "part")),
            table()
                .withColumnRenamed("code", "old")
                .withColumn("part", functions.upper(functions.trim(functions.col("old")))));
    for (Dataset<Row> each : same) {
      List<String> codes = fit(ledger, "/hash=0", each).warningCodes();
      assertFalse(codes.contains("readerNotSeen"), codes.toString());
      assertEquals(1, ledger.view().readers().size());
    }
    assertEquals(same.size(), ledger.states().size());
  }

  @Tag("long")
  @Test
  void fit_partOfAColumnOfUnknownOrigin_warnsAndIsRefusedIfALedgerIsRequired() throws IOException {
    FileLedger ledger = ledger("hash(part):2");
    UDF1<String, String> any = text -> text + "!";
    List<Dataset<Row>> hidden =
        List.of(
            table()
                .withColumn(
                    "part", functions.udf(any, DataTypes.StringType).apply(functions.col("code"))),
            table().withColumn("part", functions.expr("concat(code, current_date())")),
            table().withColumn("part", functions.expr("string(uuid())")),
            table()
                .withColumn("part", functions.expr("code"))
                .union(table().withColumn("part", functions.expr("upper(code)"))),
            table().join(table().selectExpr("x AS y", "code AS part"), functions.expr("x = y")),
            table().groupBy("features", "price", "at").agg(functions.max("code").as("part")),
            table().withColumn("part", functions.expr("concat(code, _metadata.file_name)")),
            SPARK.createDataFrame(rowsOfParts().collectAsList(), rowsOfParts().schema()),
            rowsOfParts().filter("x >= 0").cache());
    for (Dataset<Row> each : hidden) {
      assertTrue(fit(ledger, "/hash=0", each).warningCodes().contains("readerNotSeen"));
    }
    assertEquals(List.of(), ledger.view().readers());
    hidden.get(hidden.size() - 1).unpersist();
    hidden = hidden.subList(0, hidden.size() - 1);
    int paid = ledger.states().size();
    SPARK.conf().set(LedgerSettings.LEDGER, ledger.uri());
    SPARK.conf().set(LedgerSettings.REQUIRED, "true");
    try {
      for (Dataset<Row> each : hidden) {
        LedgerRefusedException refusal =
            assertThrows(
                LedgerRefusedException.class,
                () ->
                    new PrivateMean()
                        .setInputCol("features")
                        .setDimension(2)
                        .setRho(1)
                        .setNeighbours("addRemove")
                        .setReleaseName("required")
                        .setLedgerScope("/hash=0")
                        .fit(each));
        assertTrue(refusal.getMessage().contains("column part"), refusal.getMessage());
      }
    } finally {
      SPARK.conf().unset(LedgerSettings.LEDGER);
      SPARK.conf().unset(LedgerSettings.REQUIRED);
    }
    assertEquals(paid, ledger.states().size());
  }

  private Dataset<Row> rowsOfParts() throws IOException {
    return table().withColumn("part", functions.col("code"));
  }

  /** Rows with a code each, one file in each format. */
  private Dataset<Row> read(String format, StructType schema, Map<String, String> options) {
    Path file = folder.resolve(format);
    if (!Files.exists(file)) {
      SPARK
          .range(ROWS)
          .selectExpr("concat('c', id % 97) code", "concat('d', id % 89) other", "int(id % 7) x")
          .write()
          .format(format)
          .save(file.toString());
    }
    return SPARK
        .read()
        .schema(schema)
        .options(options)
        .format(format)
        .load(file.toString())
        .withColumn("features", functions.expr("array(double(x), -double(x))"));
  }

  /** Readers of sources follow these, and no plan shows them. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "json, spark.sql.json.enableExactStringParsing, false",
    "json, spark.sql.columnNameOfCorruptRecord, code",
    "csv, spark.sql.csv.parser.columnPruning.enabled, false",
    "parquet, spark.sql.caseSensitive, true",
    "orc, orc.force.positional.evolution, true"
  })
  void fit_partReadUnderAnotherSetting_isRefused(String format, String name, String value) {
    FileLedger ledger = ledger("hash(code):2");
    StructType schema = StructType.fromDDL("code STRING, other STRING, x INT");
    fit(ledger, "/hash=0", read(format, schema, Map.of()));
    SPARK.conf().set("spark.sql.files.maxPartitionBytes", "1000");
    SPARK.conf().set("spark.sql.parquet.filterPushdown", "false");
    try {
      fit(ledger, "/hash=0", read(format, schema, Map.of()));
      SPARK.conf().set(name, value);
      assertRefused(ledger, "/hash=1", read(format, schema, Map.of()));
    } finally {
      SPARK.conf().unset(name);
      SPARK.conf().unset("spark.sql.files.maxPartitionBytes");
      SPARK.conf().unset("spark.sql.parquet.filterPushdown");
    }
    assertEquals(1, ledger.view().readers().size());
  }

  /** Hadoop's own configuration is not among the settings of the session. */
  @Test
  void fit_partReadUnderAnotherSettingOfHadoop_isRefused() {
    FileLedger ledger = ledger("hash(code):2");
    StructType schema = StructType.fromDDL("code STRING, other STRING, x INT");
    fit(ledger, "/hash=0", read("orc", schema, Map.of()));
    Configuration hadoop = SPARK.sparkContext().hadoopConfiguration();
    hadoop.set("orc.force.positional.evolution", "true");
    try {
      assertRefused(ledger, "/hash=1", read("orc", schema, Map.of()));
    } finally {
      hadoop.unset("orc.force.positional.evolution");
    }
    fit(ledger, "/hash=0", read("orc", schema, Map.of()));
  }

  /** A schema says by more than names and types which cells of the files it means. */
  @Test
  void fit_partBySchemaOrOptionsOfEqualAppearance_isRefused() {
    StructType usual = StructType.fromDDL("other STRING, code STRING, x INT");
    FileLedger ledger = ledger("hash(code):2");
    fit(ledger, "/hash=0", read("parquet", usual, Map.of()));
    for (Metadata metadata :
        List.of(
            new MetadataBuilder().putLong("parquet.field.id", 2).build(),
            new MetadataBuilder().putString("EXISTS_DEFAULT", "'b'").build())) {
      StructType marked =
          new StructType().add("other", "string").add("code", DataTypes.StringType, true, metadata);
      assertRefused(ledger, "/hash=1", read("parquet", marked.add("x", "int"), Map.of()));
    }
    FileLedger files =
        FileLedger.of(
            folder.resolve("csv ledger"),
            1000,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "hash(code):2");
    Map<String, String> two = Map.of("nullValue", "x", "quote", "'");
    fit(files, "/hash=0", read("csv", usual, two));
    assertRefused(files, "/hash=1", read("csv", usual, Map.of("nullValue", "x), (quote,'")));
    StructType joined = new StructType().add("other:string,code", "string").add("x", "int");
    FileLedger names =
        FileLedger.of(
            folder.resolve("names"), 1000, 0, Neighbours.ADD_REMOVE, Optional.empty(), "hash(x):2");
    fit(names, "/hash=0", read("csv", usual, Map.of()));
    assertRefused(names, "/hash=1", read("csv", joined, Map.of()));
  }

  /** The database computes the text: what it is asked for is part of the origin. */
  @Test
  void fit_partOfADatabaseTable_isBoundToItsQuery() throws Exception {
    String url = "jdbc:h2:mem:" + folder.getFileName() + ";DB_CLOSE_DELAY=-1";
    try (Connection database = DriverManager.getConnection(url);
        Statement statement = database.createStatement()) {
      statement.execute("CREATE TABLE VISITS (CODE VARCHAR(8), X DOUBLE PRECISION)");
      statement.execute("INSERT INTO VISITS SELECT 'c' || MOD(X, 97), X FROM SYSTEM_RANGE(1, 400)");
      statement.execute("CREATE TABLE OTHERS (X DOUBLE PRECISION)");
      FileLedger ledger = ledger("hash(CODE):2");
      fit(ledger, "/hash=0", table(url, Map.of("dbtable", "VISITS")));
      fit(ledger, "/hash=0", table(url, Map.of("dbtable", "VISITS", "fetchsize", "7")));
      fit(
          ledger,
          "/hash=0",
          table(
              url,
              Map.of(
                  "dbtable", "VISITS",
                  "partitionColumn", "X",
                  "lowerBound", "1",
                  "upperBound", "400",
                  "numPartitions", "3")));
      assertEquals(1, ledger.view().readers().size());
      for (Map<String, String> other :
          List.of(
              Map.of("query", "SELECT UPPER(CODE) AS CODE, X FROM VISITS"),
              Map.of("dbtable", "(SELECT 'a' || CODE AS CODE, X FROM VISITS) v"),
              Map.of("dbtable", "VISITS NATURAL JOIN OTHERS"),
              Map.of("dbtable", "VISITS", "customSchema", "CODE CHAR(9)"),
              Map.of("dbtable", "VISITS", "sessionInitStatement", "SET IGNORECASE TRUE"))) {
        assertRefused(ledger, "/hash=1", table(url, other));
      }
      Map<String, String> visits = Map.of("dbtable", "VISITS");
      assertRefused(ledger, "/hash=1", table(url + ";IGNORECASE=TRUE", visits));
      String query = "SELECT X, CASE WHEN USER='z' THEN '' ELSE %s END AS CODE FROM VISITS";
      FileLedger queries =
          FileLedger.of(
              folder.resolve("queries"),
              1000,
              0,
              Neighbours.ADD_REMOVE,
              Optional.empty(),
              "hash(CODE):2");
      fit(queries, "/hash=0", table(url, Map.of("query", String.format(query, "CODE"))));
      assertRefused(
          queries, "/hash=1", table(url, Map.of("query", String.format(query, "'a' || CODE"))));
      FileLedger catalogs =
          FileLedger.of(
              folder.resolve("catalogs"),
              1000,
              0,
              Neighbours.ADD_REMOVE,
              Optional.empty(),
              "hash(CODE):2");
      fit(catalogs, "/hash=0", tableOfACatalog("one", url));
      fit(catalogs, "/hash=0", tableOfACatalog("same", url));
      assertRefused(catalogs, "/hash=1", tableOfACatalog("other", url + ";IGNORECASE=TRUE"));
      statement.execute("SHUTDOWN");
    }
  }

  private static Dataset<Row> table(String url, Map<String, String> options) {
    return SPARK
        .read()
        .format("jdbc")
        .option("url", url)
        .options(options)
        .load()
        .withColumn("features", functions.expr("array(X, -X)"));
  }

  private static Dataset<Row> tableOfACatalog(String name, String url) {
    String catalog = "spark.sql.catalog." + name;
    SPARK.conf().set(catalog, JDBCTableCatalog.class.getName());
    SPARK.conf().set(catalog + ".url", url);
    SPARK.conf().set(catalog + ".driver", "org.h2.Driver");
    return SPARK
        .table(name + ".PUBLIC.VISITS")
        .withColumn("features", functions.expr("array(X, -X)"));
  }

  /** What looks alike, or is equal but for blanks, is another text: each row is in one part. */
  @Test
  void fit_partsOfTextsOfEqualAppearance_haveSeparateRows() throws IOException {
    FileLedger ledger = ledger("region=" + String.join(",", LETTERS.subList(0, 3)) + ",a b");
    double sum = 0;
    for (String letter : LETTERS.subList(0, 3)) {
      sum += fit(ledger, "/region=" + letter, table()).rows();
    }
    // Those of an a with a blank are in no part.
    // The noise of a count has a deviation of 1.12: six of the sum's.
    assertEquals(ROWS * 0.75, sum, 12);
    Dataset<Row> trimmed =
        SPARK
            .read()
            .option("ignoreTrailingWhiteSpace", true)
            .schema("region STRING, code STRING, price DECIMAL(5,2), at TIMESTAMP, x DOUBLE")
            .csv(folder.resolve("rows.csv").toString())
            .withColumn("features", functions.expr("array(x, -x)"));
    assertRefused(ledger, "/region=a", trimmed);
  }

  /** Texts of a varchar(n) are as they were written: no setting of the session pads them. */
  @Test
  void fit_partsOfAVarchar_areTheSameForAnyPadding() throws IOException {
    FileLedger ledger = ledger("region=a,b");
    table().createOrReplaceTempView("texts");
    SPARK.sql("DROP TABLE IF EXISTS varchar_parts");
    SPARK.sql("CREATE TABLE varchar_parts (region VARCHAR(5), x DOUBLE) USING parquet");
    SPARK.sql("INSERT INTO varchar_parts SELECT region, x FROM texts");
    try {
      for (String padding : List.of("true", "false")) {
        SPARK.conf().set("spark.sql.readSideCharPadding", padding);
        PrivateMeanSummary summary =
            fit(
                ledger,
                "/region=a",
                SPARK.sql("SELECT region, array(x, -x) AS features FROM varchar_parts"));
        assertEquals(ROWS / 4.0, (double) summary.rows(), 7);
        assertFalse(summary.warningCodes().contains("readerNotSeen"));
      }
    } finally {
      SPARK.conf().unset("spark.sql.readSideCharPadding");
      SPARK.sql("DROP TABLE varchar_parts");
    }
    assertEquals(2, ledger.states().size());
    assertEquals(1, ledger.view().readers().size());
  }

  /** 1.0 and 1.00 are one number and two texts, by the type that the column is read with. */
  @Test
  void fit_partsOfDecimals_areRefusedAsIsTheirTextOfAnotherScale() throws IOException {
    FileLedger ledger = ledger("hash(part):2");
    Dataset<Row> rows = table();
    assertEquals(
        "ledgerScope",
        assertThrows(
                ParamException.class,
                () -> fit(ledger, "/hash=0", rows.withColumnRenamed("price", "part")))
            .param());
    fit(ledger, "/hash=0", rows.withColumn("part", functions.expr("string(price)")));
    Dataset<Row> shorter =
        csv("region STRING, code STRING, price DECIMAL(5,1), at TIMESTAMP, x DOUBLE");
    assertRefused(ledger, "/hash=1", shorter.withColumn("part", functions.expr("string(price)")));
    assertRefused(
        ledger,
        "/hash=1",
        rows.withColumn("part", functions.expr("string(cast(price AS DECIMAL(5,1)))")));
  }

  /** The day of a time follows from the session's time zone. */
  @Test
  void fit_partsOfDaysInAnotherTimeZone_areRefused() throws IOException {
    FileLedger ledger = ledger("part=2026-11-22,2026-11-23");
    String before = SPARK.conf().get("spark.sql.session.timeZone");
    try {
      SPARK.conf().set("spark.sql.session.timeZone", "UTC");
      Dataset<Row> utc = table().withColumn("part", functions.expr("date(at)"));
      fit(ledger, "/part=2026-11-22", utc);
      SPARK.conf().set("spark.sql.session.timeZone", "Asia/Tokyo");
      // Computed before and after the setting: the source is read with it either way.
      assertRefused(ledger, "/part=2026-11-23", utc);
      assertRefused(
          ledger, "/part=2026-11-23", table().withColumn("part", functions.expr("date(at)")));
      assertRefused(
          ledger,
          "/part=2026-11-23",
          table().withColumn("part", functions.expr("date(from_utc_timestamp(at, 'Asia/Tokyo'))")));
    } finally {
      SPARK.conf().set("spark.sql.session.timeZone", before);
    }
    assertEquals(1, ledger.states().size());
  }

  @Test
  void fit_personsOfAColumnComputedAnotherWay_areRefused() throws IOException {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("persons"), 100, 0, Neighbours.ADD_REMOVE, Optional.of("user"), "");
    Dataset<Row> rows = table();
    PrivateMean stage =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(2)
            .setRho(20)
            .setNeighbours("addRemove")
            .setPersonCol("user")
            .setLedger(ledger.uri());
    stage.setReleaseName("a").fit(rows.withColumn("user", functions.expr("int(price * 10)")));
    assertThrows(
        LedgerRefusedException.class,
        () ->
            stage
                .setReleaseName("b")
                .fit(rows.withColumn("user", functions.expr("int(price * 20)"))));
    assertEquals("user", ledger.view().readers().get(0).column());
    assertEquals(1, ledger.states().size());
  }

  @Test
  void fit_refusedForTheBudgetOrTooFewRows_writesNothing() throws IOException {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("small"),
            1,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "hash(region):2");
    String made = ledger.view().head();
    LedgerRefusedException refusal =
        assertThrows(LedgerRefusedException.class, () -> fit(ledger, "/hash=0", table()));
    assertTrue(refusal.getMessage().contains("remains"), refusal.getMessage());
    assertEquals(made, ledger.view().head());
  }
}
