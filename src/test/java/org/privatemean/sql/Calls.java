package org.privatemean.sql;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.spark.LocalSpark;

/** A session with the catalog {@code pm}, and a view {@code people} of 5000 public rows. */
record Calls(SparkSession session) {
  static final String PEOPLE =
      "SELECT array(id % 7 + 0.5D, double(id % 3)) v, id, id % 2 AS half, concat('p', id % 4) AS"
          + " part FROM range(5000)";

  /** All that a call needs, but for what is added behind it. */
  static final String FIT = "CALL pm.fit(table => 'people', column => 'v', dimension => 2";

  /** A session of its own, since catalogs are loaded once in each. */
  static Calls with(Map<String, String> options) {
    SparkSession session = LocalSpark.session().newSession();
    session.conf().set("spark.sql.catalog.pm", PrivateMeanCatalog.class.getName());
    options.forEach((name, value) -> session.conf().set("spark.sql.catalog.pm." + name, value));
    session.sql(PEOPLE).createOrReplaceTempView("people");
    return new Calls(session);
  }

  /** With seeds, so that calls can be compared with fits. */
  static Calls seeded() {
    return with(Map.of("allow-seed", "true"));
  }

  List<Row> rows(String statement) {
    return session.sql(statement).collectAsList();
  }

  Row row(String statement) {
    List<Row> rows = rows(statement);
    if (rows.size() != 1) {
      throw new AssertionError(rows.size() + " rows");
    }
    return rows.get(0);
  }

  /** How many releases something makes. */
  static long releases(Runnable action) {
    long before = FitProcedure.RELEASES.get();
    action.run();
    return FitProcedure.RELEASES.get() - before;
  }

  /** Whether this is Spark 4.1 or newer, whose SQL has more ways to say CALL. */
  boolean isFrom41() {
    return !session.version().startsWith("4.0.");
  }

  /** The first text of a failure or its causes that has a part; else the failure's own. */
  static String text(Throwable failure, String part) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains(part)) {
        return cause.getMessage();
      }
    }
    return String.valueOf(failure);
  }
}
