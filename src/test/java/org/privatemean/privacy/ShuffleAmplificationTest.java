package org.privatemean.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShuffleAmplificationTest {

  /** References of fewer digits; those of a million users took coarser groups of C. */
  @ParameterizedTest
  @CsvSource({
    "10000, 0.5, 0.0302, 6e-5", "10000, 1, 0.0758, 6e-5", "10000, 2, 0.2149, 6e-5",
    "10000, 3, 0.4386, 6e-5", "10000, 4, 0.8256, 6e-5", "10000, 5, 1.701, 6e-4",
    "100000, 1, 0.0229, 6e-5", "100000, 2, 0.0648, 2e-4", "100000, 3, 0.1304, 1e-4",
    "100000, 4, 0.2351, 4e-4", "1000000, 1, 0.0069, 6e-5", "1000000, 2, 0.0195, 6e-5",
    "1000000, 3, 0.0394, 1e-4", "1000000, 4, 0.0708, 2e-4"
  })
  void epsilonUp_knownPoint_matches(int users, double local, double epsilon, double margin) {
    double actual = ShuffleAmplification.epsilonUp(users, new PureDp(local), 1e-9);
    assertEquals(epsilon, actual, margin);
    assertTrue(actual <= epsilon + (users == 10_000 ? margin : 5e-5));
    assertTrue(ShuffleAmplification.deltaUp(users, new PureDp(local), actual) <= 1e-9);
    assertTrue(ShuffleAmplification.deltaUp(users, new PureDp(local), actual * 0.999) > 1e-9);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 0.3",
    "2, 1, 0.3",
    "3, 1, 0",
    "4, 2, 0.7",
    "5, 0.2, 0.05",
    "12, 3, 0.5",
    "40, 1, 0.4",
    "41, 1, 0.4",
    "300, 4, 1",
    "300, 0.5, 0.1"
  })
  void deltaUp_fewUsers_isTheSumOverAllOutcomes(int users, double local, double epsilon) {
    double exact = exactDelta(users, local, epsilon);
    double delta = ShuffleAmplification.deltaUp(users, new PureDp(local), epsilon);
    assertTrue(delta >= exact * (1 - 1e-12), delta + " below " + exact);
    assertEquals(exact, delta, 1e-8 * exact);
  }

  /** Both laws of (A, C) written out: binomial, then binomial, then the coin. */
  private static double exactDelta(int users, double local, double epsilon) {
    return exactDelta(users, local, epsilon, Math.exp(-local));
  }

  private static double exactDelta(int users, double local, double epsilon, double chance) {
    double truth = 1 / (1 + Math.exp(-local));
    double delta = 0;
    for (int c = 0; c < users; c++) {
      double ofC = binomial(users - 1, c, chance);
      for (int k = 0; k <= c + 1; k++) {
        double above = k > 0 ? binomial(c, k - 1, 0.5) : 0;
        double same = k <= c ? binomial(c, k, 0.5) : 0;
        double p = truth * above + (1 - truth) * same;
        double q = truth * same + (1 - truth) * above;
        delta += ofC * Math.max(0, p - Math.exp(epsilon) * q);
      }
    }
    return delta;
  }

  private static double binomial(int n, int k, double p) {
    double value = 1;
    for (int i = 1; i <= k; i++) {
      value *= (n - k + i) * p / i;
    }
    return value * Math.pow(1 - p, n - k);
  }

  /** The whole protocol of randomised bits, by enumeration: the number of ones is all there is. */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "4, 1", "4, 2.5", "9, 0.5", "30, 2"})
  void deltaUp_randomisedResponse_isAboveTheExactDeltaOfTheView(int users, double local) {
    for (double epsilon = 0; epsilon < local; epsilon += local / 7) {
      double bound = ShuffleAmplification.deltaUp(users, new PureDp(local), epsilon);
      double worst = worstDelta(users, local, epsilon);
      assertTrue(worst <= bound * (1 + 1e-9), users + " " + epsilon);
    }
  }

  /**
   * The same for the bound of coins, which is closer: with the clones of an arbitrary randomizer
   * delta is larger. Power: the bound of a local epsilon 15 % smaller would be refuted.
   */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "4, 1", "4, 2.5", "9, 0.5", "30, 2", "60, 3"})
  void coinDeltaUp_randomisedResponse_isAboveTheExactDeltaOfTheView(int users, double local) {
    boolean refutes = false;
    for (double epsilon = 0; epsilon < local; epsilon += local / 7) {
      PureDp coin = new PureDp(local);
      double bound = ShuffleAmplification.coinDeltaUp(users, coin, epsilon);
      double less = ShuffleAmplification.coinDeltaUp(users, new PureDp(0.85 * local), epsilon);
      double worst = worstDelta(users, local, epsilon);
      assertTrue(worst <= bound * (1 + 1e-9), users + " " + epsilon);
      assertTrue(bound <= ShuffleAmplification.deltaUp(users, coin, epsilon) * (1 + 1e-9));
      refutes |= worst > less;
    }
    assertTrue(refutes);
  }

  /** Over all values of the other users, of the number of ones that the server sees. */
  private static double worstDelta(int users, double local, double epsilon) {
    double truth = 1 / (1 + Math.exp(-local));
    double worst = 0;
    for (int ones = 0; ones < users; ones++) {
      double[] without = onesReported(users - 1, ones, truth);
      double up = 0;
      double down = 0;
      for (int k = 0; k <= users; k++) {
        double above = k > 0 ? without[k - 1] : 0;
        double same = k < users ? without[k] : 0;
        double p = truth * above + (1 - truth) * same;
        double q = truth * same + (1 - truth) * above;
        up += Math.max(0, p - Math.exp(epsilon) * q);
        down += Math.max(0, q - Math.exp(epsilon) * p);
      }
      worst = Math.max(worst, Math.max(up, down));
    }
    return worst;
  }

  @ParameterizedTest
  @CsvSource({"3, 1, 0", "4, 2, 0.7", "12, 3, 0.5", "41, 1, 0.4", "300, 4, 1"})
  void coinDeltaUp_fewUsers_isTheSumOverAllOutcomes(int users, double local, double epsilon) {
    double exact = exactDelta(users, local, epsilon, 2 / (Math.exp(local) + 1));
    double delta = ShuffleAmplification.coinDeltaUp(users, new PureDp(local), epsilon);
    assertEquals(exact, delta, 1e-8 * exact);
  }

  /** 4 % of epsilon are saved at a local epsilon of 1/4, 15 % from 1 on. */
  @ParameterizedTest
  @CsvSource({"0.25, 0.96", "1, 0.85", "2, 0.79", "4, 0.74"})
  void coinEpsilonUp_manyUsers_isLowerByTheClones(double local, double most) {
    PureDp coin = new PureDp(local);
    double epsilon = ShuffleAmplification.coinEpsilonUp(100_000, coin, 1e-9);
    assertTrue(epsilon <= most * ShuffleAmplification.epsilonUp(100_000, coin, 1e-9));
    assertTrue(ShuffleAmplification.coinDeltaUp(100_000, coin, epsilon) <= 1e-9);
    assertTrue(ShuffleAmplification.coinDeltaUp(100_000, coin, 0.999 * epsilon) > 1e-9);
  }

  private static double[] onesReported(int users, int ones, double truth) {
    double[] law = new double[users + 1];
    law[0] = 1;
    for (int user = 0; user < users; user++) {
      double chance = user < ones ? truth : 1 - truth;
      for (int k = user + 1; k >= 0; k--) {
        law[k] = law[k] * (1 - chance) + (k > 0 ? law[k - 1] * chance : 0);
      }
    }
    return law;
  }

  @ParameterizedTest
  @CsvSource({"1, 0.0868", "2, 0.2205"})
  void epsilonUp_manyUsers_isBelowAThirdOfThePapersClosedForm(double local, double closedForm) {
    double epsilon = ShuffleAmplification.epsilonUp(100_000, new PureDp(local), 1e-9);
    assertTrue(closedForm > 3 * epsilon && epsilon > closedForm / 6);
  }

  @Test
  void epsilonUp_moreUsers_isLessAndNeverAboveTheLocalOne() {
    double last = 2;
    for (int users = 1; users < 1_000_000; users *= 10) {
      double epsilon = ShuffleAmplification.epsilonUp(users, new PureDp(2), 1e-6);
      assertTrue(epsilon < last || users == 1);
      last = epsilon;
    }
    assertEquals(2, ShuffleAmplification.epsilonUp(1, new PureDp(2), 1e-6), 1e-4);
    assertEquals(0, ShuffleAmplification.epsilonUp(10, new PureDp(0), 1e-6));
    assertEquals(0, ShuffleAmplification.epsilonUp(100_000, new PureDp(0.001), 0.5));
  }

  @Test
  void amplification_badArgument_isRefused() {
    PureDp local = new PureDp(1);
    for (int users : new int[] {0, 1_000_000_001}) {
      assertThrows(
          IllegalArgumentException.class, () -> ShuffleAmplification.deltaUp(users, local, 1));
    }
    assertEquals(0, ShuffleAmplification.deltaUp(1, new PureDp(20), 20));
    assertEquals(0, ShuffleAmplification.deltaUp(1_000_000_000, local, 1));
    assertThrows(IllegalArgumentException.class, () -> ShuffleAmplification.deltaUp(10, local, -1));
    assertThrows(
        IllegalArgumentException.class, () -> ShuffleAmplification.deltaUp(10, new PureDp(21), 1));
    assertThrows(
        IllegalArgumentException.class, () -> ShuffleAmplification.epsilonUp(10, local, 0));
  }
}
