package org.privatemean.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class FoldTest {
  @Test
  void merge_totals_addsThem() {
    long[] totals = {1, -2, Long.MAX_VALUE};
    Fold.merge(totals, new long[] {10, -20, Long.MIN_VALUE});
    assertArrayEquals(new long[] {11, -22, -1}, totals);
  }

  @Test
  void merge_pastALong_isRefused() {
    assertThrows(
        ArithmeticException.class, () -> Fold.merge(new long[] {Long.MAX_VALUE}, new long[] {1}));
    assertThrows(
        ArithmeticException.class,
        () -> Fold.merge(new long[] {0, Long.MIN_VALUE}, new long[] {0, -1}));
  }
}
