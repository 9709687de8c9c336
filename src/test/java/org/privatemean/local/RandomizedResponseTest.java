package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

@Promise("randomized response reaches epsilon and never passes it")
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
    double expected = coin.other() * (1 << BITS);
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

  /** The probability of an answer, from what the sampler does: the weights 1 and e^-eps. */
  private static double probability(RandomizedResponse response, int truth, int answer) {
    double lie = Math.exp(-response.epsilon());
    double all = 1 + (response.answers() - 1) * lie;
    return (answer == truth ? 1 : lie) / all;
  }

  @ParameterizedTest
  @CsvSource({"2, 0.1", "2, 1", "2, 16", "4, 0.001", "4, 0.3", "4, 1", "4, 4", "4, 32"})
  void respond_allPairsOfTruths_likelihoodRatioReachesAndNeverPassesEpsilon(int m, double epsilon) {
    RandomizedResponse response = RandomizedResponse.withAnswers(m, epsilon);
    assertTrue(response.epsilon() <= epsilon);
    double largest = 0;
    for (int one = 0; one < m; one++) {
      for (int other = 0; other < m; other++) {
        for (int answer = 0; answer < m; answer++) {
          double ratio = probability(response, one, answer) / probability(response, other, answer);
          largest = Math.max(largest, Math.log(ratio));
        }
      }
    }
    assertEquals(epsilon, largest, 1e-12);
  }

  @ParameterizedTest
  @CsvSource({"2, 0.25", "2, 3", "4, 0.5", "4, 1", "4, 5"})
  void respond_everyTruth_hasTheProbabilitiesOfItsEpsilon(int m, double epsilon) {
    int n = 400_000;
    RandomizedResponse response = RandomizedResponse.withAnswers(m, epsilon);
    RandomizedResponse wrong = RandomizedResponse.withAnswers(m, 1.1 * epsilon);
    for (int truth = 0; truth < m; truth++) {
      BitSource bits = NoiseKey.fromSeed(61).substream(m, truth, (int) (4 * epsilon));
      long[] counts = new long[m];
      for (int i = 0; i < n; i++) {
        counts[response.respond(truth, bits)]++;
      }
      for (int a = 0; a < m; a++) {
        assertTrue(isNear(counts[a], n, probability(response, truth, a)), "answer " + a);
      }
      assertFalse(isNear(counts[truth], n, probability(wrong, truth, truth)));
    }
  }

  /** Within 5.3 standard deviations: below 1e-6 for all answers together. */
  private static boolean isNear(long count, int n, double p) {
    return Math.abs(count - n * p) <= 5.3 * Math.sqrt(n * p * (1 - p));
  }

  @Test
  void truthAndOther_anyEpsilon_areThePaperProbabilities() {
    RandomizedResponse response = RandomizedResponse.withAnswers(4, 1.5);
    assertEquals(Math.exp(1.5) / (Math.exp(1.5) + 3), response.truth(), 1e-15);
    assertEquals(1 / (Math.exp(1.5) + 3), response.other(), 1e-15);
    assertEquals(1 / Math.tanh(0.75), RandomizedResponse.withAnswers(2, 1.5).scale(), 1e-14);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.7, 1, Math.PI, 16, 63.9, 1000})
  void epsilon_ofAtLeastAHalf_isKept(double epsilon) {
    assertEquals(epsilon, RandomizedResponse.of(epsilon).epsilon());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 0.001, 0.1, 0.3, 0.49999})
  void epsilon_small_isRoundedDownByLessThanAUnit(double epsilon) {
    double kept = RandomizedResponse.of(epsilon).epsilon();
    assertTrue(kept <= epsilon && epsilon - kept < 0x1p-53, epsilon + " to " + kept);
  }

  @Test
  void scale_isTheInverseOfTheBias() {
    for (double epsilon : new double[] {0.01, 0.5, 1, 4, 20}) {
      RandomizedResponse coin = RandomizedResponse.of(epsilon);
      assertEquals(1, coin.scale() * (1 - 2 * coin.other()), 1e-12);
    }
  }

  @Test
  void of_epsilonOutOfRange_isRefused() {
    for (double wrong :
        new double[] {0, -1, 1e-10, 1000.0000001, 1e6, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> RandomizedResponse.of(wrong));
    }
    assertThrows(IllegalArgumentException.class, () -> RandomizedResponse.withAnswers(1, 1));
  }
}
