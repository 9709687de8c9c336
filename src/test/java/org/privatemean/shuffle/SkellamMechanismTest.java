package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.Promise;

@Promise("Skellam noise loses no more than is charged")
class SkellamMechanismTest {

  /**
   * ln of the Skellam probabilities of 0 to {@code last}, by the continued fraction of Bessel I.
   */
  static double[] logProbabilities(double variance, int last) {
    double[] ratios = new double[last + 200];
    for (int k = ratios.length - 2; k >= 1; k--) {
      ratios[k] = 1 / (2 * k / variance + ratios[k + 1]);
    }
    double[] logs = new double[last + 1];
    double sum = 1;
    for (int k = 1; k <= last; k++) {
      logs[k] = logs[k - 1] + Math.log(ratios[k]);
      sum += 2 * Math.exp(logs[k]);
    }
    for (int k = 0; k <= last; k++) {
      logs[k] -= Math.log(sum);
    }
    return logs;
  }

  private static double exactRenyi(double variance, int shift, int alpha) {
    int reach = 4000;
    double[] logs = logProbabilities(variance, reach + shift);
    double highest = Double.NEGATIVE_INFINITY;
    double[] terms = new double[2 * reach + 1];
    for (int k = -reach; k <= reach; k++) {
      double term = alpha * logs[Math.abs(k - shift)] + (1 - alpha) * logs[Math.abs(k)];
      terms[k + reach] = term;
      highest = Math.max(highest, term);
    }
    double sum = 0;
    for (double term : terms) {
      sum += Math.exp(term - highest);
    }
    return (highest + Math.log(sum)) / (alpha - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 1, 2", "10, 1, 8", "10, 1, 32", "10, 3, 2", "10, 3, 8", "10, 3, 32", "50, 1, 2",
    "50, 1, 8", "50, 1, 32", "50, 3, 2", "50, 3, 8", "50, 3, 32", "400, 1, 2", "400, 1, 8",
    "400, 1, 32", "400, 3, 2", "400, 3, 8", "400, 3, 32"
  })
  void renyiUp_oneInteger_isAboveTheExactDivergence(double variance, int shift, int alpha) {
    double bound = new SkellamMechanism(shift, shift, variance).renyiUp(alpha);
    double exact = exactRenyi(variance, shift, alpha);
    assertTrue(exact <= bound, exact + " above " + bound);
    // Where the noise is wide beside the order it is tight: half the variance would be seen.
    assertTrue(
        2 * alpha * shift > variance || bound < exactRenyi(variance / 2, shift, alpha),
        "loose: " + bound);
  }

  @Test
  void renyiUp_strongAndWeakNoise_isAtLeastTheExactDivergence() {
    double closest = 0;
    for (double variance : new double[] {0.5, 1, 3, 10, 30, 100, 300}) {
      for (int shift : new int[] {1, 2, 5, 10, 20, 50}) {
        for (int alpha : new int[] {2, 3, 6, 16, 32}) {
          double ratio =
              exactRenyi(variance, shift, alpha)
                  / new SkellamMechanism(shift, shift, variance).renyiUp(alpha);
          assertTrue(ratio <= 1, variance + " " + shift + " " + alpha);
          closest = Math.max(closest, ratio);
        }
      }
    }
    assertTrue(closest > 0.99);
  }

  @Test
  void renyiUp_wideNoise_isThatOfTheGaussian() {
    SkellamMechanism sum = SkellamMechanism.forVector(128, 1e4, 1e10);
    for (int alpha : new int[] {2, 17, 300}) {
      assertEquals(alpha * 1e8 / 2e10, sum.renyiUp(alpha), 1e-6 * alpha * 0.005);
    }
  }

  @Test
  void ofVector_smallSensitivity_boundsItInL1ByItsSquare() {
    assertEquals(4, SkellamMechanism.forVector(100, 2, 1).l1Sensitivity(), 1e-12);
    assertEquals(200, SkellamMechanism.forVector(100, 20, 1).l1Sensitivity(), 1e-12);
    assertEquals(1, SkellamMechanism.forVector(100, 0.5, 1).l2Sensitivity());
    assertTrue(SkellamMechanism.forVector(1, 20, 1).l1Sensitivity() >= 20);
  }

  @Test
  void skellam_badArgument_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new SkellamMechanism(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new SkellamMechanism(2, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new SkellamMechanism(1, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> SkellamMechanism.forVector(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new SkellamMechanism(1, 1, 1).renyiUp(1));
  }
}
