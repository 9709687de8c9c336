package org.privatemean.privacy;

import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;
import org.privatemean.numeric.Rounding;

/**
 * Conversions between the guarantees, each rounded in the direction that its name states, so that
 * the returned value holds for the mechanism. Convert once, at the end: the converted sum of zCDP
 * costs is tighter than any composition of converted pieces.
 *
 * <p>Sources: Bun and Steinke (2016) for zCDP; Canonne, Kamath and Steinke (2020) for the delta of
 * a zCDP mechanism and of the discrete Gaussian; Balle and Wang (2018), Theorem 8, for the Gaussian
 * mechanism; Dong, Roth and Su (2022) for Gaussian DP.
 */
@Internal
public final class Conversions {
  /** Above the relative error of a few library calls of one ulp each. */
  private static final double FEW_ULPS = 0x1p-50;

  /** The largest variance whose terms are summed one by one, about a million. */
  private static final double MAX_SUMMED_VARIANCE = 0x1p30;

  /** A Gaussian weight beyond this number of deviations is below the smallest double. */
  private static final int LAST_DEVIATION = 39;

  private static final List<Double> SHOWN_DELTAS = List.of(1e-6, 1e-9);

  private Conversions() {}

  /**
   * Returns the zCDP cost of an epsilon-DP mechanism, rounded up: rho = epsilon tanh(epsilon / 2).
   *
   * <p>Every epsilon-DP pair of outputs is a post-processing of binary randomised response
   * (Kairouz, Oh and Viswanath 2015). Its Renyi divergence of order alpha is (g(alpha - 1/2) -
   * g(1/2)) / (alpha - 1) with g(t) = ln cosh(t epsilon). Since tanh(x) / x decreases, g'(t) =
   * epsilon tanh(t epsilon) is at most 2 t epsilon tanh(epsilon / 2) for t of at least 1/2, and
   * integrating gives alpha epsilon tanh(epsilon / 2). Randomised response attains this bound as
   * alpha tends to 1, so it cannot be improved. It is never above the usual epsilon^2 / 2.
   */
  public static Zcdp rhoUp(PureDp guarantee) {
    return new Zcdp(rhoOfPureUp(guarantee.epsilon()));
  }

  /** Returns the largest epsilon, rounded down, at which all epsilon-DP mechanisms are rho-zCDP. */
  public static PureDp epsilonDown(Zcdp budget) {
    double rho = budget.rho();
    if (rho == 0) {
      return new PureDp(0);
    }
    // The cost is at most epsilon^2 / 2, and at least 3 epsilon / 4 from epsilon = 2 on.
    double enough = Math.sqrt(rho);
    double tooMuch = 2 * rho + 2;
    return new PureDp(
        MonotoneSearch.lastTrue(enough, tooMuch, epsilon -> rhoOfPureUp(epsilon) <= rho));
  }

  private static double rhoOfPureUp(double epsilon) {
    return epsilon == 0 ? 0 : Rounding.up(epsilon * StrictMath.tanh(epsilon / 2), FEW_ULPS);
  }

  /**
   * Returns a delta, rounded up and at most 1, for which every rho-zCDP mechanism is (epsilon,
   * delta)-DP: the minimum over alpha above 1 of {@code exp((alpha - 1)(alpha rho - epsilon)) (1 -
   * 1/alpha)^alpha / (alpha - 1)}. Every alpha gives a valid delta, so an inexact minimiser is
   * safe.
   */
  public static double deltaUp(Zcdp guarantee, double epsilon) {
    Checks.nonNegative("epsilon", epsilon);
    double rho = guarantee.rho();
    if (rho == 0) {
      return 0;
    }
    // The logarithm is convex in a = alpha - 1; its derivative, below, is positive at the end.
    double upper = Math.min((epsilon + 1) / (2 * rho) + 1, 0x1p500);
    double a =
        MonotoneSearch.lastTrue(
            0x1p-30, upper, x -> (2 * x + 1) * rho - epsilon - StrictMath.log1p(1 / x) < 0);
    // Each margin exceeds the rounding error of its terms.
    double gain = a * ((1 + a) * rho * (1 + FEW_ULPS) - epsilon * (1 - FEW_ULPS));
    double shape = (1 + a) * StrictMath.log1p(1 / a) * (1 - FEW_ULPS);
    double scale = StrictMath.log(a) - Math.abs(StrictMath.log(a)) * FEW_ULPS;
    return Math.min(1, Rounding.up(StrictMath.exp(gain - shape - scale), FEW_ULPS));
  }

  /** Returns an epsilon, rounded up, whose {@link #deltaUp(Zcdp, double)} is at most delta. */
  public static double epsilonUp(Zcdp guarantee, double delta) {
    Checks.properDelta(delta);
    double rho = guarantee.rho();
    DoublePredicate safe = epsilon -> deltaUp(guarantee, epsilon) <= delta;
    if (safe.test(0)) {
      return 0;
    }
    double enough = firstDoubled(rho + 2 * Math.sqrt(-rho * StrictMath.log(delta)), safe);
    return MonotoneSearch.lastTrue(enough, Double.MIN_NORMAL, safe);
  }

  /** Returns the first of a number and its doubles at which a condition holds. */
  private static double firstDoubled(double from, DoublePredicate condition) {
    double found = from;
    while (!condition.test(found)) {
      found *= 2;
    }
    return found;
  }

  /** Returns the guarantees at the deltas that reports and forecasts show, 1e-6 and 1e-9. */
  public static List<ApproxDp> usual(Zcdp guarantee) {
    return usual(delta -> epsilonUp(guarantee, delta));
  }

  /** Returns the guarantees at these deltas by another conversion from a delta to its epsilon. */
  public static List<ApproxDp> usual(DoubleUnaryOperator epsilon) {
    return SHOWN_DELTAS.stream()
        .map(delta -> new ApproxDp(epsilon.applyAsDouble(delta), delta))
        .toList();
  }

  /**
   * Returns the largest rho whose {@link #deltaUp(Zcdp, double)} keeps the guarantee, rounded down.
   *
   * @throws IllegalArgumentException if delta is 0, which no zCDP mechanism with noise has, or 1,
   *     or too small for a rho of at least 2^-1022
   */
  public static Zcdp rhoDown(ApproxDp guarantee) {
    double epsilon = guarantee.epsilon();
    double delta = guarantee.delta();
    Checks.properDelta(delta);
    DoublePredicate safe = rho -> deltaUp(new Zcdp(rho), epsilon) <= delta;
    if (!safe.test(Double.MIN_NORMAL)) {
      throw new IllegalArgumentException(
          "no rho gives epsilon = " + epsilon + " with a delta as small as " + delta);
    }
    double tooMuch = firstDoubled(1, safe.negate());
    double rho = MonotoneSearch.lastTrue(Double.MIN_NORMAL, tooMuch, safe);
    // The margin exceeds the error of deltaUp, so converting back cannot give more than epsilon.
    return new Zcdp(rho - rho * 0x1p-40);
  }

  /**
   * Returns the exact delta of the Gaussian mechanism at epsilon, rounded up: with s = multiplier
   * it is {@code Phi(1/(2s) - epsilon s) - e^epsilon Phi(-1/(2s) - epsilon s)}.
   *
   * @param multiplier the standard deviation of the noise over the l2 sensitivity, above 0
   */
  public static double gaussianDeltaUp(double multiplier, double epsilon) {
    Checks.positive("multiplier", multiplier);
    Checks.nonNegative("epsilon", epsilon);
    double near = epsilon * multiplier - 1 / (2 * multiplier);
    double far = epsilon * multiplier + 1 / (2 * multiplier);
    // far^2 - near^2 = 2 epsilon, so e^epsilon times the density at far is the density at near.
    double density = Normal.density(near);
    double gained = near >= 0 ? density * Normal.millsRatio(near) : 1 - Normal.upperTail(-near);
    double lost = density * Normal.millsRatio(far);
    double delta = Rounding.up(gained - lost, (1 + far * far) * FEW_ULPS);
    return Math.min(1, delta + (gained + lost) * Normal.MILLS_ERROR);
  }

  /**
   * Returns the least multiplier (standard deviation over l2 sensitivity), rounded up, at which the
   * Gaussian mechanism is (epsilon, delta)-DP.
   */
  public static double gaussianMultiplierUp(ApproxDp guarantee) {
    double delta = guarantee.delta();
    Checks.properDelta(delta);
    DoublePredicate safe = s -> gaussianDeltaUp(s, guarantee.epsilon()) <= delta;
    double enough = firstDoubled(1, safe);
    double tooLittle = enough / 2;
    while (safe.test(tooLittle)) {
      tooLittle /= 2;
    }
    return MonotoneSearch.lastTrue(enough, tooLittle, safe);
  }

  /**
   * Returns the largest rho, rounded down, at which every sqrt(2 rho)-Gaussian DP mechanism is
   * (epsilon, delta)-DP: 1.1 to 1.2 times {@link #rhoDown} at deltas of 1e-9 to 1e-6 (Dong, Roth
   * and Su 2022, Corollary 1).
   */
  public static Zcdp gaussianRhoDown(ApproxDp guarantee) {
    double multiplier = gaussianMultiplierUp(guarantee);
    double rho = 0.5 / (multiplier * multiplier);
    // As in rhoDown: the margin exceeds the error of converting back.
    return new Zcdp(rho - rho * 0x1p-40);
  }

  /**
   * Returns an epsilon, rounded up, at which every sqrt(2 rho)-Gaussian DP mechanism is (epsilon,
   * delta)-DP. It is never above {@link #epsilonUp}.
   *
   * @param delta above 0 and below 1
   */
  public static double gaussianEpsilonUp(Zcdp guarantee, double delta) {
    double enough = epsilonUp(guarantee, delta);
    if (enough == 0) {
      return 0;
    }
    double multiplier = Math.sqrt(0.5 / guarantee.rho()) * (1 - FEW_ULPS);
    DoublePredicate safe = epsilon -> gaussianDeltaUp(multiplier, epsilon) <= delta;
    return safe.test(0) ? 0 : MonotoneSearch.lastTrue(enough, Double.MIN_NORMAL, safe);
  }

  /**
   * Returns the exact delta of one integer with discrete Gaussian noise at epsilon, rounded up:
   * with D = sensitivity the sum over all integers k of {@code max(0, P[X = k] - e^epsilon P[X = k
   * + D])}.
   *
   * @param variance at most 2^30; beyond that use {@link #deltaUp} of its zCDP cost
   * @param sensitivity the largest change of the integer, at least 1
   */
  public static double discreteGaussianDeltaUp(double variance, int sensitivity, double epsilon) {
    boolean isSummed = variance > 0 && variance <= MAX_SUMMED_VARIANCE;
    Checks.range("variance", isSummed, "above 0 and at most 2^30", variance);
    Checks.range("sensitivity", sensitivity >= 1, "at least 1", sensitivity);
    Checks.nonNegative("epsilon", epsilon);
    long last = (long) Math.ceil(LAST_DEVIATION * Math.sqrt(variance));
    double threshold = epsilon * variance / sensitivity - sensitivity / 2.0;
    double total = 1;
    for (long k = 1; k <= last; k++) {
      total += 2 * weight(k, variance);
    }
    double gained = 0;
    double visited = 0;
    // Starts one term early, as the threshold may be rounded up; a term below it counts as 0.
    for (long k = Math.max(-last, (long) Math.floor(threshold) - 1); k <= last; k++) {
      double lossAtK = sensitivity * (k + sensitivity / 2.0) / variance;
      gained += weight(k, variance) * Math.max(0, -StrictMath.expm1(epsilon - lossAtK));
      visited += weight(k, variance);
    }
    // Covers an ulp of exponents up to 761, two of epsilon, and the mass beyond the last term.
    double slack = visited * (1 + epsilon) * 0x1p-49 + Double.MIN_NORMAL;
    return Math.min(1, Rounding.up((gained + slack) / total, 0x1p-40));
  }

  private static double weight(long k, double variance) {
    return StrictMath.exp(-(double) k * k / (2 * variance));
  }
}
