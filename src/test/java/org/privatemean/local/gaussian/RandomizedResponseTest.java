package org.privatemean.local.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

class RandomizedResponseTest {

  /** The probability of an answer, from what the sampler does: the weights 1 and e^-eps. */
  private static double probability(RandomizedResponse response, int truth, int answer) {
    double lie = Math.exp(-response.epsilon());
    double all = 1 + (response.answers() - 1) * lie;
    return (answer == truth ? 1 : lie) / all;
  }

  @ParameterizedTest
  @CsvSource({"2, 0.1", "2, 1", "2, 16", "4, 0.001", "4, 0.3", "4, 1", "4, 4", "4, 32"})
  void respond_allPairsOfTruths_likelihoodRatioReachesAndNeverPassesEpsilon(int m, double epsilon) {
    RandomizedResponse response = RandomizedResponse.of(m, epsilon);
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
  void respond_everyTruth_hasItsProbabilitiesAndNotThoseOfAnotherEpsilon(int m, double epsilon) {
    int n = 400_000;
    RandomizedResponse response = RandomizedResponse.of(m, epsilon);
    RandomizedResponse wrong = RandomizedResponse.of(m, 1.1 * epsilon);
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
    RandomizedResponse response = RandomizedResponse.of(4, 1.5);
    assertEquals(Math.exp(1.5) / (Math.exp(1.5) + 3), response.truth(), 1e-15);
    assertEquals(1 / (Math.exp(1.5) + 3), response.other(), 1e-15);
    assertEquals(1 / Math.tanh(0.75), RandomizedResponse.of(2, 1.5).scale(), 1e-14);
  }

  /** All 64 truths of three users, and for each the 64 answers that they may give. */
  @ParameterizedTest
  @CsvSource({"0.1", "1", "6"})
  void shares_threeUsers_expectationIsTheTrueHistogram(double epsilon) {
    RandomizedResponse response = RandomizedResponse.of(4, epsilon);
    for (int truths = 0; truths < 64; truths++) {
      double[] expected = new double[4];
      for (int answers = 0; answers < 64; answers++) {
        double likelihood = 1;
        long[] counts = new long[4];
        for (int shift = 0; shift < 6; shift += 2) {
          int answer = (answers >> shift) & 3;
          likelihood *= probability(response, (truths >> shift) & 3, answer);
          counts[answer]++;
        }
        double[] shares = response.shares(counts);
        for (int a = 0; a < 4; a++) {
          expected[a] += likelihood * shares[a];
        }
      }
      for (int a = 0; a < 4; a++) {
        int users = 0;
        for (int shift = 0; shift < 6; shift += 2) {
          users += ((truths >> shift) & 3) == a ? 1 : 0;
        }
        assertEquals(users / 3.0, expected[a], 1e-12 / epsilon);
      }
    }
  }

  @Test
  void shares_noAnswers_areEqual() {
    double[] shares = RandomizedResponse.of(4, 1).shares(new long[4]);
    for (double share : shares) {
      assertEquals(0.25, share);
    }
  }
}
