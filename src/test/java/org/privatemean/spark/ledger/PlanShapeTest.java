package org.privatemean.spark.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.spark.LocalSpark;

final class PlanShapeTest {
  private static final SparkSession SPARK = LocalSpark.session();

  private static String digest(Dataset<?> rows) {
    return PlanShape.of(rows).orElseThrow().digest();
  }

  @Test
  void digest_filesReadAgain_isTheSameAndThatOfOthersIsNot(@TempDir Path folder) {
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

  @Test
  void countingByValues_namesTheNodes() {
    assertEquals(
        List.of("Filter"),
        PlanShape.of(SPARK.range(9).filter("id > 3")).orElseThrow().countingByValues());
    assertEquals(
        List.of(), PlanShape.of(SPARK.range(9).select("id")).orElseThrow().countingByValues());
  }
}
