package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScaledViewTest {
  @ParameterizedTest
  @CsvSource({
    "1.5, 2, 4, 1",
    "3, 2, 4, 4",
    "-3, 2, 4, -4",
    "1, 2, 4, 0",
    "5, 2, 0, 0",
    "1.7e308, 1e300, 16, 16",
    "-1.7e308, 1e300, 16, -16",
    "4.9e-324, 1, 1e-320, -1e-320",
    "Infinity, 1, 2, 2"
  })
  void of_value_isClippedAfterItsWeight(double x, double weight, double limit, double expected) {
    CentredTransform view =
        new CentredTransform(new double[] {1}, new double[] {weight}, new double[] {limit});
    assertEquals(expected, view.of(0, x));
  }

  /** Where no coordinate is beyond its limit nothing changes, to the bit; else it is the limit. */
  @Test
  void coordinate_anyRows_isThatOfTheViewWithoutLimitsWithinThem() {
    SplittableRandom random = new SplittableRandom(1);
    int clipped = 0;
    for (int k = 0; k < 200; k++) {
      int dimension = 1 + random.nextInt(6);
      double[] centre = random.doubles(dimension, -2, 2).toArray();
      double[] weights = random.doubles(dimension, 1e-3, 1e3).toArray();
      double[] limits = random.doubles(dimension, 0, 20).toArray();
      CentredTransform free = new CentredTransform(centre, weights, new double[0]);
      CentredTransform view = new CentredTransform(centre, weights, limits);
      double[][] rows = Replay.wildRows(random, 20, dimension);
      VectorBlock block = EncodedBlocks.of(rows);
      double[] column = new double[rows.length];
      for (int j = 0; j < dimension; j++) {
        view.coordinate(block, j, 0, rows.length, column);
        for (int i = 0; i < rows.length; i++) {
          double v = free.valueAt(block, j, i);
          double expected = Math.abs(v) <= limits[j] ? v : Math.copySign(limits[j], v);
          clipped += expected == v ? 0 : 1;
          assertArrayEquals(
              new double[] {expected, expected, expected},
              new double[] {column[i], view.valueAt(block, j, i), view.of(j, rows[i][j])});
        }
      }
    }
    assertTrue(clipped > 1000, "clipped " + clipped);
  }

  /** Columns that are left out add nothing to a norm, however far their values are. */
  @Test
  void squaredNorms_limitsOfZero_leaveColumnsOut() {
    double[] weights = {1, 1e300};
    CentredTransform view = new CentredTransform(new double[2], weights, new double[] {8, 0});
    VectorBlock block = EncodedBlocks.of(new double[] {3, 1e300}, new double[] {-1e300, 1});
    assertArrayEquals(new double[] {9, 64}, Arrays.copyOf(view.squaredNorms(block), 2));
  }

  @Test
  void equals_otherLimits_isNotTheSameView() {
    double[] centre = {1, 2};
    double[] weights = {3, 4};
    CentredTransform view = new CentredTransform(centre, weights, new double[] {5, 6});
    CentredTransform same = new CentredTransform(centre, weights, new double[] {5, 6});
    assertEquals(view, same);
    assertEquals(view.hashCode(), same.hashCode());
    CentredTransform other = new CentredTransform(centre, weights, new double[] {5, 7});
    assertNotEquals(view, other);
    assertNotEquals(view.hashCode(), other.hashCode());
    assertNotEquals(view, new CentredTransform(centre, weights, new double[0]));
    assertNotEquals(view, new CentredTransform(centre, new double[] {3, 5}, new double[] {5, 6}));
  }
}
