package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that are refused: what they say, and that they release nothing. */
final class RefusedCallTest {
  private static final Calls CALLS = Calls.with(Map.of());

  private static void assertRefused(String call, String words) {
    assertEquals(
        0,
        Calls.releases(
            () -> {
              Exception refusal = assertThrows(Exception.class, () -> CALLS.rows(call));
              assertTrue(Calls.text(refusal, words).contains(words), refusal::toString);
            }));
  }

  @Test
  void call_ofUnknownProcedure_listsTheProcedures() {
    Exception refusal = assertThrows(Exception.class, () -> CALLS.rows("CALL pm.fitt(rho => 1)"));
    assertEquals(
        "pm has no procedure fitt: call one of pm.covariance, pm.fit, pm.forecast, pm.ledger",
        refusal.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "column => 'v', rho => 1 | neither table nor query is set: set exactly one",
        "column => 'v', table => 'people', query => 'SELECT 1', rho => 1"
            + " | both table and query are set: set exactly one",
        "table => 'people', rho => 1 | REQUIRED_PARAMETER_NOT_FOUND",
        "table => 'people', column => 'v', rhoo => 1 | UNRECOGNIZED_PARAMETER_NAME",
        "table => 'people', column => 'v', rho => 'much' | CAST_INVALID_INPUT",
        "table => 'people', column => 'v', dimension => 2 | set either rho, or epsilon and delta",
        "table => 'people', column => 'v', dimension => 2, rho => -1 | invalid value -1.0 for rho",
        "table => 'people', column => 'w', dimension => 2, rho => 1 | Input column w does not"
            + " exist",
        "table => 'people', column => NULL, dimension => 2, rho => 1 | column is not set",
        "table => 'people', column => 'v', rho => 1 | dimension is not set",
        "table => 'nobody', column => 'v', rho => 1 | TABLE_OR_VIEW_NOT_FOUND",
        "table => 'people', column => 'v', dimension => 2, rho => 1, seed => 1"
            + " | set spark.sql.catalog.pm.allow-seed to true",
        "table => 'people', column => 'v', dimension => 2, rho => 1, handle_invalid => 'skip'"
            + " | handle_invalid",
        "table => 'people', column => 'v', dimension => 2, rho => 1, release_name => 'a'"
            + " | release_name is set, and there is no ledger",
        "table => 'people', column => 'v', rho => 1, release_name => 'a', release => 'a'"
            + " | release is the earlier name of release_name: give only release_name",
        "table => 'people', column => 'v', dimension => 2, rho => 1, group_cols => array('half',"
            + " cast(NULL AS string)) | group_cols has a NULL in it",
        "table => 'people', column => 'v', dimension => 2, rho => 1, public_keys => array('1')"
            + " | public_keys is set, but group_cols is not set",
        "table => 'people', column => 'v', dimension => 2, rho => 1, scales => map('2', 1D)"
            + " | scales has a scale for 2, and the coordinates are 0, 1",
        "table => 'people', column => 'v', dimension => 2, rho => 1, scales => map('1', 1D)"
            + " | scales has no scale for 0: add '*' for all others",
        "table => 'people', column => 'v', rho => 1, scales => map('1', 1D)"
            + " | scales are given, and dimension is not set",
        "table => 'people', column => 'v', dimension => 2, rho => 1, trust_model => 'local'"
            + " | UNRECOGNIZED_PARAMETER_NAME",
        "table => 'people', column => 'v', dimension => 2, rho => 1, ledger => 'file:/tmp/x'"
            + " | UNRECOGNIZED_PARAMETER_NAME",
        "table => (SELECT max(x) FROM VALUES ('people') t(x)), column => 'v', rho => 1 | "
      })
  void fit_wrongArguments_isRefusedInTheirNames(String arguments, String words) {
    assertRefused("CALL pm.fit(" + arguments + ")", words == null ? "" : words);
  }

  /** In parentheses only a query parses. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "DROP VIEW people",
        "SELECT v FROM people); DROP VIEW people; SELECT (1",
        "CALL pm.fit(table => \"people\", column => \"v\", dimension => 2, rho => 0.5)",
        "CREATE TABLE stolen AS SELECT v FROM people"
      })
  void query_thatIsNone_isRefused(String query) {
    assertRefused(
        "CALL pm.fit(query => '" + query + "', column => 'v', dimension => 2, rho => 1)",
        "PARSE_SYNTAX_ERROR");
    assertEquals(5000, CALLS.session().table("people").count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CALL pm.fitt(1) | call one of pm.covariance, pm.fit, pm.forecast, pm.ledger",
        "CALL pm.a.fit(column => 'v') | call one of pm.covariance, pm.fit, pm.forecast, pm.ledger",
        "CALL pm.ledger() | there is no ledger: set spark.sql.catalog.pm.ledger to its URI",
        "CALL pm.forecast(rows => NULL, dimension => 2, spread => 1, rho => 1) | rows is NULL",
        "CALL pm.forecast(rows => 5, dimension => 2, spread => 1, rho => 1) | rows",
        "CALL pm.forecast(rows => 5000, spread => 1, rho => 1) | dimension is NULL: give a number",
        "CALL pm.forecast(rows => 5000, rho => 1, columns_like => 'x,y') | columns_like: x is not a"
            + " kind",
        "CALL pm.forecast(5000, 2, rho => 1, columns_like => 'normal*2') | dimension does not go"
            + " with"
      })
  void call_invalid_isRefusedWithTheRemedy(String call, String words) {
    assertRefused(call, words);
  }

  /** Nothing of a row is in a message. */
  @Test
  void fit_invalidRow_isRefusedWithoutItsValues() {
    CALLS
        .session()
        .sql("SELECT array(7777.25D, double('NaN')) v FROM range(500)")
        .createOrReplaceTempView("bad");
    Exception refusal =
        assertThrows(
            Exception.class,
            () ->
                CALLS.rows("CALL pm.fit(table => 'bad', column => 'v', dimension => 2, rho => 1)"));
    assertTrue(Calls.text(refusal, "handle_invalid").contains("handle_invalid"), refusal::toString);
    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      assertTrue(!String.valueOf(cause.getMessage()).contains("7777"), cause.getMessage());
    }
  }
}
