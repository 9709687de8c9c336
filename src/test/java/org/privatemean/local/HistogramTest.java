package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistogramTest {

  /** The probability of an answer, from what the sampler does: the weights 1 and e^-eps. */
  private static double probability(RandomizedResponse response, int truth, int answer) {
    double lie = Math.exp(-response.epsilon());
    double all = 1 + (response.answers() - 1) * lie;
    return (answer == truth ? 1 : lie) / all;
  }

  @Test
  void sent_anyShare_mixesTheTwoProbabilities() {
    RandomizedResponse response = RandomizedResponse.withAnswers(4, 1.5);
    assertEquals(response.other(), ChoiceQuestion.sent(response, 0), 1e-16);
    assertEquals(response.truth(), ChoiceQuestion.sent(response, 1), 1e-16);
    assertEquals(0.25, ChoiceQuestion.sent(response, 0.25), 1e-15);
  }

  /** All 64 truths of three users, and for each the 64 answers that they may give. */
  @ParameterizedTest
  @CsvSource({"0.1", "1", "6"})
  void shares_threeUsers_expectationIsTheTrueHistogram(double epsilon) {
    RandomizedResponse response = RandomizedResponse.withAnswers(4, epsilon);
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
        double[] shares = ChoiceQuestion.shares(response, counts);
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
    double[] shares = ChoiceQuestion.shares(RandomizedResponse.withAnswers(4, 1), new long[4]);
    for (double share : shares) {
      assertEquals(0.25, share);
    }
  }
}
