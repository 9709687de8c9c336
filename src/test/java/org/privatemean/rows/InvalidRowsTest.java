package org.privatemean.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InvalidRowsTest {
  @ParameterizedTest
  @EnumSource(InvalidRows.class)
  void apply_validRow_leavesItAlone(InvalidRows rule) {
    double[] row = {1, -0.0, Double.MAX_VALUE, -Double.MIN_VALUE};
    double[] copy = row.clone();
    rule.apply(row, "column x");
    assertArrayEquals(copy, row);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void apply_oneBadCoordinateAnywhere_isCaught(double bad) {
    for (int place = 0; place < 9; place++) {
      double[] row = new double[9];
      Arrays.fill(row, 7);
      row[place] = bad;
      double[] refused = row.clone();
      assertThrows(InvalidRowException.class, () -> InvalidRows.ERROR.apply(refused, "column x"));
      InvalidRows.ZERO.apply(row, "column x");
      assertArrayEquals(new double[9], row);
    }
  }

  @Test
  void apply_malformedRow_isCaughtForAnyBuffer() {
    double[] stale = {1, 2};
    InvalidRowException refusal =
        assertThrows(
            InvalidRowException.class, () -> InvalidRows.ERROR.applyToMisshapen(stale, "column x"));
    assertTrue(refusal.getMessage().startsWith("column x has a row"), refusal::getMessage);
    InvalidRows.ZERO.applyToMisshapen(stale, "column x");
    assertArrayEquals(new double[2], stale);
  }
}
