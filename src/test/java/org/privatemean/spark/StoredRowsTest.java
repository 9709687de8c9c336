package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.PageCode;

/** Rows of folders and databases give the bits that the same rows give in a DataFrame. */
final class StoredRowsTest {
  private static final Path PAGE = Path.of("src/site/markdown/streams-and-lakes.md");
  private static final Path SOURCE =
      Path.of("src/test/java/org/privatemean/spark/StoredRowsTest.java");
  private static final SparkSession SPARK = LocalSpark.session();

  /** A group that looks like a number, and is missing in some rows; sums are exact. */
  private static final String ROWS =
      "SELECT id % 8 / 4D AS age, double(id % 5) AS stay, int(id % 2) AS ward,"
          + " if(id % 10 = 0, null, concat('0', id % 3)) AS region FROM range(120)";

  private static final String SCHEMA = "age DOUBLE, stay DOUBLE, ward INT, region STRING";

  @TempDir Path folder;

  private static PrivateMean stage() {
    return new PrivateMean().setInputCol("features").setRho(50).setSeed(7);
  }

  private static Dataset<Row> vectors(Dataset<Row> rows) {
    return rows.selectExpr("region", "array(age, stay, double(ward)) AS features");
  }

  /** The private mean of three columns, the ward's among them. */
  private static Vector mean(Dataset<Row> rows) {
    return stage()
        .setMethod("clipped")
        .setClippingNorm(10)
        .setDimension(3)
        .fit(vectors(rows))
        .mean();
  }

  private static String groups(
      Dataset<Row> rows, PrivateMean stage, String column, String... keys) {
    return stage
        .setGroupCols(column)
        .setPublicKeys(keys)
        .fit(rows)
        .groups()
        .select(column, "status", "count", "mean")
        .collectAsList()
        .toString();
  }

  private Dataset<Row> folders(String format) {
    String path = folder.resolve("rows").toString();
    SPARK.sql(ROWS).write().partitionBy("region", "ward").format(format).save(path);
    return SPARK.read().schema(SCHEMA).format(format).load(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void fit_columnOfFolders_hasTheBitsOfTheRows(String format) {
    assertEquals(mean(SPARK.sql(ROWS)), mean(folders(format)));
  }

  @Tag("long")
  @Test
  void fit_groupsOfFolders_haveTheBitsOfTheRows() {
    PrivateMean stage = stage().setDimension(3);
    String[] keys = {"00", "01", "02", "0"};
    assertEquals(
        groups(vectors(SPARK.sql(ROWS)), stage, "region", keys),
        groups(vectors(folders("parquet")), stage, "region", keys));
  }

  /** Read by two tasks. */
  private static Dataset<Row> visits(SparkSession spark, String url) {
    Dataset<Row> visits =
        spark
            .read()
            .format("jdbc")
            .option("url", url)
            .option("dbtable", "visits")
            .option("partitionColumn", "ward")
            .option("lowerBound", 0)
            .option("upperBound", 2)
            .option("numPartitions", 2)
            .load();
    return visits;
  }

  @Tag("long")
  @Test
  void fit_tableOfADatabase_hasTheBitsOfTheRows() {
    String url = "jdbc:h2:mem:" + folder.getFileName() + ";DB_CLOSE_DELAY=-1";
    SPARK.sql(ROWS).write().format("jdbc").option("url", url).option("dbtable", "visits").save();
    Dataset<Row> visits = visits(SPARK, url);
    assertEquals(2, visits.rdd().getNumPartitions());
    assertEquals(mean(SPARK.sql(ROWS)), mean(visits));
  }

  /**
   * Spark pads the texts of char(n), so that all with blanks behind are one; varchar(n) keeps them
   * apart.
   */
  @Tag("long")
  @Test
  void fit_groupsOfFixedAndVariableLength_areThoseOfSpark() {
    SPARK.sql("DROP TABLE IF EXISTS lengths_of_keys");
    SPARK.sql("CREATE TABLE lengths_of_keys (c CHAR(3), v VARCHAR(3), age DOUBLE) USING parquet");
    try {
      SPARK.sql(
          "INSERT INTO lengths_of_keys SELECT t, t, id % 8 / 4D FROM (SELECT id,"
              + " element_at(array('a', 'a ', 'a  ', 'b'), int(id % 4) + 1) AS t FROM range(120))");
      Dataset<Row> table =
          SPARK.sql("SELECT rtrim(c) AS c, v, array(age) AS features FROM lengths_of_keys");
      Dataset<Row> list =
          SPARK.createDataFrame(
              table.selectExpr("c", "string(v) AS v", "features").collectAsList(),
              new StructType()
                  .add("c", "string")
                  .add("v", "string")
                  .add("features", "array<double>"));
      PrivateMean stage = stage().setDimension(1);
      for (String[] keys : new String[][] {{"c", "a", "b"}, {"v", "a", "a ", "a  ", "b"}}) {
        String[] values = Arrays.copyOfRange(keys, 1, keys.length);
        assertEquals(values.length, table.groupBy(keys[0]).count().count());
        String groups = groups(table, stage, keys[0], values);
        assertEquals(groups(list, stage, keys[0], values), groups);
        assertEquals(values.length, groups.split(",ok,", -1).length - 1, groups);
      }
    } finally {
      SPARK.sql("DROP TABLE lengths_of_keys");
    }
  }

  @Test
  void page_database_isThisOne() throws IOException {
    List<String> statements = PageCode.statements(Files.readString(PAGE), "java");
    PageCode.assertHas(SOURCE, statements.subList(2, statements.size()));
  }
}
