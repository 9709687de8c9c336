package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The catalog: names and options. */
final class PrivateMeanCatalogTest {
  private static PrivateMeanCatalog catalog(Map<String, String> options) {
    PrivateMeanCatalog catalog = new PrivateMeanCatalog();
    catalog.initialize("pm", new CaseInsensitiveStringMap(options));
    return catalog;
  }

  private static Identifier identifier(String name, String... namespace) {
    return Identifier.of(namespace, name);
  }

  @Test
  void listProcedures_ofTheRoot_areAll() {
    PrivateMeanCatalog catalog = catalog(Map.of());
    assertEquals("pm", catalog.name());
    assertEquals(
        List.of("covariance", "fit", "forecast", "ledger"),
        Arrays.stream(catalog.listProcedures(new String[0])).map(Identifier::name).toList());
    assertEquals(0, catalog.listProcedures(new String[] {"a"}).length);
  }

  @Test
  void loadProcedure_inAnyCase_isTheSame() {
    PrivateMeanCatalog catalog = catalog(Map.of());
    assertEquals("fit", catalog.loadProcedure(identifier("fit")).name());
    assertSame(catalog.loadProcedure(identifier("fit")), catalog.loadProcedure(identifier("FIT")));
  }

  @Test
  void loadProcedure_unknown_listsTheProcedures() {
    PrivateMeanCatalog catalog = catalog(Map.of());
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> catalog.loadProcedure(identifier("fitt")).bind(new StructType()));
    assertEquals(
        "pm has no procedure fitt: call one of pm.covariance, pm.fit, pm.forecast, pm.ledger",
        refusal.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> catalog.loadProcedure(identifier("fit", "a")).bind(new StructType()));
  }

  /** A ledger that is misspelt must not be no ledger. */
  @ParameterizedTest
  @CsvSource({"legder, file:/x, is not an option", "allow-seed, yes, must be true or false"})
  void initialize_wrongOption_isRefused(String option, String value, String words) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> catalog(Map.of(option, value)));
    assertTrue(
        refusal.getMessage().startsWith("spark.sql.catalog.pm." + option + " " + words),
        refusal.getMessage());
  }

  @Test
  void call_inOtherCases_isFound() {
    Calls calls = Calls.with(Map.of());
    assertEquals(
        1,
        calls.rows("call pm.Forecast(rows => 1000, dimension => 2, spread => 1, rho => 1)").size());
  }

  @Test
  void showProcedures_ofTheCatalog_listsAll() {
    Calls calls = Calls.with(Map.of());
    if (calls.isFrom41()) {
      assertEquals(
          List.of("covariance", "fit", "forecast", "ledger"),
          calls.rows("SHOW PROCEDURES FROM pm").stream()
              .map(row -> row.<String>getAs("procedure_name"))
              .toList());
      String described = calls.rows("DESCRIBE PROCEDURE pm.fit").toString();
      assertTrue(described.contains("rho DOUBLE, epsilon DOUBLE"), described);
    }
  }
}
