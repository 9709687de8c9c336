package org.privatemean.shuffle.sum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NegativeBinomial;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.shuffle.message.MessageRandomizer;

class CorrelatedSumTest {
  private static final ApproxDp TARGET = new ApproxDp(1, 1e-9);

  /** The published figures count the zero of the triple of i = 1 as a message; it is not sent. */
  @ParameterizedTest
  @CsvSource({
    "10000, 25, 0.5, 809", "100000, 80, 0.5, 433", "1000000, 250, 0.5, 206",
    "10000000, 791, 0.5, 94", "100000000, 2500, 0.5, 41", "10000, 200, 0.3, 26053",
    "100000, 633, 0.3, 11867", "1000000, 2000, 0.3, 5139", "10000, 1, 0.3, 2.78",
    "100000, 1, 0.3, 1.18", "1000000, 1, 0.3, 1.018", "10000000, 1, 0.3, 1.0018"
  })
  void expectedMessages_tableOfSettings_hasItsValues(
      long users, int highest, double floodShare, double messages) {
    CorrelatedSum sum = CorrelatedSum.of(users, highest, TARGET, floodShare, 1);
    double hiding = Math.min(1, floodShare) / 2;
    double spread = highest * (Math.ceil(Math.log(highest)) + 1);
    double shape = 3 * (1 + Math.log(2 * (2.0 * highest - 1) / 1e-9));
    double zeros = NegativeBinomial.share(shape, users, 0.1 * hiding / spread).mean();
    assertEquals(messages, sum.expectedMessages() + zeros, Math.max(0.5, messages / 1000));
    if (highest == 1) {
      assertEquals(messages - 1, sum.expectedMessages() + zeros - 1, 0.03 * (messages - 1) + 1e-4);
    }
  }

  @Test
  void randomize_manyUsers_hasTheStatedErrorAndMessages() {
    int users = 100;
    CorrelatedSum sum = CorrelatedSum.of(users, 3, new ApproxDp(6, 0.01), 0.5, 1);
    MessageRandomizer<Long> randomizer = sum.randomizer(2);
    BitSource bits = NoiseKey.fromSeed(95).substream(1, 0, 0);
    int trials = 300;
    double squares = 0;
    long[] messages = {0};
    for (int trial = 0; trial < trials; trial++) {
      CorrelatedAnalyzer analyzer = sum.analyzer(2);
      long exact = 0;
      for (long i = 0; i < users; i++) {
        exact += 1 + i % 3;
        randomizer.randomize(
            1 + i % 3,
            bits,
            (label, body) -> {
              messages[0]++;
              analyzer.send(label, body);
            });
      }
      assertEquals(0, analyzer.malformed());
      squares += Math.pow((double) (analyzer.sum() - exact), 2);
    }
    double variance = sum.expectedError() * sum.expectedError();
    assertEquals(1, squares / trials / variance, 4.9 * Math.sqrt(6.0 / trials));
    double a = Math.exp(-1);
    assertEquals(2 * a / (1 - a) / (1 - a), variance, 1e-4);
    // The flood of a run has a deviation of some 15 % of its mean.
    double perUser = (double) messages[0] / users / trials;
    assertEquals(1, perUser / sum.expectedMessages(), 4.9 * 0.2 / Math.sqrt(trials));
  }

  @Test
  void sum_valueOutOfRange_goesToTheNearerEnd() {
    CorrelatedSum sum = CorrelatedSum.of(1L << 40, 5, new ApproxDp(10, 1e-9), 0.5, 1);
    CorrelatedAnalyzer analyzer = sum.analyzer(0);
    BitSource bits = NoiseKey.fromSeed(95).substream(2, 0, 0);
    sum.randomizer(0).randomize(100L, bits, analyzer);
    sum.randomizer(0).randomize(-3L, bits, analyzer);
    assertEquals(5, analyzer.sum());
  }

  /**
   * D = 1: all the server sees is the numbers A and B of +1 and -1. With X the sum of the values, A
   * = X + N + P and B = N' + P; the exact law, for one user's value replaced.
   */
  @ParameterizedTest
  @CsvSource({"1, 0.01, 0.5", "2, 0.05, 0.3"})
  void view_ofCounts_isAsPrivateAsStated(double epsilon, double delta, double floodShare) {
    double worst = deltaOfCounts(epsilon, delta, floodShare, 1);
    assertTrue(worst <= delta, () -> "delta " + worst);
    // Power: without enough of the pairs the sum's noise lies open to view.
    assertTrue(deltaOfCounts(epsilon, delta, floodShare, 0.001) > delta);
  }

  private static double deltaOfCounts(
      double epsilon, double delta, double floodShare, double pairs) {
    double hiding = Math.min(1, floodShare * epsilon) / 2;
    double shape = pairs * 3 * (1 + Math.log(2 / delta));
    double[] flood =
        convolve(
            negativeBinomial(shape, 0.2 * hiding, 3000),
            negativeBinomial(shape, 0.1 * hiding, 3000),
            5000);
    double[] noise = negativeBinomial(1, (1 - floodShare) * epsilon, 80);
    double[][] zero = counts(noise, flood, 0);
    double[][] one = counts(noise, flood, 1);
    return Math.max(hockeyStick(zero, one, epsilon), hockeyStick(one, zero, epsilon));
  }

  /** P(A - B = k - 60, B = b). */
  private static double[][] counts(double[] noise, double[] flood, int x) {
    double[][] law = new double[121][flood.length];
    for (int k = 0; k < law.length; k++) {
      for (int down = 0; down < noise.length; down++) {
        int up = k - 60 - x + down;
        if (up >= 0 && up < noise.length) {
          double p = noise[up] * noise[down];
          for (int b = down; b < flood.length; b++) {
            law[k][b] += p * flood[b - down];
          }
        }
      }
    }
    return law;
  }

  private static double hockeyStick(double[][] p, double[][] q, double epsilon) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      for (int b = 0; b < p[k].length; b++) {
        sum += Math.max(0, p[k][b] - Math.exp(epsilon) * q[k][b]);
      }
    }
    return sum;
  }

  private static double[] negativeBinomial(double shape, double rate, int size) {
    double a = Math.exp(-rate);
    double[] p = new double[size];
    p[0] = Math.pow(1 - a, shape);
    for (int k = 1; k < size; k++) {
      p[k] = p[k - 1] * a * (shape + k - 1) / k;
    }
    return p;
  }

  private static double[] convolve(double[] a, double[] b, int size) {
    double[] sum = new double[size];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length && i + j < size; j++) {
        sum[i + j] += a[i] * b[j];
      }
    }
    return sum;
  }

  @Test
  void send_malformed_isCountedAndDropped() {
    CorrelatedAnalyzer analyzer = CorrelatedSum.of(100, 3, TARGET, 0.5, 1).analyzer(2);
    analyzer.send(1, 4);
    analyzer.send(2, 3);
    analyzer.send(2, 7);
    analyzer.send(2, -1);
    assertEquals(4, analyzer.malformed());
    analyzer.send(2, 6);
    analyzer.send(2, 0);
    analyzer.send(2, 0);
    CorrelatedAnalyzer other = CorrelatedSum.of(100, 3, TARGET, 0.5, 1).analyzer(2);
    other.send(2, 1);
    other.send(2, 8);
    analyzer.merge(other);
    assertEquals(3 - 3 - 3 - 2, analyzer.sum());
    assertEquals(5, analyzer.malformed());
    CorrelatedAnalyzer foreign = CorrelatedSum.of(100, 4, TARGET, 0.5, 1).analyzer(2);
    assertThrows(IllegalArgumentException.class, () -> analyzer.merge(foreign));
  }

  @Test
  void of_argumentOutOfRange_throws() {
    assertThrows(IllegalArgumentException.class, () -> CorrelatedSum.of(100, 0, TARGET, 0.5, 1));
    assertThrows(
        IllegalArgumentException.class, () -> CorrelatedSum.of(100, 10_001, TARGET, 0.5, 1));
    assertThrows(IllegalArgumentException.class, () -> CorrelatedSum.of(100, 3, TARGET, 1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> CorrelatedSum.of(100, 3, new ApproxDp(0, 0.1), 0.5, 1));
    assertThrows(IllegalArgumentException.class, () -> CorrelatedSum.of(19, 3, TARGET, 0.5, 1));
  }
}
