package org.privatemean.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.numeric.ExactNormal;

@Promise("conversions between rho and (epsilon, delta) are safe and tight")
class ConversionsTest {

  private static void assertClose(double expected, double actual, double relative) {
    assertEquals(expected, actual, relative * expected);
  }

  // Pure DP to zCDP.

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.12245933120185457", "1, 0.46211715726000976", "2, 1.5231883119115297",
    "4, 3.8561103203032677", "8, 7.9946343978965345", "16, 15.999996398874828"
  })
  void rhoUp_knownEpsilon_isEpsilonTanhHalfEpsilon(double epsilon, double rho) {
    double actual = Conversions.rhoUp(new PureDp(epsilon)).rho();
    assertClose(rho, actual, 1e-11);
    assertTrue(actual >= rho * (1 - 1e-11));
    assertTrue(actual <= epsilon * epsilon / 2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.5, 1, 2, 4, 8})
  void rhoUp_randomisedResponse_isTheSupremumOverAlpha(double epsilon) {
    double rho = Conversions.rhoUp(new PureDp(epsilon)).rho();
    double supremum = 0;
    for (double a = 1e-5; a < 1e4; a *= 1.05) {
      double ratio = randomisedResponseRenyi(epsilon, a) / (1 + a);
      assertTrue(ratio <= rho * (1 + 1e-9), "alpha - 1 = " + a);
      supremum = Math.max(supremum, ratio);
    }
    // Next to alpha = 1 the divergence is evaluated to about 1e-10 and is 1e-5 away from its limit.
    assertClose(rho, supremum, 2e-5);
    // Linear extrapolation to alpha = 1 takes the second away.
    double limit =
        2 * randomisedResponseRenyi(epsilon, 1e-4) / (1 + 1e-4)
            - randomisedResponseRenyi(epsilon, 2e-4) / (1 + 2e-4);
    assertClose(rho, limit, 1e-6);
  }

  /** Renyi divergence of order 1 + a between the two outputs of binary randomised response. */
  private static double randomisedResponseRenyi(double epsilon, double a) {
    double p = 1 / (1 + Math.exp(-epsilon));
    double q = 1 / (1 + Math.exp(epsilon));
    // ln(p e^(a epsilon) + q e^(-a epsilon)), without losing a small a.
    double excess = p * Math.expm1(a * epsilon) + q * Math.expm1(-a * epsilon);
    double logarithm = a * epsilon < 500 ? Math.log1p(excess) : a * epsilon + Math.log(p);
    return logarithm / a;
  }

  @Property(seed = "3")
  void epsilonDown_anyRho_isSafeAndTight(
      @ForAll @DoubleRange(min = -30, max = 10) @Scale(12) double logRho) {
    Zcdp budget = new Zcdp(Math.exp(logRho));
    PureDp pure = Conversions.epsilonDown(budget);
    assertTrue(Conversions.rhoUp(pure).rho() <= budget.rho());
    PureDp more = new PureDp(pure.epsilon() * (1 + 1e-12));
    assertTrue(Conversions.rhoUp(more).rho() > budget.rho());
  }

  @Test
  void pureAndZcdp_zeroAndExtremes_stayValid() {
    assertEquals(0, Conversions.rhoUp(new PureDp(0)).rho());
    assertEquals(0, Conversions.epsilonDown(new Zcdp(0)).epsilon());
    assertTrue(Conversions.rhoUp(new PureDp(1e-200)).rho() > 0);
    assertTrue(Conversions.rhoUp(new PureDp(1e300)).rho() >= 1e300);
    assertClose(1e300, Conversions.epsilonDown(new Zcdp(1e300)).epsilon(), 1e-12);
  }

  // zCDP to approximate DP and back.

  @Test
  void deltaUp_knownPoint_matches() {
    assertClose(1.33613e-6, Conversions.deltaUp(new Zcdp(0.025), 1), 3e-6);
    assertClose(1.336131906403e-6, Conversions.deltaUp(new Zcdp(0.025), 1), 1e-9);
  }

  @Test
  void epsilonUp_knownPoint_matches() {
    assertClose(1.014074, Conversions.epsilonUp(new Zcdp(0.025), 1e-6), 1e-6);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1e-6, 0.0243560, 0.02435597",
    "1, 1e-9, 0.014973, 0.01497306",
    "0.5, 1e-9, 0.003953, 0.003953191",
    "2, 1e-9, 0.056131, 0.05613050",
    "4, 1e-9, 0.206313, 0.2063129"
  })
  void rhoDown_knownPoint_matches(double epsilon, double delta, double rounded, double rho) {
    double actual = Conversions.rhoDown(new ApproxDp(epsilon, delta)).rho();
    assertEquals(rounded, actual, 6e-7);
    assertClose(rho, actual, 5e-7);
  }

  @Test
  void rhoDown_knownPoint_isAboveTheClassicFormula() {
    // epsilon = rho + 2 sqrt(rho ln(1/delta)) gives 0.011781 at (1, 1e-9).
    double logarithm = Math.log(1e9);
    double root = Math.sqrt(logarithm + 1) - Math.sqrt(logarithm);
    assertEquals(0.011781, root * root, 1e-6);
    assertTrue(Conversions.rhoDown(new ApproxDp(1, 1e-9)).rho() > root * root);
  }

  @Test
  void deltaUp_numericMinimumOverAlpha_isNotBeaten() {
    for (double rho : new double[] {1e-4, 0.025, 0.5, 3}) {
      for (double epsilon : new double[] {0, 0.1, 1, 5, 20}) {
        double best = 1;
        for (double a = 1e-3; a < 1e5; a *= 1.001) {
          double log = a * ((1 + a) * rho - epsilon) - (1 + a) * Math.log1p(1 / a) - Math.log(a);
          best = Math.min(best, Math.exp(log));
        }
        double delta = Conversions.deltaUp(new Zcdp(rho), epsilon);
        // Where the minimum underflows, the smallest double stands for it.
        assertTrue(delta <= best * (1 + 1e-11) + Double.MIN_VALUE, rho + " " + epsilon);
        assertEquals(best, delta, 1e-4 * best + Double.MIN_VALUE);
      }
    }
  }

  @Test
  void deltaUp_aroundTheGaussian_isAboveItsExactDelta() {
    for (double s = 0.3; s < 30; s *= 1.3) {
      for (double epsilon : new double[] {0.01, 0.5, 1, 3, 10}) {
        double exact = Conversions.gaussianDeltaUp(s, epsilon);
        double bound = Conversions.deltaUp(new Zcdp(1 / (2 * s * s)), epsilon);
        assertTrue(bound >= exact, s + " " + epsilon);
      }
    }
  }

  @Property(seed = "4", tries = 300)
  void rhoDown_anyGuarantee_staysOnTheSafeSide(
      @ForAll @DoubleRange(min = -7, max = 4) @Scale(12) double logEpsilon,
      @ForAll @DoubleRange(min = -60, max = -0.1) @Scale(12) double logDelta) {
    ApproxDp guarantee = new ApproxDp(Math.exp(logEpsilon), Math.exp(logDelta));
    Zcdp rho = Conversions.rhoDown(guarantee);
    assertTrue(Conversions.deltaUp(rho, guarantee.epsilon()) <= guarantee.delta());
    double epsilon = Conversions.epsilonUp(rho, guarantee.delta());
    assertTrue(epsilon <= guarantee.epsilon());
    assertEquals(guarantee.epsilon(), epsilon, 1e-9 * (guarantee.epsilon() + rho.rho()));
    Zcdp more = new Zcdp(rho.rho() * (1 + 1e-9));
    assertTrue(Conversions.deltaUp(more, guarantee.epsilon()) > guarantee.delta());
  }

  @Property(seed = "5", tries = 300)
  void epsilonUp_anyRho_staysOnTheSafeSide(
      @ForAll @DoubleRange(min = -25, max = 5) @Scale(12) double logRho,
      @ForAll @DoubleRange(min = -60, max = -0.1) @Scale(12) double logDelta) {
    Zcdp rho = new Zcdp(Math.exp(logRho));
    double delta = Math.exp(logDelta);
    double epsilon = Conversions.epsilonUp(rho, delta);
    assertTrue(Conversions.deltaUp(rho, epsilon) <= delta);
    assertTrue(epsilon <= rho.rho() + 2 * Math.sqrt(-rho.rho() * logDelta));
  }

  @Test
  void zcdpConversions_growingArgument_areMonotone() {
    double lastDelta = 1;
    double lastRho = 0;
    for (double epsilon = 0.05; epsilon < 10; epsilon += 0.05) {
      double delta = Conversions.deltaUp(new Zcdp(0.1), epsilon);
      double rho = Conversions.rhoDown(new ApproxDp(epsilon, 1e-9)).rho();
      assertTrue(delta <= lastDelta && rho > lastRho, "epsilon = " + epsilon);
      lastDelta = delta;
      lastRho = rho;
    }
    double lastEpsilon = 0;
    for (double rho = 0.01; rho < 5; rho += 0.01) {
      double epsilon = Conversions.epsilonUp(new Zcdp(rho), 1e-9);
      assertTrue(epsilon > lastEpsilon, "rho = " + rho);
      lastEpsilon = epsilon;
    }
  }

  @Test
  void zcdpConversions_extremes_stayValid() {
    assertEquals(0, Conversions.deltaUp(new Zcdp(0), 0));
    assertEquals(0, Conversions.epsilonUp(new Zcdp(0), 1e-9));
    assertEquals(1, Conversions.deltaUp(new Zcdp(1e6), 1));
    assertTrue(Conversions.deltaUp(new Zcdp(1e-300), 1e300) > 0);
    assertTrue(Conversions.epsilonUp(new Zcdp(1e300), 1e-9) >= 1e300);
    assertTrue(Conversions.rhoDown(new ApproxDp(0, 1e-9)).rho() > 0);
    assertTrue(Conversions.rhoDown(new ApproxDp(1e300, 0.5)).rho() > 9e299);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void zcdpConversions_improperDelta_isRefused(double delta) {
    for (Executable conversion :
        List.<Executable>of(
            () -> Conversions.epsilonUp(new Zcdp(1), delta),
            () -> Conversions.rhoDown(new ApproxDp(1, delta)),
            () -> Conversions.gaussianMultiplierUp(new ApproxDp(1, delta)))) {
      String said = assertThrows(IllegalArgumentException.class, conversion).getMessage();
      assertEquals("delta must be above 0 and below 1, but was " + delta, said);
    }
    assertThrows(IllegalArgumentException.class, () -> Conversions.deltaUp(new Zcdp(1), -1));
    assertThrows(
        IllegalArgumentException.class, () -> Conversions.rhoDown(new ApproxDp(0, 1e-300)));
  }

  // The Gaussian and the discrete Gaussian, exactly. The references have 17 digits from 40-digit
  // arithmetic.

  @ParameterizedTest
  @CsvSource({
    "0.5, 1, 0.50986166005467015",
    "1, 0, 0.38292492254802621",
    "5.4953, 1, 9.9979662229671242e-10",
    "1000, 0.003, 3.8272793724738962e-7",
    "0.1, 3, 0.99999753621303558",
    "3, 2, 1.3981124979490765e-10",
    "10000, 0.0005, 5.3475022360388796e-12"
  })
  void gaussianDeltaUp_knownPoint_isSlightlyAbove(double multiplier, double epsilon, double delta) {
    double actual = Conversions.gaussianDeltaUp(multiplier, epsilon);
    assertClose(delta, actual, 1e-6);
    assertTrue(actual >= delta);
  }

  @Test
  void gaussianMultiplierUp_knownPoint_matches() {
    assertEquals(5.4953, Conversions.gaussianMultiplierUp(new ApproxDp(1, 1e-9)), 5e-5);
    assertEquals(4.2247, Conversions.gaussianMultiplierUp(new ApproxDp(1, 1e-6)), 5e-5);
    double rho = Math.pow(Conversions.gaussianMultiplierUp(new ApproxDp(1, 1e-9)), -2) / 2;
    assertEquals(0.016557, rho, 5e-7);
  }

  /** The formula in many digits: rounding must err to the safe side, and by little. */
  @Test
  void gaussianDeltaUp_overAGrid_isSlightlyAboveTheExactDelta() {
    for (double s : new double[] {0.1, 0.3, 0.7, 1, 1.7, 3, 9, 40}) {
      for (double epsilon : new double[] {0, 1e-3, 0.1, 0.5, 1, 3, 8}) {
        BigDecimal multiplier = new BigDecimal(s);
        BigDecimal middle = multiplier.multiply(new BigDecimal(epsilon));
        BigDecimal half = BigDecimal.ONE.divide(multiplier.add(multiplier), new MathContext(120));
        if (middle.add(half).doubleValue() < 14) {
          BigDecimal gained = ExactNormal.upperTail(middle.subtract(half));
          BigDecimal lost = ExactNormal.upperTail(middle.add(half));
          BigDecimal exact =
              gained.subtract(ExactNormal.exp(new BigDecimal(epsilon)).multiply(lost));
          double delta = Conversions.gaussianDeltaUp(s, epsilon);
          assertTrue(new BigDecimal(delta).compareTo(exact) >= 0, s + " " + epsilon);
          double slack = 1e-11 * exact.doubleValue() + 1e-12 * gained.doubleValue();
          assertEquals(exact.doubleValue(), delta, slack, s + " " + epsilon);
        }
      }
    }
  }

  @Property(seed = "6", tries = 300)
  void gaussianMultiplierUp_anyGuarantee_isSafeAndTight(
      @ForAll @DoubleRange(min = -5, max = 3) @Scale(12) double logEpsilon,
      @ForAll @DoubleRange(min = -40, max = -0.1) @Scale(12) double logDelta) {
    ApproxDp guarantee = new ApproxDp(Math.exp(logEpsilon), Math.exp(logDelta));
    double s = Conversions.gaussianMultiplierUp(guarantee);
    assertTrue(Conversions.gaussianDeltaUp(s, guarantee.epsilon()) <= guarantee.delta());
    assertTrue(
        Conversions.gaussianDeltaUp(s * (1 - 1e-6), guarantee.epsilon()) > guarantee.delta());
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 1, 0.1896585294283971", "0.5, 7, 0.9999997639172109",
    "1, 1, 0.1413513394056219", "1, 7, 0.9994968308381474",
    "2, 1, 0.04281208898613983", "2, 7, 0.978629127901289",
    "10, 1, 0.000115132525363862", "10, 7, 0.5784147807703683",
    "100, 1, 1.279240856716094e-25", "100, 7, 0.03803735446336894"
  })
  void discreteGaussianDeltaUp_epsilonOne_isSlightlyAbove(
      double variance, int sensitivity, double delta) {
    double actual = Conversions.discreteGaussianDeltaUp(variance, sensitivity, 1);
    assertClose(delta, actual, 1e-10);
    assertTrue(actual >= delta);
  }

  @Test
  void discreteGaussianDeltaUp_wideNoise_approachesTheGaussian() {
    assertClose(
        Conversions.gaussianDeltaUp(1000, 0.003),
        Conversions.discreteGaussianDeltaUp(1e6, 1, 0.003),
        1e-5);
    assertEquals(
        Conversions.gaussianDeltaUp(1 << 15, 0),
        Conversions.discreteGaussianDeltaUp(0x1p30, 1, 0),
        1e-11);
  }

  @Test
  void discreteGaussianDeltaUp_anyNoise_isBelowItsZcdpBound() {
    for (double variance = 0.1; variance < 200; variance *= 1.7) {
      for (double epsilon : new double[] {0.01, 0.5, 1, 3}) {
        double exact = Conversions.discreteGaussianDeltaUp(variance, 1, epsilon);
        double bound = Conversions.deltaUp(new Zcdp(1 / (2 * variance)), epsilon);
        assertTrue(exact <= bound + 1e-300, variance + " " + epsilon);
      }
    }
  }

  @Test
  void exactDeltas_badArgument_isRefused() {
    for (double multiplier : new double[] {0, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class, () -> Conversions.gaussianDeltaUp(multiplier, 1));
    }
    assertThrows(IllegalArgumentException.class, () -> Conversions.gaussianDeltaUp(1, -1));
    assertThrows(
        IllegalArgumentException.class, () -> Conversions.discreteGaussianDeltaUp(0, 1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> Conversions.discreteGaussianDeltaUp(0x1p31, 1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> Conversions.discreteGaussianDeltaUp(1, 0, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> Conversions.discreteGaussianDeltaUp(1, 1, Double.NaN));
  }

  // Gaussian DP.

  @ParameterizedTest
  @CsvSource({"1, 1e-9, 0.016557415245", "1, 1e-6, 0.028014481913", "5, 1e-6, 0.520564351764"})
  void gaussianRhoDown_knownPoint_matches(double epsilon, double delta, double rho) {
    assertClose(rho, Conversions.gaussianRhoDown(new ApproxDp(epsilon, delta)).rho(), 1e-9);
  }

  @Property(seed = "11")
  void gaussianRhoDown_anyGuarantee_isSafeAndAboveThatOfZcdp(
      @ForAll @DoubleRange(min = -3, max = 3) @Scale(12) double logEpsilon,
      @ForAll @DoubleRange(min = -40, max = -13) @Scale(12) double logDelta) {
    ApproxDp guarantee = new ApproxDp(Math.exp(logEpsilon), Math.exp(logDelta));
    Zcdp rho = Conversions.gaussianRhoDown(guarantee);
    double back = Conversions.gaussianEpsilonUp(rho, guarantee.delta());
    assertTrue(back <= guarantee.epsilon());
    assertClose(guarantee.epsilon(), back, 1e-6);
    double gain = rho.rho() / Conversions.rhoDown(guarantee).rho();
    assertTrue(gain > 1.02 && gain < 1.25, "gain " + gain);
    // The conversion of zCDP is a bound of the same curve.
    assertTrue(back < Conversions.epsilonUp(rho, guarantee.delta()));
  }

  @Test
  void usual_anyGuarantee_isThatAtBothDeltas() {
    Zcdp rho = new Zcdp(0.5);
    assertEquals(
        List.of(
            new ApproxDp(Conversions.epsilonUp(rho, 1e-6), 1e-6),
            new ApproxDp(Conversions.epsilonUp(rho, 1e-9), 1e-9)),
        Conversions.usual(rho));
  }

  @Test
  void gaussianEpsilonUp_smallRho_isZero() {
    assertEquals(0, Conversions.gaussianEpsilonUp(new Zcdp(0), 1e-6));
    assertEquals(0, Conversions.gaussianEpsilonUp(new Zcdp(1e-15), 1e-6));
  }
}
