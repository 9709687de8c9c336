package org.privatemean.shuffle.sum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.shuffle.message.MessageRandomizer;

class ScalarSumTest {
  private static final ApproxDp TARGET = new ApproxDp(1, 1e-9);

  /** The noise of 20 users, all of them or half of them counted on: 20000 sums. */
  @ParameterizedTest
  @CsvSource({"20, 1", "40, 0.5"})
  void sums_allUsers_haveTheVarianceOfTheLaplaceLaw(int users, double fraction) {
    ScalarSum sum = ScalarSum.create(users, -1, 2, TARGET, fraction);
    MessageRandomizer<Long> randomizer = sum.randomizer(4);
    BitSource bits = NoiseKey.fromSeed(93).substream(1, 0, users);
    int trials = 20_000;
    double squares = 0;
    double total = 0;
    for (int trial = 0; trial < trials; trial++) {
      SumAnalyzer analyzer = sum.analyzer(4);
      long exact = 0;
      for (int i = 0; i < users; i++) {
        long value = i % 4 - 1L;
        randomizer.randomize(value, bits, analyzer);
        exact += value;
      }
      long error = analyzer.sums()[0] - exact;
      squares += (double) error * error;
      total += error;
    }
    double a = Math.exp(-1.0 / 3);
    double variance = 2 * a / (1 - a) / (1 - a) / fraction;
    assertEquals(variance, sum.expectedError() * sum.expectedError(), 1e-4 * variance);
    // A squared discrete Laplace number has variance 5 times its square; 4.9 deviations are 8 %,
    // so noise of a variance that is off by a fifth fails, below.
    double deviation = Math.sqrt(5.2 / trials);
    assertEquals(1, squares / trials / variance, 4.9 * deviation);
    assertTrue(Math.abs(squares / trials / (0.8 * variance) - 1) > 4.9 * deviation);
    assertTrue(Math.abs(squares / trials / (1.2 * variance) - 1) > 4.9 * deviation);
    assertEquals(0, total / trials, 4.9 * Math.sqrt(variance / trials));
  }

  @Test
  void randomize_outOfRange_goesToTheNearerEnd() {
    ScalarSum sum = ScalarSum.create(1_000_000, -100, 50, new ApproxDp(64, 1e-9), 1);
    SumAnalyzer analyzer = sum.analyzer(0);
    BitSource bits = NoiseKey.fromSeed(93).substream(2, 0, 0);
    sum.randomizer(0).randomize(Long.MAX_VALUE, bits, analyzer);
    assertEquals(50, analyzer.sums()[0]);
    sum.randomizer(0).randomize(-101L, bits, analyzer);
    assertEquals(-50, analyzer.sums()[0]);
  }

  @Test
  void of_gridOfRootN_hasMessagesAndErrorAsDocumented() {
    int[] messages = {8, 7, 7, 7, 6};
    for (int i = 0; i < 5; i++) {
      long users = (long) Math.pow(10, 4 + i);
      long steps = (long) Math.sqrt((double) users);
      ScalarSum sum = ScalarSum.create(users, -steps, steps, TARGET, 1);
      assertEquals(messages[i], sum.messages(), "users " + users);
      assertEquals(2 * steps * Math.sqrt(2), sum.expectedError(), 0.01 * steps);
    }
  }

  @Test
  void of_argumentOutOfRange_throws() {
    assertThrows(IllegalArgumentException.class, () -> ScalarSum.create(19, 0, 1, TARGET, 1));
    assertThrows(IllegalArgumentException.class, () -> ScalarSum.create(100, 1, 1, TARGET, 1));
    assertThrows(
        IllegalArgumentException.class, () -> ScalarSum.create(100, 0, (1L << 40) + 1, TARGET, 1));
    assertThrows(
        IllegalArgumentException.class, () -> ScalarSum.create(1L << 30, 0, 1L << 40, TARGET, 1));
    assertThrows(
        IllegalArgumentException.class, () -> ScalarSum.create(100, 0, 1, new ApproxDp(1, 0), 1));
    assertThrows(IllegalArgumentException.class, () -> ScalarSum.create(100, 0, 1, TARGET, 1.1));
  }
}
