package org.privatemean.app.condition;

import java.util.List;

/** Three-valued logic of SQL: true, false or unknown. */
@FunctionalInterface
interface Truth {
  /** So that and is the least, or the greatest, and not the negative. */
  int TRUE = 1;

  /** The value of a cell that is null, or that cannot be read. */
  int UNKNOWN = 0;

  /** The opposite of {@link #TRUE}. */
  int FALSE = -1;

  /**
   * The truth for a row.
   *
   * @param row its cells, null where no text exists
   */
  int fromKnown(String[] row);

  /** Converts a known truth value. */
  static int fromKnown(boolean known) {
    return known ? TRUE : FALSE;
  }

  /** True where all are; a loop, so that no length of a list runs out of stack. */
  static Truth all(List<Truth> truths) {
    List<Truth> each = List.copyOf(truths);
    return row -> {
      int least = TRUE;
      for (Truth truth : each) {
        least = Math.min(least, truth.fromKnown(row));
      }
      return least;
    };
  }

  /** True where one is; a loop likewise. */
  static Truth any(List<Truth> truths) {
    List<Truth> each = List.copyOf(truths);
    return row -> {
      int most = FALSE;
      for (Truth truth : each) {
        most = Math.max(most, truth.fromKnown(row));
      }
      return most;
    };
  }

  /** True where this is false. */
  default Truth not() {
    return row -> -fromKnown(row);
  }
}
