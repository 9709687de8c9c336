package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RowFingerprintTest {
  /** Small whole numbers, which differ in their highest bits alone. */
  private static double[] row(SplittableRandom random, int dimension) {
    double[] row = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      row[j] = random.nextInt(-3, 4);
    }
    return row;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 16, 33})
  void of_anyChangeOfARow_isAnotherNumber(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int trial = 0; trial < 500; trial++) {
      double[] row = row(random, dimension);
      long print = RowFingerprint.compute(row);
      assertEquals(print, RowFingerprint.compute(row.clone()));
      for (int j = 0; j < dimension; j++) {
        double[] other = row.clone();
        other[j] = other[j] == 0 ? -0.0 : -other[j];
        assertNotEquals(print, RowFingerprint.compute(other), "sign of coordinate " + j);
        other[j] = Math.nextUp(row[j]);
        assertNotEquals(print, RowFingerprint.compute(other), "last bit of coordinate " + j);
        int k = random.nextInt(dimension);
        if (row[j] != row[k]) {
          other[j] = row[k];
          other[k] = row[j];
          assertNotEquals(print, RowFingerprint.compute(other), "coordinates " + j + " and " + k);
        }
      }
    }
  }

  /** All 7^5 rows of five small numbers, and the sums of two rows that change a coordinate. */
  @ParameterizedTest
  @ValueSource(ints = {5, 6})
  void of_smallWholeNumbers_isDifferentForAll(int dimension) {
    Set<Long> prints = new HashSet<>();
    int count = (int) Math.pow(7, 5);
    for (int code = 0; code < count; code++) {
      double[] row = new double[dimension];
      for (int j = 0, left = code; j < 5; j++, left /= 7) {
        row[j] = left % 7;
      }
      prints.add(RowFingerprint.compute(row));
    }
    assertEquals(count, prints.size());
    SplittableRandom random = new SplittableRandom(2);
    for (int trial = 0; trial < 2000; trial++) {
      double[] a = row(random, dimension);
      double[] b = row(random, dimension);
      long sum = RowFingerprint.compute(a) + RowFingerprint.compute(b);
      int j = random.nextInt(dimension);
      boolean same = a[j] == b[j];
      double moved = a[j];
      a[j] = b[j];
      b[j] = moved;
      boolean others = false;
      for (int k = 0; k < dimension; k++) {
        others |= k != j && a[k] != b[k];
      }
      boolean changed = !same && others;
      assertEquals(!changed, RowFingerprint.compute(a) + RowFingerprint.compute(b) == sum);
    }
  }

  /** Each of its bits is one for about half of the rows: 7 deviations. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 16})
  void of_rowsOfOneNumber_spreadsOverAllBits(int dimension) {
    int rows = 20_000;
    int[] ones = new int[Long.SIZE];
    for (int i = 0; i < rows; i++) {
      double[] row = new double[dimension];
      row[dimension - 1] = i;
      long print = RowFingerprint.compute(row);
      for (int bit = 0; bit < Long.SIZE; bit++) {
        ones[bit] += (int) (print >>> bit & 1);
      }
    }
    for (int count : ones) {
      assertTrue(Math.abs(count - rows / 2) < 3.5 * Math.sqrt(rows), "ones: " + count);
    }
  }
}
