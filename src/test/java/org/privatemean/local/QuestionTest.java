package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.local.ChoiceQuestion.Digit;
import org.privatemean.local.ChoiceQuestion.SideQuestion;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;

class QuestionTest {

  private static RandomizedResponse response(int answers) {
    return RandomizedResponse.withAnswers(answers, 1);
  }

  @Test
  void digit_valuesOfEitherSign_isTheFloorModuloFour() {
    Digit halves = new Digit(-1, response(4));
    double[] values = {0, 0.49, 0.5, 1.99, 2, -0.01, -0.5, -0.51, -2, -2.01, 1e18};
    int[] digits = {0, 0, 1, 3, 0, 3, 3, 2, 0, 3, 0};
    for (int i = 0; i < values.length; i++) {
      assertEquals(digits[i], halves.place(values[i]), "value " + values[i]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.MIN_VALUE,
        -Double.MIN_VALUE
      })
  void place_extremeValue_isAnAnswer(double value) {
    for (int level = -400; level <= 400; level += 100) {
      int digit = new Digit(level, response(4)).place(value);
      assertTrue(digit >= 0 && digit < 4, "digit " + digit);
    }
    int side = new SideQuestion(0.3, 2, response(2)).place(value);
    assertTrue(side == 0 || side == 1);
    int bin = new OneHot(1, 41, response(2)).bin(value);
    assertTrue(bin >= 0 && bin < 41, "bin " + bin);
    int place = position(1).place(value);
    assertTrue(place >= -32 && place <= 32, "place " + place);
  }

  private static NoisyPosition position(double epsilon) {
    return new NoisyPosition(1, 2, NoisyPosition.variance(new ApproxDp(epsilon, 1e-6)));
  }

  @Test
  void side_wave_changesAtThresholdAndHalfPeriod() {
    SideQuestion wave = new SideQuestion(1, 4, response(2));
    assertEquals(1, wave.place(1));
    assertEquals(1, wave.place(2.99));
    assertEquals(0, wave.place(3));
    assertEquals(0, wave.place(0.99));
    assertEquals(1, wave.place(-3));
    assertEquals(1, SideQuestion.of(0, response(2)).place(0), "the sign of 0 is +");
  }

  /** Against the shares of a million values. */
  @ParameterizedTest
  @CsvSource({"0.3, 1", "-5.2, 0.25", "1.7, 8", "0, 0.01"})
  void law_normalValues_isThatOfTheirPlaces(double mean, double sigma) {
    int n = 1_000_000;
    ChoiceQuestion[] choices = {
      new Digit(0, response(4)),
      new Digit(-2, response(4)),
      new SideQuestion(0.4, 4, response(2)),
      SideQuestion.of(mean + sigma / 3, response(2))
    };
    for (ChoiceQuestion choice : choices) {
      SplittableRandom random = new SplittableRandom(71);
      double[] law = choice.law(mean, sigma);
      long[] counts = new long[law.length];
      for (int i = 0; i < n; i++) {
        counts[choice.place(mean + sigma * random.nextGaussian())]++;
      }
      double sum = 0;
      for (int a = 0; a < law.length; a++) {
        double deviation = Math.sqrt(n * law[a] * (1 - law[a]));
        assertEquals(
            n * law[a], (double) counts[a], 5.4 * deviation + 1e-6, choice + " answer " + a);
        sum += law[a];
      }
      assertEquals(1, sum, 1e-12);
    }
  }

  @Test
  void oneHot_allOutputsAndPairs_likelihoodRatioReachesAndNeverPassesEpsilon() {
    double epsilon = 1.3;
    RandomizedResponse bit = RandomizedResponse.withAnswers(2, epsilon / 2);
    int bins = 5;
    double largest = 0;
    for (int one = 0; one < bins; one++) {
      for (int other = 0; other < bins; other++) {
        for (int output = 0; output < 1 << bins; output++) {
          double ratio = likelihood(bit, bins, one, output) / likelihood(bit, bins, other, output);
          largest = Math.max(largest, Math.log(ratio));
        }
      }
    }
    assertEquals(epsilon, largest, 1e-12);
  }

  private static double likelihood(RandomizedResponse bit, int bins, int bin, int output) {
    double likelihood = 1;
    for (int b = 0; b < bins; b++) {
      boolean set = ((output >> b) & 1) == 1;
      likelihood *= set == (b == bin) ? bit.truth() : bit.other();
    }
    return likelihood;
  }

  @Test
  void oneHot_allOutputs_expectedUsersAreTheTrueOnes() {
    OneHot oneHot = new OneHot(1, 3, RandomizedResponse.withAnswers(2, 0.4));
    for (int bin = 0; bin < 3; bin++) {
      double[] expected = new double[3];
      for (int output = 0; output < 8; output++) {
        long[] cells = new long[oneHot.cells()];
        assertTrue(oneHot.count(new byte[] {(byte) output}, cells));
        double[] users = oneHot.users(cells);
        for (int b = 0; b < 3; b++) {
          expected[b] += likelihood(oneHot.response(), 3, bin, output) * users[b];
        }
      }
      for (int b = 0; b < 3; b++) {
        assertEquals(b == bin ? 1 : 0, expected[b], 1e-12);
      }
    }
  }

  @Test
  void oneHot_answers_flipEachBitWithItsProbability() {
    OneHot oneHot = new OneHot(1, 11, RandomizedResponse.withAnswers(2, 0.5));
    BitSource bits = SimulatedUsers.bits(new SplittableRandom(72));
    int n = 100_000;
    long[] cells = new long[oneHot.cells()];
    for (int i = 0; i < n; i++) {
      assertTrue(oneHot.count(oneHot.answer(2.2, bits), cells));
    }
    for (int b = 0; b < 11; b++) {
      double p = b == 7 ? oneHot.response().truth() : oneHot.response().other();
      assertEquals(n * p, (double) cells[b + 1], 5.4 * Math.sqrt(n * p * (1 - p)), "bit " + b);
    }
    assertEquals(2, oneHot.fullest(cells));
  }

  @Test
  void count_impossibleAnswer_isRefusedAndNotCounted() {
    Question[] questions = {
      new Digit(0, response(4)),
      SideQuestion.of(0, response(2)),
      new OneHot(1, 11, response(2)),
      position(1)
    };
    byte[][] bad = {{4}, {-1}, {0, (byte) 0x08}, {0, 0, 1}};
    for (int i = 0; i < questions.length; i++) {
      long[] cells = new long[questions[i].cells()];
      assertFalse(questions[i].count(bad[i], cells), questions[i].toString());
      assertFalse(questions[i].count(new byte[] {0, 0, 0, 0, 0}, cells));
      assertArrayEquals(new long[questions[i].cells()], cells);
    }
  }

  @Test
  void noisyPosition_grid_roundsWithinTheSensitivity() {
    NoisyPosition cut = position(1);
    assertEquals(0, cut.place(1.03));
    assertEquals(1, cut.place(1.04));
    assertEquals(32, cut.place(3.4));
    assertEquals(-32, cut.place(-1.4));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.3, 1, 4, 64})
  void reach_anyEpsilon_isPassedWithAProbabilityBelowTheOneStated(double epsilon) {
    NoisyPosition position = position(epsilon);
    double deviations = (double) position.reach() / position.noise().standardDeviation();
    assertTrue(2 * Math.exp(-deviations * deviations / 2) < 1e-30);
    assertTrue(32 + position.reach() < Integer.MAX_VALUE);
  }

  @Test
  void noisyPosition_manyAnswers_haveMeanAndDeviationOfTheNoise() {
    NoisyPosition position = position(2);
    BitSource bits = SimulatedUsers.bits(new SplittableRandom(73));
    int n = 200_000;
    long[] cells = new long[2];
    double squares = 0;
    for (int i = 0; i < n; i++) {
      long[] one = new long[2];
      byte[] answer = position.answer(2, bits);
      assertTrue(position.count(answer, one) && position.count(answer, cells));
      double offset = position.average(one, 0)[0] - 2;
      squares += offset * offset;
    }
    double deviation = position.average(new long[] {1, 0}, 0)[2];
    assertEquals(position.noise().standardDeviation() * 2 / 32, deviation, 1e-12);
    assertEquals(2, position.average(cells, 0)[0], 4.9 * deviation / Math.sqrt(n));
    // The variance of the square of a normal variable is twice the square of its mean.
    assertEquals(
        deviation * deviation,
        squares / n,
        4.9 * Math.sqrt(2) * deviation * deviation / Math.sqrt(n));
  }

  @ParameterizedTest
  @CsvSource({"0.05, 1e-9", "0.125, 1e-10", "1, 1e-6", "1.5, 1e-9", "4, 1e-6", "16, 1e-9"})
  void gaussian_anyEpsilon_exactDeltaOfTheDiscreteNoiseIsWithinTheTarget(
      double epsilon, double delta) {
    Variance noise = NoisyPosition.variance(new ApproxDp(epsilon, delta));
    double exact = Conversions.discreteGaussianDeltaUp(noise.doubleValue(), 64, epsilon);
    assertTrue(exact <= delta, "delta " + exact);
    double classical = 64 * Math.sqrt(2 * Math.log(2 / delta)) / epsilon;
    if (epsilon <= 1) {
      assertEquals(classical, noise.standardDeviation(), 1e-6 * classical);
    } else {
      // Not wasteful either: a tenth less noise would break the promise.
      double less = noise.doubleValue() * 0.81;
      assertTrue(Conversions.discreteGaussianDeltaUp(less, 64, epsilon) > delta);
    }
  }

  @Test
  void gaussian_smallestEpsilon_isProvedByItsZcdpCost() {
    Variance noise = NoisyPosition.variance(new ApproxDp(0.001, 1e-9));
    assertTrue(noise.doubleValue() > 0x1p30);
    assertTrue(NoisyPosition.deltaUp(noise, 0.001) <= 1e-9);
  }
}
