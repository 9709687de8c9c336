package org.privatemean.app.condition;

/** What is true, false or unknown of a row, in the three-valued logic of SQL. */
@FunctionalInterface
interface Truth {
  /** So that and is the least, or the greatest, and not the negative. */
  int TRUE = 1;

  /** Of a cell that is null, or that cannot be read. */
  int UNKNOWN = 0;

  /** The opposite of {@link #TRUE}. */
  int FALSE = -1;

  /**
   * The truth for a row.
   *
   * @param row its cells, null where there is no text
   */
  int of(String[] row);

  /** Of what is known. */
  static int of(boolean known) {
    return known ? TRUE : FALSE;
  }

  /** True where both are. */
  default Truth and(Truth other) {
    return row -> Math.min(of(row), other.of(row));
  }

  /** True where one is. */
  default Truth or(Truth other) {
    return row -> Math.max(of(row), other.of(row));
  }

  /** True where this is false. */
  default Truth not() {
    return row -> -of(row);
  }
}
