package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;

/** A table of Delta or Iceberg is to the stage what its rows are. */
@Tag("lakes")
final class LakeTablesTest {
  private static final SparkSession SPARK = LocalSpark.session();

  @TempDir Path folder;

  private static Dataset<Row> rows(String query) {
    return SPARK.sql("SELECT id, array(carat, y) AS features, k FROM (" + query + ")");
  }

  private static PrivateMean stage() {
    return new PrivateMean().setInputCol("features").setDimension(2).setRho(0.5);
  }

  private static PrivateMean grouped() {
    return stage().setGroupCols("k").setPublicKeys("k0", "k1", "k2", "k3");
  }

  private static Supplier<Object> mean(Dataset<Row> rows) {
    return () -> stage().setSeed(7).fit(rows).mean();
  }

  @ParameterizedTest
  @EnumSource
  void fit_tableWithDeletesUpdatesAndARenamedColumn_hasTheBitsOfItsRows(LakeFormat format) {
    String table = format.changed();
    assertTrue(format.deleteFiles(table) > 0);
    Object expected = mean(rows(LakeFormat.LEFT)).get();
    Dataset<Row> read = rows("TABLE " + table);
    assertEquals(2400, read.count());
    assertEquals(expected, mean(read).get());
    assertEquals(expected, LocalSpark.onExecutors(mean(read)));
    assertEquals(expected, LocalSpark.withPublicCallsOnly(mean(read)));
    assertEquals(
        grouped().setSeed(7).fit(rows(LakeFormat.LEFT)).groups().collectAsList().toString(),
        grouped().setSeed(7).fit(read).groups().collectAsList().toString());
  }

  private static PrivateMean paid(FileLedger ledger, int part) {
    return stage()
        .setNeighbours("addRemove")
        .setRho(20)
        .setLedger(ledger.uri())
        .setReleaseName("part " + part)
        .setLedgerScope("/hash=" + part);
  }

  /** Its plan shows which table it is, and how a column is read: a ledger needs both. */
  @ParameterizedTest
  @EnumSource
  void fit_tableUnderALedger_isKnownByItsNameAndItsColumns(LakeFormat format) {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("ledger"),
            1000,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "hash(id):2");
    String table = format.changed();
    Dataset<Row> rows = rows("TABLE " + table);
    for (int part : new int[] {0, 1, 1}) {
      PrivateMeanSummary summary = paid(ledger, part).fit(rows).summary();
      assertFalse(summary.warningCodes().contains("readerNotSeen"), summary::toString);
    }
    assertEquals(2, ledger.states().size());
    assertEquals(1, ledger.view().readers().size());
    Dataset<Row> other =
        rows("TABLE " + format.empty("other", "id BIGINT, carat DOUBLE, y DOUBLE, k STRING"));
    PrivateMean again = paid(ledger, 1);
    assertThrows(LedgerRefusedException.class, () -> again.fit(other));
    PrivateMean another = paid(ledger, 1).setReleaseName("another way");
    Dataset<Row> shifted = rows("SELECT id + 1 AS id, carat, y, k FROM " + table);
    assertThrows(LedgerRefusedException.class, () -> another.fit(shifted));
    assertEquals(2, ledger.states().size());
  }

  /** A table as it was before is read by its number, and no rows of other versions are. */
  @ParameterizedTest
  @EnumSource
  void fit_earlierVersion_hasTheBitsOfItsRows(LakeFormat format) {
    String table = format.filled("versions");
    Object before = format.version(table);
    String query = "SELECT id, x AS carat, y, k FROM ";
    Object expected = mean(rows(query + table)).get();
    SPARK.sql("DELETE FROM " + table + " WHERE id % 5 = 1");
    assertNotEquals(expected, mean(rows(query + table)).get());
    assertEquals(expected, mean(rows(query + table + " VERSION AS OF " + before)).get());
  }
}
