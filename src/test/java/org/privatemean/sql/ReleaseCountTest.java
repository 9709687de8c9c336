package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.execution.CommandExecutionMode;
import org.apache.spark.sql.execution.ExplainMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;

/** How often a statement releases, by what the procedure itself counts. */
@Promise("a statement of SQL that calls pm.fit releases once, and what only explains it never")
final class ReleaseCountTest {
  private static final String CALL = Calls.FIT + ", rho => 0.5)";
  private static final Calls CALLS = Calls.with(Map.of());

  private static Arguments form(String name, Consumer<SparkSession> run) {
    return Arguments.of(name, run);
  }

  static Stream<Arguments> once() {
    return Stream.of(
        form("no action", session -> session.sql(CALL)),
        form("one action", session -> session.sql(CALL).toJSON().first()),
        form("two actions, explain, schema, cache, count", ReleaseCountTest::useTwice),
        form("a view on it, read twice and under another", ReleaseCountTest::lookTwice),
        form("EXECUTE IMMEDIATE", session -> session.sql(immediate()).collectAsList()),
        form("the analysed plan again", ReleaseCountTest::executeAgain),
        form("write", session -> session.sql(CALL).write().mode("overwrite").format("noop").save()),
        form(
            "without names",
            session ->
                session
                    .sql("CALL pm.fit('v', 'people', NULL, 0.5," + " NULL, NULL, 2)")
                    .collectAsList()),
        form(
            "query with a CTE and a filter",
            session ->
                session.sql(
                    query(
                        "WITH t AS (SELECT v FROM people WHERE id > 10) SELECT v FROM t",
                        ", neighbours => 'addRemove'"))),
        form(
            "query that ends in a comment",
            session -> session.sql(query("SELECT v FROM people -- all", ""))));
  }

  private static String immediate() {
    return "EXECUTE IMMEDIATE \"" + CALL + "\"";
  }

  private static String query(String query, String more) {
    return "CALL pm.fit(query => '"
        + query
        + "', column => 'v', dimension => 2, rho => 0.5"
        + more
        + ")";
  }

  private static void useTwice(SparkSession session) {
    Dataset<Row> released = session.sql(CALL);
    List<Object> first = released.first().getList(0);
    assertEquals(first, released.select("mean").collectAsList().get(0).getList(0));
    released.queryExecution().explainString(ExplainMode.fromString("extended"));
    assertEquals("mean", released.schema().fieldNames()[0]);
    assertEquals(1, released.cache().count());
    released.unpersist();
  }

  private static void lookTwice(SparkSession session) {
    session.sql(CALL).createOrReplaceTempView("released");
    List<Row> both =
        session
            .sql("SELECT mean FROM released UNION ALL SELECT mean FROM released")
            .collectAsList();
    assertEquals(both.get(0), both.get(1));
    session.sql("CREATE OR REPLACE TEMP VIEW wider AS SELECT *, 1 one FROM released");
    assertEquals(both.get(0), session.sql("SELECT mean FROM wider").collectAsList().get(0));
  }

  private static void executeAgain(SparkSession session) {
    Dataset<Row> released = session.sql(CALL);
    var state = ((org.apache.spark.sql.classic.SparkSession) session).sessionState();
    state
        .executePlan(
            ((org.apache.spark.sql.classic.Dataset<Row>) released).logicalPlan(),
            CommandExecutionMode.ALL())
        .executedPlan()
        .executeCollect();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("once")
  void statement_runOnce_releasesOnce(String form, Consumer<SparkSession> run) {
    assertEquals(1, Calls.releases(() -> run.accept(CALLS.session())), form);
  }

  /** Beside a parser of an extension Spark 4.1 refuses them, before anything is released. */
  @Test
  void namedParameters_releaseOnceWhereSparkBindsThem() {
    SparkSession session = CALLS.session();
    Runnable run =
        () ->
            session.sql(
                "CALL pm.fit(table => :t, column => 'v', dimension => 2, rho => :rho)",
                Map.of("t", "people", "rho", 0.5));
    if (CALLS.isFrom41() && !session.conf().get("spark.sql.extensions", "").isEmpty()) {
      assertEquals(0, Calls.releases(() -> assertThrows(Exception.class, run::run)));
    } else {
      assertEquals(1, Calls.releases(run));
    }
  }

  /** Spark 4.0 refuses a script, before anything is released. */
  @Test
  void script_releasesOnceInSpark41AndNeverBefore() {
    Runnable run = () -> CALLS.session().sql("BEGIN " + CALL + "; END").collectAsList();
    if (CALLS.isFrom41()) {
      assertEquals(1, Calls.releases(run));
    } else {
      assertEquals(0, Calls.releases(() -> assertThrows(Exception.class, run::run)));
    }
  }

  /** Power: two statements are two releases, and two different means. */
  @Test
  void statement_runTwice_releasesTwice() {
    assertEquals(
        2,
        Calls.releases(
            () -> {
              Object first = CALLS.row(CALL).getList(0);
              assertNotEquals(first, CALLS.row(CALL).getList(0));
            }));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN",
        "EXPLAIN EXTENDED",
        "EXPLAIN FORMATTED",
        "EXPLAIN COST",
        "EXPLAIN CODEGEN"
      })
  void explain_ofACall_releasesNothing(String explain) {
    assertEquals(0, Calls.releases(() -> CALLS.rows(explain + " " + CALL)));
  }

  @Test
  void forecast_called_releasesNothing() {
    assertEquals(
        0,
        Calls.releases(
            () ->
                CALLS.row(
                    "CALL pm.forecast(rows => 5000, dimension => 2, spread => 3, rho => 1)")));
  }

  /** No grammar has a CALL within another statement. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM (%s)",
        "CREATE VIEW w AS %s",
        "CREATE OR REPLACE TEMP VIEW w AS %s",
        "CREATE TABLE w AS %s",
        "INSERT INTO w %s",
        "WITH w AS (%s) SELECT * FROM w"
      })
  void call_withinAStatement_isNoStatement(String statement) {
    assertEquals(
        0,
        Calls.releases(
            () ->
                assertThrows(
                    ParseException.class, () -> CALLS.rows(String.format(statement, CALL)))));
  }
}
