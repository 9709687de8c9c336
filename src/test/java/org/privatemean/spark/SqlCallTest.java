package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** What a Spark makes of the catalog of procedures: from 4.0 on it calls, and before it says no. */
final class SqlCallTest {
  private static final String CATALOG = "org.privatemean.sql.PrivateMeanCatalog";
  private static final String CALL =
      "CALL pm.forecast(rows => 5000, dimension => 2, spread => 3, rho => 0.5)";

  private static SparkSession session() {
    SparkSession session = LocalSpark.session().newSession();
    session.conf().set("spark.sql.catalog.pm", CATALOG);
    return session;
  }

  private static boolean hasNoCall(SparkSession session) {
    return session.version().startsWith("3.5.");
  }

  @Test
  void call_onThisSpark_existsFrom40On() {
    SparkSession session = session();
    if (hasNoCall(session)) {
      Exception refusal = assertThrows(Exception.class, () -> session.sql(CALL).collectAsList());
      assertTrue(
          refusal.getMessage().contains("Syntax error at or near 'CALL'"), refusal::getMessage);
    } else {
      assertEquals(5000L, session.sql(CALL).first().<Long>getAs("n"));
    }
  }

  /** The class is of no harm in the jar: a Spark loads it where it is named, and nowhere else. */
  @Test
  void catalog_named_needsSpark40() {
    SparkSession session = session();
    if (hasNoCall(session)) {
      NoClassDefFoundError refusal =
          assertThrows(NoClassDefFoundError.class, () -> session.sql("USE pm"));
      assertTrue(refusal.getMessage().contains("ProcedureCatalog"), refusal::getMessage);
    } else {
      session.sql("USE pm");
      assertEquals("pm", session.catalog().currentCatalog());
    }
  }
}
