package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;

@Promise("wide Skellam sums lose no more than Gaussian noise of what is charged")
class WideSkellamTest {

  /** b and L of the proof. */
  private static double jump(double m) {
    return (m - 1.0 / 252) / 15 / ((m + 1.0 / 120) / 3);
  }

  private static double mean(double m) {
    return (m + 1.0 / 120) / 3 / (jump(m) * jump(m));
  }

  /** P[round(N(0, S)) = k] with S = m - 1/12 + b (N - L), N Poisson of mean L. */
  private static double[] mixture(double m, int last) {
    double b = jump(m);
    double l = mean(m);
    double[] law = new double[last + 1];
    int reach = (int) (9 * Math.sqrt(l));
    for (int n = (int) l - reach; n <= l + reach; n++) {
      double weight = Math.exp(n * Math.log(l) - l - logFactorial(n));
      double deviation = Math.sqrt(m - 1.0 / 12 + b * (n - l));
      double before = -Normal.cdf(0.5 / deviation) + 1;
      for (int k = 0; k <= last; k++) {
        double after = Normal.cdf((k + 0.5) / deviation);
        law[k] += weight * (after - before);
        before = after;
      }
    }
    return law;
  }

  /** Stirling's series: n is above 100 here. */
  private static double logFactorial(int n) {
    double x = n;
    return (x + 0.5) * Math.log(x)
        - x
        + 0.5 * Math.log(2 * Math.PI)
        + 1 / (12 * x)
        - 1 / (360 * x * x * x)
        + 1 / (1260 * Math.pow(x, 5));
  }

  /**
   * The distance falls as 1 / m^3, within the constant of the claim, far below where it is used.
   */
  @ParameterizedTest
  @ValueSource(doubles = {60, 100, 150, 220})
  void distanceUp_smallVariances_isAboveTheExactDistance(double m) {
    int last = (int) (13 * Math.sqrt(m));
    double[] logs = SkellamMechanismTest.logProbabilities(m, last);
    double[] mixture = mixture(m, last);
    double distance = 0;
    for (int k = 0; k <= last; k++) {
      distance += (k == 0 ? 0.5 : 1) * Math.abs(Math.exp(logs[k]) - mixture[k]);
    }
    assertTrue(distance <= 0.011 / (m * m * m), m + ": " + distance * m * m * m);
    // The order is right: not a bound that anything would meet.
    assertTrue(distance >= 0.0002 / (m * m * m), m + ": " + distance * m * m * m);
  }

  /** The terms that the proof compares: equal up to t^6, and what is left is what it says. */
  @ParameterizedTest
  @ValueSource(doubles = {1e5, 1e8, 1e14})
  void proof_logarithmsOfTheCharacteristicFunctions_differByTheEighthPower(double m) {
    double b = jump(m);
    double l = mean(m);
    assertEquals(m / 3 + 1.0 / 360, l * b * b, 1e-12 * m);
    assertEquals(m / 15 - 1.0 / 3780, l * b * b * b, 1e-12 * m);
    assertEquals(m / 24 + 1.0 / 2880, l * b * b / 8, 1e-12 * m);
    assertTrue(l * b * b * b * b / 384 <= m / 28800 * (1 + 1e-12));
    // exp(-(7 sqrt(m))^2 / (2 L b^2)), and the constants of the claim from those of the proof.
    assertTrue(Math.exp(-49 * m / (2 * l * b * b)) < 1.3e-32);
    double gamma = 1;
    for (double x = 7.5; x > 0; x--) {
      gamma *= x;
    }
    gamma *= Math.sqrt(Math.PI);
    double squared = Math.pow(1.72 / 28800, 2) * gamma * Math.pow(12.0 / 11, 8.5) / (2 * Math.PI);
    assertTrue(squared < 1.67e-5, "" + squared);
    assertTrue(Math.sqrt(28.01) * Math.sqrt(squared) / 2 < 0.0109);
    for (double t = 0; t <= 1; t += 1.0 / 64) {
      assertTrue(Math.cos(t) - 1 <= -11 * t * t / 24 + 1e-15);
    }
  }

  @ParameterizedTest
  @CsvSource({"100000, 40", "100000, 300", "400000, 300"})
  void deltaUp_oneCoordinate_isAboveTheExactDeltaAndClose(double m, int shift) {
    int last = (int) (13 * Math.sqrt(m));
    double[] logs = SkellamMechanismTest.logProbabilities(m, last + shift);
    SkellamMechanism sum = new SkellamMechanism(shift, shift, m);
    WideSkellam wide = WideSkellam.create(List.of(sum));
    double unit = shift / Math.sqrt(m);
    for (double deviations : new double[] {0, 1, 3, 5}) {
      double epsilon = unit * (unit / 2 + deviations);
      double exact = 0;
      for (int k = -last; k <= last; k++) {
        double p = Math.exp(logs[Math.abs(k - shift)]);
        exact += Math.max(0, p - Math.exp(epsilon + logs[Math.abs(k)]));
      }
      double bound = wide.deltaUp(epsilon) + (1 + Math.exp(epsilon)) * wide.distanceUp();
      assertTrue(bound >= exact, bound + " below " + exact);
      // 7 / sqrt(m) of the variance is given away: at 5 deviations that is up to 36 % of delta.
      assertTrue(bound <= exact * 1.8, bound + " above " + exact);
      assertTrue(bound < RenyiProfile.of(List.of(sum)).deltaUp(epsilon));
      double reversed = 1 - Math.exp(-epsilon) + Math.exp(-epsilon) * exact;
      assertTrue(wide.deltaUp(-epsilon) >= reversed * (1 - 1e-12));
      assertTrue(wide.deltaUp(-epsilon) <= 1);
    }
    // Power: Gaussian noise of a variance 5 % larger is below the exact delta.
    double epsilon = unit * (unit / 2 + 5);
    double exact = 0;
    for (int k = -last; k <= last; k++) {
      double p = Math.exp(logs[Math.abs(k - shift)]);
      exact += Math.max(0, p - Math.exp(epsilon + logs[Math.abs(k)]));
    }
    assertTrue(Conversions.gaussianDeltaUp(1 / unit * Math.sqrt(1.05), epsilon) < exact);
  }

  @Test
  void deltaUp_severalSums_isThatOfTheirRatiosAdded() {
    SkellamMechanism one = SkellamMechanism.forVector(8, 3000, 1e9);
    WideSkellam twice = WideSkellam.create(List.of(one, one));
    WideSkellam both =
        WideSkellam.create(List.of(SkellamMechanism.forVector(8, 3000 * Math.sqrt(2), 1e9)));
    assertEquals(both.rho(), twice.rho(), 1e-12);
    assertEquals(both.deltaUp(0.5), twice.deltaUp(0.5), 1e-6 * both.deltaUp(0.5));
    assertTrue(
        twice.distanceUp() >= 2 * WideSkellam.create(List.of(one)).distanceUp() * (1 - 1e-12));
  }

  @Test
  void holdsFor_narrowNoise_isFalse() {
    assertFalse(WideSkellam.holdsFor(List.of()));
    assertTrue(WideSkellam.holdsFor(List.of(SkellamMechanism.forVector(8, 50, 1e5))));
    assertFalse(WideSkellam.holdsFor(List.of(SkellamMechanism.forVector(8, 50, 9.9e4))));
    assertTrue(WideSkellam.holdsFor(List.of(SkellamMechanism.forVector(8, 50, 1e25))));
  }

  /**
   * With the ratio fixed a longer norm costs no more: what the shuffle mean is charged covers it.
   */
  @ParameterizedTest
  @CsvSource({"1", "8", "4096", "65536"})
  void deltaUp_longerNormOfOneRatio_isNoMore(int dimension) {
    double last = 1;
    double far = 1;
    for (double norm = 64; norm < 1e12; norm *= 4) {
      SkellamMechanism sum = SkellamMechanism.forVector(dimension, norm, 55 * norm * norm);
      WideSkellam wide = WideSkellam.create(List.of(sum));
      assertTrue(wide.deltaUp(1) <= last);
      assertTrue(wide.distanceUp() <= far);
      last = wide.deltaUp(1);
      far = wide.distanceUp();
    }
  }

  /** What it saves of a budget: 8 % of rho, by Renyi divergences it was 0.015182. */
  @Test
  void calibrate_aMeanAndASum_needLessNoiseThanByRenyiDivergences() {
    ApproxDp budget = new ApproxDp(1, 1e-9);
    ShuffleNoise mean =
        ShuffleNoise.calibrate(budget, 0, ShuffleNoiseTest.queries(8, 16, 16, 1000));
    assertTrue(mean.rho() > 1.08 * 0.015182, "rho " + mean.rho());
    double sum = rhoOfSum(8, budget);
    double gaussian = 1 / (2 * Math.pow(Conversions.gaussianMultiplierUp(budget), 2));
    assertTrue(sum > 0.99 * gaussian && sum < gaussian, "rho " + sum);
    // That of Gaussian noise, accounted exactly, is 0.016556.
    assertEquals(0.016534, rhoOfSum(4, budget), 2e-5);
  }

  /** The largest rho of a sum without counts, of an l2 sensitivity of 1000. */
  private static double rhoOfSum(int dimension, ApproxDp budget) {
    return MonotoneSearch.largestWithin(
        Conversions.rhoDown(budget).rho(),
        budget.delta(),
        rho -> {
          SkellamMechanism sum = SkellamMechanism.forVector(dimension, 1000, 1e6 / (2 * rho));
          return ShuffleGrant.deltaUp(List.of(), List.of(sum), budget.epsilon());
        });
  }
}
