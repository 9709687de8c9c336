package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.spark.FileLedger;

/** A catalog whose ledger pays. */
final class CatalogLedgerTest {
  private static final String FIT = Calls.FIT + ", rho => 0.4";

  @TempDir private Path folder;

  private FileLedger ledger() {
    return FileLedger.of(folder.resolve("ledger"), 1, 0, Neighbours.REPLACE);
  }

  private static Calls under(FileLedger ledger) {
    return Calls.with(Map.of("ledger", ledger.uri()));
  }

  @Test
  void ledger_new_hasSpentNothing() {
    Row row = under(ledger()).row("CALL pm.ledger()");
    assertEquals(
        List.of("unit", "neighbours", "budget_rho", "spent_rho", "remaining_rho", "entries"),
        List.of(row.schema().fieldNames()));
    assertEquals("row", row.getAs("unit"));
    assertEquals("replace", row.getAs("neighbours"));
    assertEquals(1.0, row.<Double>getAs("budget_rho"));
    assertEquals(0.0, row.<Double>getAs("spent_rho"));
    assertEquals(1.0, row.<Double>getAs("remaining_rho"));
    assertEquals(List.of(), row.getList(row.fieldIndex("entries")));
  }

  /** Charged, shown, replayed, and refused when too little is left. */
  @Tag("long")
  @Test
  void fit_underALedger_isChargedByName() {
    Calls calls = under(ledger());
    Row first = calls.row(FIT + ", release_name => 'people/1')");
    Row again = calls.row(FIT + ", release_name => 'people/1', pay_again => true)");
    calls.row(FIT + ", release => 'people/1', pay_again => 'dead')");
    assertEquals(first.getList(0), again.getList(0));
    assertTrue(again.<String>getAs("report").contains("\"replayed\" : true"));
    calls.row(FIT + ", release_name => 'people/2')");
    Row ledger = calls.row("CALL pm.ledger()");
    assertEquals(0.8, ledger.<Double>getAs("spent_rho"), 1e-9);
    List<Row> entries = ledger.getList(ledger.fieldIndex("entries"));
    assertEquals(
        List.of("people/1", "people/2"), entries.stream().map(row -> row.getAs("name")).toList());
    assertEquals(
        List.of("stored", "stored"), entries.stream().map(row -> row.getAs("state")).toList());
    assertEquals(0.4, entries.get(0).<Double>getAs("rho"), 1e-9);
    LedgerRefusedException refusal =
        assertThrows(
            LedgerRefusedException.class, () -> calls.row(FIT + ", release_name => 'people/3')"));
    assertTrue(refusal.getMessage().contains("remain"), refusal::getMessage);
    assertEquals(2, calls.row("CALL pm.ledger()").getList(5).size());
  }

  @Test
  void fit_withoutAName_isRefusedBeforeItsRowsAreRead() {
    Calls calls = under(ledger());
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> calls.row("CALL pm.fit(table => 'nobody', column => 'v', rho => 0.4)"));
    assertTrue(
        refusal.getMessage().startsWith("a ledger pays for this fit, and release_name is not set"),
        refusal::getMessage);
  }

  /** A name stands for its query too. */
  @Test
  void fit_ofAnotherQueryByTheSameName_isRefused() {
    Calls calls = under(ledger());
    calls.row(FIT + ", release_name => 'people')");
    LedgerRefusedException refusal =
        assertThrows(
            LedgerRefusedException.class,
            () ->
                calls.row(
                    "CALL pm.fit(query => 'SELECT v FROM people', column => 'v', dimension => 2,"
                        + " rho => 0.4, release_name => 'people')"));
    assertTrue(refusal.getMessage().contains("people"), refusal::getMessage);
    assertEquals(0.4, calls.row("CALL pm.ledger()").<Double>getAs("spent_rho"), 1e-9);
  }

  @Test
  void fit_ofOtherNeighbours_isRefusedInTheNamesOfArguments() {
    Calls calls = under(ledger());
    LedgerRefusedException refusal =
        assertThrows(
            LedgerRefusedException.class,
            () -> calls.row(FIT + ", release_name => 'a', neighbours => 'addRemove')"));
    assertTrue(refusal.getMessage().contains("neighbours is addRemove"), refusal::getMessage);
  }

  @Test
  void fit_withASeed_isRefusedUnderALedger() {
    Calls calls = Calls.with(Map.of("ledger", ledger().uri(), "allow-seed", "true"));
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> calls.row(FIT + ", release_name => 'a', seed => 1)"));
    assertTrue(refusal.getMessage().startsWith("seed is set under a ledger"), refusal::getMessage);
  }

  /** A fit that fails reveals one exact bit about the rows. */
  @Test
  void fit_handleInvalidErrorUnderALedger_isRefusedUnlessItsTermsAllowIt() {
    String error = FIT + ", release_name => 'a', handle_invalid => 'error')";
    Calls calls = under(ledger());
    LedgerRefusedException refusal =
        assertThrows(LedgerRefusedException.class, () -> calls.row(error));
    assertTrue(
        refusal.getMessage().contains(": handle_invalid lets a row end"), refusal::getMessage);
    assertEquals(0.0, calls.row("CALL pm.ledger()").<Double>getAs("spent_rho"));
    Calls allowed =
        under(
            FileLedger.allowingError(
                folder.resolve("allowing"), 1, 0, Neighbours.REPLACE, Optional.empty()));
    allowed.row(error);
    assertEquals(0.4, allowed.row("CALL pm.ledger()").<Double>getAs("spent_rho"), 1e-9);
  }

  /** The key is that of the catalog. */
  @Test
  void ledger_keyFileOfTheCatalog_isTheOneThatIsRead() throws IOException {
    Path key = Files.write(folder.resolve("key"), new byte[7]);
    Calls calls = Calls.with(Map.of("ledger", ledger().uri(), "ledger-key-file", key.toString()));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> calls.row("CALL pm.ledger()"));
    assertTrue(refusal.getMessage().contains("has 7 bytes"), refusal::getMessage);
  }

  @Test
  void fit_ofAFilterUnderALedger_isWarnedOfOnce() {
    Row row =
        under(ledger())
            .row(
                "CALL pm.fit(query => 'SELECT v FROM people WHERE id > 10', column => 'v',"
                    + " dimension => 2, rho => 0.4, release_name => 'a')");
    List<String> warnings = row.getList(row.fieldIndex("warnings"));
    assertEquals(
        1, warnings.stream().filter(text -> text.contains("publishes the number of rows")).count());
  }
}
