package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomizedResponseTest {
  private static final int BITS = 21;

  /** Thrown where more bits were asked for than there are. */
  private static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted() {
      super("no more bits", null, false, false);
    }
  }

  /** Plays the bits of an int from the highest down. */
  private static final class Bits implements BitSource {
    private final int value;
    private int left = BITS;

    Bits(int value) {
      this.value = value;
    }

    @Override
    public long nextBits(int k) {
      if (left < k) {
        throw new Exhausted();
      }
      left -= k;
      return (value >>> left) & ((1L << k) - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.25, 0.5})
  void flips_everyStringOfBits_enclosesTheLogistic(double epsilon) {
    RandomizedResponse coin = RandomizedResponse.of(epsilon);
    int flipped = 0;
    int undecided = 0;
    for (int value = 0; value < 1 << BITS; value++) {
      try {
        flipped += coin.flips(new Bits(value)) ? 1 : 0;
      } catch (Exhausted e) {
        undecided++;
      }
    }
    double expected = coin.flipProbability() * (1 << BITS);
    assertTrue(flipped <= expected, flipped + " of " + expected);
    assertTrue(expected <= flipped + undecided, flipped + " + " + undecided);
    // Narrow enough that a coin of e^-epsilon would be seen.
    assertTrue(
        flipped + undecided < 0.95 * Math.exp(-epsilon) * (1 << BITS), "undecided: " + undecided);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 3})
  void flips_manyTosses_hasTheRightShare(double epsilon) {
    RandomizedResponse coin = RandomizedResponse.of(epsilon);
    BitSource bits = NoiseKey.fromSeed(31).substream(1, 0, 0);
    int n = 500_000;
    int flipped = 0;
    for (int i = 0; i < n; i++) {
      flipped += coin.flips(bits) ? 1 : 0;
    }
    double p = 1 / (1 + Math.exp(epsilon));
    double deviation = Math.sqrt(n * p * (1 - p));
    assertEquals(n * p, flipped, 4.9 * deviation);
    // Power: an epsilon that is off by a twentieth would fail.
    double wrong = 1 / (1 + Math.exp(epsilon * 1.05));
    assertTrue(epsilon < 0.5 || Math.abs(wrong - p) * n > 6 * deviation);
  }

  @Test
  void epsilon_isRoundedDown() {
    double epsilon = Math.nextUp(0.7);
    double kept = RandomizedResponse.of(epsilon).epsilon();
    assertTrue(kept <= epsilon && epsilon - kept < 0x1p-40, "kept: " + kept);
    assertEquals(1, RandomizedResponse.of(1).epsilon());
  }

  @Test
  void scale_isTheInverseOfTheBias() {
    for (double epsilon : new double[] {0.01, 0.5, 1, 4, 20}) {
      RandomizedResponse coin = RandomizedResponse.of(epsilon);
      assertEquals(1, coin.scale() * (1 - 2 * coin.flipProbability()), 1e-12);
    }
  }

  @Test
  void of_epsilonOutOfRange_isRefused() {
    for (double wrong : new double[] {0, -1, 1e-9, 1e6, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> RandomizedResponse.of(wrong));
    }
  }
}
