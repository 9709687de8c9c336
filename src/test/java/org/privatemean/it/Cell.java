package org.privatemean.it;

/**
 * One cell of a notebook.
 *
 * @param kind what its text is
 * @param title of a cell with code; empty for prose
 * @param text without the marks of any notebook format
 */
record Cell(Kind kind, String title, String text) {
  private static final String SQL_FROM = "spark.sql(\"\"\"\n";
  private static final String SQL_TO = "\n\"\"\").show(20, 40, true)";

  /** What cells hold. */
  enum Kind {
    /** Markdown. */
    PROSE,
    /** Scala. */
    SCALA,
    /** One statement of SQL. */
    SQL
  }

  static Cell prose(String text) {
    return new Cell(Kind.PROSE, "", text);
  }

  /** A cell of Scala, or of SQL where it is as {@link #scala} says SQL. */
  static Cell code(String title, String text) {
    return text.startsWith(SQL_FROM) && text.endsWith(SQL_TO)
        ? sql(title, text.substring(SQL_FROM.length(), text.length() - SQL_TO.length()))
        : new Cell(Kind.SCALA, title, text);
  }

  static Cell sql(String title, String text) {
    return new Cell(Kind.SQL, title, text);
  }

  /** Whether it is run; else it is prose. */
  boolean isCode() {
    return kind != Kind.PROSE;
  }

  boolean isSql() {
    return kind == Kind.SQL;
  }

  /** A cell with code as Scala: cells as wide as what is the same in every run. */
  String scala() {
    return isSql() ? SQL_FROM + text + SQL_TO : text;
  }
}
