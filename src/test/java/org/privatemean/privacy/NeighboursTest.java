package org.privatemean.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class NeighboursTest {
  private static final long NORM = 1000;

  private static BigInteger squaredDistance(long[] a, long[] b) {
    BigInteger sum = BigInteger.ZERO;
    for (int j = 0; j < a.length; j++) {
      sum = sum.add(BigInteger.valueOf(a[j] - b[j]).pow(2));
    }
    return sum;
  }

  private static long[] vector(SplittableRandom random, int dimension, boolean orthant) {
    double[] x = random.doubles(dimension, orthant ? 0 : -1, 1).toArray();
    if (random.nextInt(3) == 0) {
      Arrays.fill(x, 0);
      x[random.nextInt(dimension)] = orthant || random.nextBoolean() ? 1 : -1;
    }
    double norm = Math.sqrt(Arrays.stream(x).map(y -> y * y).sum());
    return Arrays.stream(x).mapToLong(y -> (long) (y / norm * NORM)).toArray();
  }

  private static double reached(boolean orthant, boolean replace, BigInteger claimed) {
    SplittableRandom random = new SplittableRandom(1);
    double most = 0;
    for (int k = 0; k < 20_000; k++) {
      int dimension = 1 + random.nextInt(4);
      long[] one = vector(random, dimension, orthant);
      long[] other = replace ? vector(random, dimension, orthant) : new long[dimension];
      BigInteger changed = squaredDistance(one, other);
      assertTrue(changed.compareTo(claimed) <= 0);
      most = Math.max(most, changed.doubleValue() / claimed.doubleValue());
    }
    return most;
  }

  @Test
  void squaredSensitivity_ofEitherKind_isReachedAndNotPassed() {
    for (Neighbours neighbours : Neighbours.values()) {
      boolean replace = neighbours == Neighbours.REPLACE;
      assertEquals(1, reached(false, replace, neighbours.squaredSensitivity(NORM)));
      assertEquals(1, reached(true, replace, neighbours.squaredSensitivityOfOrthant(NORM)));
    }
  }

  @Test
  void squaredSensitivity_ofTheLongestNorm_doesNotOverflow() {
    assertEquals(BigInteger.TWO.pow(124), Neighbours.REPLACE.squaredSensitivity(1L << 61));
    assertEquals(BigInteger.TWO.pow(123), Neighbours.REPLACE.squaredSensitivityOfOrthant(1L << 61));
    assertEquals(BigInteger.TWO.pow(122), Neighbours.ADD_REMOVE.squaredSensitivity(1L << 61));
    assertEquals(
        BigInteger.TWO.pow(122), Neighbours.ADD_REMOVE.squaredSensitivityOfOrthant(1L << 61));
  }

  @Test
  void labels_areTheParametersWords() {
    assertEquals("replace", Neighbours.REPLACE.label());
    assertEquals("addRemove", Neighbours.ADD_REMOVE.label());
    assertEquals(2, Neighbours.REPLACE.sumSensitivity());
    assertEquals(1, Neighbours.ADD_REMOVE.sumSensitivity());
  }
}
