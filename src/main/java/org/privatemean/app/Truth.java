package org.privatemean.app;

import java.util.List;

/** Predicate on a row in the three-valued logic of SQL: true, false or unknown. */
@FunctionalInterface
interface Truth {
  /** Chosen so that AND is the minimum, OR the maximum and NOT the negative. */
  int TRUE = 1;

  /** Result for a cell that is null or cannot be parsed. */
  int UNKNOWN = 0;

  /** Opposite of {@link #TRUE}. */
  int FALSE = -1;

  /**
   * Returns the result for a row.
   *
   * @param row its cells, null for missing texts
   */
  int fromKnown(String[] row);

  /** Converts a known result. */
  static int fromKnown(boolean known) {
    return known ? TRUE : FALSE;
  }

  /** Returns the conjunction. It is a loop, so that long lists do not overflow the stack. */
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

  /** Returns the disjunction; a loop as well. */
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

  /** Returns the negation. */
  default Truth not() {
    return row -> -fromKnown(row);
  }
}
