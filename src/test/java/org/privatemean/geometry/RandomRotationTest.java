package org.privatemean.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.NoiseKey;

final class RandomRotationTest {
  private static RandomRotation draw(int dimension, long seed) {
    return RandomRotation.draw(dimension, NoiseKey.fromSeed(seed).substream(0, 0, 0));
  }

  private static long[][] rotate(RandomRotation rotation, long[] x) {
    long[][] columns = new long[rotation.size()][1];
    for (int j = 0; j < x.length; j++) {
      columns[j][0] = rotation.sign(j) * x[j];
    }
    WalshHadamard.transformColumns(columns, 1);
    return columns;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 100, 784, 100_000, 1 << 17})
  void inverse_ofARotatedIntegerVector_isTheVector(int dimension) {
    RandomRotation rotation = draw(dimension, dimension);
    long[] x = new SplittableRandom(dimension).longs(dimension, -1_000_000, 1_000_001).toArray();
    long[][] columns = rotate(rotation, x);
    double[] rotated = new double[rotation.size()];
    BigInteger before = BigInteger.ZERO;
    BigInteger after = BigInteger.ZERO;
    for (int j = 0; j < rotated.length; j++) {
      rotated[j] = (double) columns[j][0];
      after = after.add(BigInteger.valueOf(columns[j][0]).pow(2));
      before = j < dimension ? before.add(BigInteger.valueOf(x[j]).pow(2)) : before;
    }
    // An isometry after division by sqrt(size): squared norms, exactly.
    assertEquals(before.multiply(BigInteger.valueOf(rotated.length)), after);
    double[] back = rotation.inverse(rotated);
    assertEquals(dimension, back.length);
    for (int j = 0; j < dimension; j++) {
      assertEquals((double) x[j], back[j]);
    }
  }

  @Test
  void draw_fromTheSameBits_isTheSameRotation() {
    RandomRotation one = draw(1000, 5);
    RandomRotation two = draw(1000, 5);
    RandomRotation other = draw(1000, 6);
    int[][] signs = new int[3][1000];
    int sum = 0;
    for (int j = 0; j < 1000; j++) {
      signs[0][j] = one.sign(j);
      signs[1][j] = two.sign(j);
      signs[2][j] = other.sign(j);
      assertEquals(1, Math.abs(one.sign(j)));
      sum += one.sign(j) * other.sign(j);
    }
    assertArrayEquals(signs[0], signs[1]);
    // Independent fair signs: a sum of 1000 of them beyond 5 sqrt(1000) has probability 6e-7.
    assertTrue(Math.abs(sum) < 159, "sum of products " + sum);
    assertEquals(1000, one.inverse(new double[1024]).length);
    assertEquals(1024, one.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 784})
  void apply_ofOneVector_isItsColumnAndInvertsToIt(int dimension) {
    RandomRotation rotation = draw(dimension, 3);
    long[] x = new SplittableRandom(dimension).longs(dimension, -1L << 40, 1L << 40).toArray();
    long[] kept = x.clone();
    long[] rotated = rotation.apply(x);
    assertArrayEquals(kept, x);
    assertEquals(WalshHadamard.paddedSize(dimension), rotated.length);
    long[][] columns = rotate(rotation, x);
    double[] values = new double[rotated.length];
    for (int k = 0; k < rotated.length; k++) {
      assertEquals(columns[k][0], rotated[k]);
      values[k] = (double) rotated[k];
    }
    double[] back = rotation.inverse(values);
    for (int j = 0; j < dimension; j++) {
      assertEquals((double) x[j], back[j]);
    }
  }

  @Test
  void rotation_ofAnyUnitVector_spreadsItEvenly() {
    RandomRotation rotation = draw(64, 1);
    for (int k = 0; k < 64; k++) {
      long[] unit = new long[64];
      unit[k] = 3;
      for (long[] column : rotate(rotation, unit)) {
        assertEquals(3, Math.abs(column[0]));
      }
    }
  }
}
