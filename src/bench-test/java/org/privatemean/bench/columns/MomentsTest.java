package org.privatemean.bench.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class MomentsTest {
  @Test
  void of_zerosAndOnes_haveShareAndItsDeviation() {
    double[] column = new double[1000];
    Arrays.fill(column, 0, 10, 1);
    Moments found = Moments.of(column);
    assertEquals(0.01, found.mean(), 1e-17);
    assertEquals(Math.sqrt(0.01 * 0.99), found.deviation(), 1e-15);
    assertTrue(found.isBinary());
  }

  @Test
  void of_equalValues_haveNoDeviation() {
    double[] column = new double[7];
    Arrays.fill(column, 12345.678);
    assertEquals(new Moments(12345.678, 0, false), Moments.of(column));
  }

  @Test
  void of_valuesWhoseSquaresOverflow_areFinite() {
    Moments found = Moments.of(new double[] {0, 0, 0, 1e308});
    assertEquals(2.5e307, found.mean(), 1e292);
    assertEquals(1e308 * Math.sqrt(3) / 4, found.deviation(), 1e293);
    assertFalse(found.isBinary());
  }

  @Test
  void of_largeAndSmallValues_losesNoneOfTheSum() {
    Moments found = Moments.of(new double[] {1e16, 1, -1e16, 3});
    assertEquals(1, found.mean());
  }
}
