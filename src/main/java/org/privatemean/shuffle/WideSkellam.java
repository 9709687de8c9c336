package org.privatemean.shuffle;

import java.util.List;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.Conversions;

/**
 * Sums with Skellam noise so wide that it is Gaussian noise, rounded, and more: the exact profile
 * of that Gaussian noise, which no conversion of Renyi divergences reaches.
 *
 * <p><b>Claim.</b> For a variance m of 10^5 or more, a Skellam variable is within a total variation
 * of {@code 0.011 / m^3 + 2e-32} of {@code round(G + Z)}, with G normal of variance {@code m' = m -
 * 7 sqrt(m) - 1/12} and Z independent of G. Rounding and adding Z commute with integer shifts, so
 * they are post-processing of G plus the sum: a sum of sensitivity D2 in l2 of which c coordinates
 * change is within c times that distance, for both neighbours, of what is as private as Gaussian
 * noise of variance m'. Coordinates that do not change have one law for both and reveal nothing.
 *
 * <p><b>Proof.</b> Let {@code V = 7 sqrt(m) + b (N - L)} with N Poisson of mean L, where {@code L
 * b^2 = (m + 1/120) / 3} and {@code L b^3 = (m - 1/252) / 15}, and let Z be normal of variance
 * max(0, V). Where V is not negative, which fails with probability at most {@code exp(-(7
 * sqrt(m))^2 / (2 L b^2)) < 1.3e-32} (Chernoff), G + Z is normal of variance {@code S = m - 1/12 +
 * b (N - L)}. The logarithms of the characteristic functions of its rounding and of a Skellam
 * variable are, for |t| up to 1 and with {@code x = b t^2 / 2},
 *
 * <pre>
 *   -(m - 1/12) t^2 / 2 + L (e^-x - 1 + x) + ln(sin(t/2) / (t/2))     and     m (cos t - 1)
 * </pre>
 *
 * <p>Their terms in t^2, t^4 and t^6 are equal: that is how V was chosen. What is left is at most
 * {@code m t^8 / 28800}, of one sign on each side. Parseval and the inequality of Cauchy and
 * Schwarz over |k| up to 14 sqrt(m), beyond which the tails are below e^-88, give {@code 0.0109 /
 * m^3 + 1e-38}. The page on privacy accounting has every step.
 *
 * @param rho of Gaussian noise of the same variances
 * @param multiplier of the ideal Gaussian noise, rounded down
 * @param distanceUp total variation of all changed coordinates, rounded up
 */
record WideSkellam(double rho, double multiplier, double distanceUp) implements SumProfile {
  static final double MIN_VARIANCE = 1e5;

  private static final double SPENT = 7;

  /** The sum of 2e-32 for each of 5e7 coordinates. */
  private static final double OF_ALL = 1e-24;

  /** True if the claim is of all of these, and there are any. */
  static boolean holdsFor(List<SkellamMechanism> mechanisms) {
    return !mechanisms.isEmpty()
        && mechanisms.stream().allMatch(sum -> sum.variance() >= MIN_VARIANCE);
  }

  /**
   * The profile of sums one after the other: of Gaussian noise, ratios of squared sensitivity and
   * variance add up, also where a sum depends on those before it.
   */
  static WideSkellam create(List<SkellamMechanism> mechanisms) {
    double rho = 0;
    double ratio = 0;
    double distance = 0;
    for (SkellamMechanism sum : mechanisms) {
      double square = sum.l2Sensitivity() * sum.l2Sensitivity();
      rho += sum.rho();
      ratio += square / gaussianVariance(sum.variance());
      distance += sum.mostChanged() * polynomial(sum.variance()) + OF_ALL;
    }
    double multiplier = 1 / Math.sqrt(ratio);
    return new WideSkellam(rho, multiplier * (1 - 0x1p-44), Rounding.up(distance, 0x1p-44));
  }

  /** m', rounded down. */
  static double gaussianVariance(double variance) {
    return (variance - SPENT * Math.sqrt(variance) - 1.0 / 12) * (1 - 0x1p-48);
  }

  /** The total variation of one coordinate, without 2e-32. */
  private static double polynomial(double variance) {
    return 0.011 / variance / variance / variance;
  }

  @Override
  public double forwardDeltaUp(double epsilon) {
    return Conversions.gaussianDeltaUp(multiplier, epsilon);
  }
}
