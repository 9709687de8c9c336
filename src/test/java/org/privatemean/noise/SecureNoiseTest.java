package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.noise.NoiseSource.SecureNoise;

@Promise("a draw depends on its address alone; draws of different addresses are unrelated")
class SecureNoiseTest {

  private static final Variance HUNDRED = Variance.roundUp(BigInteger.valueOf(100), BigInteger.ONE);
  private static final int COORDINATES = 20_000;

  private static BigInteger[] inOrder(NoiseSource noise) {
    BigInteger[] draws = new BigInteger[COORDINATES];
    for (int j = 0; j < COORDINATES; j++) {
      draws[j] = noise.discreteGaussian(HUNDRED, 1, 2, j);
    }
    return draws;
  }

  @Test
  void discreteGaussian_anyOrder_isTheSameDraw() {
    NoiseSource noise = new SecureNoise(NoiseKey.fromSeed(51));
    BigInteger[] expected = inOrder(noise);
    List<Integer> order = new ArrayList<>(IntStream.range(0, COORDINATES).boxed().toList());
    Collections.shuffle(order, new Random(1));
    for (int j : order) {
      noise.discreteGaussian(HUNDRED, 1, 1, j);
      assertEquals(expected[j], noise.discreteGaussian(HUNDRED, 1, 2, j));
    }
  }

  @Test
  void discreteGaussian_manyThreads_isTheSameDraw() throws Exception {
    NoiseSource noise = new SecureNoise(NoiseKey.fromSeed(52));
    BigInteger[] expected = inOrder(noise);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        int first = i * 2500;
        results.add(
            threads.submit(
                () ->
                    IntStream.range(0, COORDINATES)
                        .map(j -> (j + first) % COORDINATES)
                        .allMatch(
                            j -> expected[j].equals(noise.discreteGaussian(HUNDRED, 1, 2, j)))));
      }
      for (Future<Boolean> result : results) {
        assertTrue(result.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void discreteGaussian_neighbouringAddresses_areUncorrelated() {
    NoiseSource noise = new SecureNoise(NoiseKey.fromSeed(53));
    int n = 100_000;
    double byCoordinate = 0;
    double byLevel = 0;
    double byStep = 0;
    for (int j = 0; j < n; j++) {
      double draw = noise.discreteGaussian(HUNDRED, 1, 1, j).doubleValue();
      byCoordinate += draw * noise.discreteGaussian(HUNDRED, 1, 1, j + 1).doubleValue();
      byLevel += draw * noise.discreteGaussian(HUNDRED, 1, 2, j).doubleValue();
      byStep += draw * noise.discreteGaussian(HUNDRED, 2, 1, j).doubleValue();
    }
    // Each product has standard deviation 100, and any two are uncorrelated.
    double bound = 4.9 * 100 * Math.sqrt(n);
    assertEquals(0, byCoordinate, bound);
    assertEquals(0, byLevel, bound);
    assertEquals(0, byStep, bound);
  }

  @Test
  void discreteGaussian_largeVariances_areDistinctDraws() {
    NoiseSource noise = new SecureNoise(NoiseKey.fromOperatingSystem());
    Variance large = Variance.roundUp(BigInteger.ONE.shiftLeft(160), BigInteger.ONE);
    assertNotEquals(noise.discreteGaussian(large, 0, 0, 0), noise.discreteGaussian(large, 0, 0, 1));
    assertFalse(NoiseKey.fromOperatingSystem().seeded());
    assertTrue(NoiseKey.fromSeed(1).seeded());
  }

  @Test
  void discreteGaussian_addressOutOfRange_isRefused() {
    NoiseSource noise = new SecureNoise(NoiseKey.fromSeed(54));
    assertThrows(
        IllegalArgumentException.class, () -> noise.discreteGaussian(HUNDRED, 65536, 0, 0));
    assertThrows(NullPointerException.class, () -> new SecureNoise(null));
  }
}
