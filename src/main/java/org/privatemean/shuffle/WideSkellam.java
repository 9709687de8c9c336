package org.privatemean.shuffle;

import java.util.List;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.Conversions;

/**
 * Sums with Skellam noise so wide that they are accounted by the exact profile of Gaussian noise.
 *
 * <p><b>Claim.</b> For a variance m of 10^5 or more, a Skellam variable is within a total variation
 * of {@code 0.011 / m^3 + 2e-32} of a rounded normal variable of variance {@code m' = m - 7 sqrt(m)
 * - 1/12} plus an independent one. So a sum in which c coordinates change is within c times that,
 * for both neighbours, of a post-processing of Gaussian noise of variance m'. Proof:
 * privacy-accounting.md, "Wide Skellam noise is Gaussian".
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

  /** The profile of several sums: ratios of squared sensitivity and variance add up. */
  static WideSkellam create(List<SkellamMechanism> mechanisms) {
    double rho = 0;
    double ratio = 0;
    double distance = 0;
    for (SkellamMechanism sum : mechanisms) {
      double square = sum.l2Sensitivity() * sum.l2Sensitivity();
      rho += sum.rho();
      ratio += square / gaussianVariance(sum.variance());
      // The total variation of one coordinate, without 2e-32.
      double polynomial = 0.011 / sum.variance() / sum.variance() / sum.variance();
      distance += sum.mostChanged() * polynomial + OF_ALL;
    }
    double multiplier = 1 / Math.sqrt(ratio);
    return new WideSkellam(rho, multiplier * (1 - 0x1p-44), Rounding.up(distance, 0x1p-44));
  }

  static double gaussianVariance(double variance) {
    return (variance - SPENT * Math.sqrt(variance) - 1.0 / 12) * (1 - 0x1p-48);
  }

  @Override
  public double forwardDeltaUp(double epsilon) {
    return Conversions.gaussianDeltaUp(multiplier, epsilon);
  }
}
