package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EightWaySumTest {
  /** Every number of entries left over, and none at all. */
  @Test
  void of_integers_isTheirSum() {
    SplittableRandom random = new SplittableRandom(1);
    for (int size = 0; size < 100; size++) {
      long[] values = random.longs(size, -(1L << 40), 1L << 40).toArray();
      double[] doubles = Arrays.stream(values).asDoubleStream().toArray();
      assertEquals((double) Arrays.stream(values).sum(), EightWaySum.compute(doubles));
      long[] small = random.longs(size, -(1L << 20), 1L << 20).toArray();
      double[] roots = Arrays.stream(small).asDoubleStream().toArray();
      long squares = Arrays.stream(small).map(x -> x * x).sum();
      assertEquals((double) squares, EightWaySum.computeSquares(roots));
    }
  }

  /** The bound for any order: as many roundings as an entry goes through, an eighth of them. */
  @Test
  void ofSquares_anyEntries_errsByAnEighthOfTheRoundings() {
    SplittableRandom random = new SplittableRandom(2);
    for (int size = 1; size < 3000; size += 97) {
      double[] values = random.doubles(size, -1e3, 1e3).toArray();
      BigDecimal exact = BigDecimal.ZERO;
      for (double value : values) {
        exact = exact.add(new BigDecimal(value).multiply(new BigDecimal(value)));
      }
      double slack = (size / 8.0 + 16) * 0x1p-53 * exact.doubleValue();
      assertEquals(exact.doubleValue(), EightWaySum.computeSquares(values), slack);
    }
  }

  @Test
  void sums_ofRoundedEntries_areThoseOfTheStatedOrder() {
    SplittableRandom random = new SplittableRandom(3);
    for (int size = 0; size < 60; size++) {
      double[] values = random.doubles(size, -1, 1).toArray();
      double[] squares = Arrays.stream(values).map(x -> x * x).toArray();
      assertEquals(inParts(values), EightWaySum.compute(values));
      assertEquals(inParts(squares), EightWaySum.computeSquares(values));
    }
  }

  private static double inParts(double[] values) {
    double[] parts = new double[8];
    int whole = values.length - values.length % 8;
    for (int i = 0; i < values.length; i++) {
      parts[i < whole ? i % 8 : 0] += values[i];
    }
    return Arrays.stream(parts).reduce(0, Double::sum);
  }

  @Test
  void sums_withoutABound_areInfiniteOrNotANumber() {
    double[] values = new double[9];
    values[8] = 1e200;
    assertEquals(Double.POSITIVE_INFINITY, EightWaySum.computeSquares(values));
    values[1] = Double.NaN;
    assertEquals(Double.NaN, EightWaySum.compute(values));
    assertEquals(Double.NaN, EightWaySum.computeSquares(values));
  }
}
