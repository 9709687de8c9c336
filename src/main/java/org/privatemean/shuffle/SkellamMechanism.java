package org.privatemean.shuffle;

import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.Checks;

/**
 * An integer vector released with independent Skellam noise on every coordinate: the difference of
 * two Poisson(variance / 2) variables, which the users' shares add up to.
 *
 * <p><b>Privacy guarantee.</b> From a variance of 10^5 on that of Gaussian noise of nearly the same
 * variance ({@link WideSkellam}). For every variance m the Renyi divergence of every integer order
 * alpha of at least 2 is at most
 *
 * <pre>  alpha D2^2 / (2 m) + min( ((2 alpha - 1) D2^2 + 6 D1) / (4 m^2), 3 D1 / (2 m) )</pre>
 *
 * <p>with D1 and D2 the sensitivities in l1 and l2 (Agarwal, Kairouz and Liu 2021, "The Skellam
 * Mechanism for Differentially Private Federated Learning").
 *
 * @param l2Sensitivity the largest l2 distance between the sums of two neighbours, in units of the
 *     integers, finite and above 0
 * @param l1Sensitivity the same in l1, at least {@code l2Sensitivity}, finite
 * @param variance of the noise of a coordinate, finite and above 0
 */
record SkellamMechanism(double l2Sensitivity, double l1Sensitivity, double variance) {

  public SkellamMechanism {
    Checks.positive("l2Sensitivity", l2Sensitivity);
    Checks.positive("l1Sensitivity", l1Sensitivity);
    Checks.positive("variance", variance);
    if (l1Sensitivity < l2Sensitivity) {
      throw new IllegalArgumentException(
          String.format(
              "l1Sensitivity must be at least l2Sensitivity = %s, but was %s",
              l2Sensitivity, l1Sensitivity));
    }
  }

  /** Returns the mechanism on integer vectors, of l1 sensitivity min(sqrt(dimension) D2, D2^2). */
  public static SkellamMechanism forVector(int dimension, double l2Sensitivity, double variance) {
    if (dimension < 1) {
      throw new IllegalArgumentException("dimension must be at least 1, but was " + dimension);
    }
    // The differences are integers, so one that is not 0 has norm 1 or more.
    double l2 = Math.max(1, l2Sensitivity);
    double l1 = Rounding.up(l2 * Math.min(Math.sqrt(dimension), l2), 0x1p-50);
    return new SkellamMechanism(l2, l1, variance);
  }

  /** Returns the bound on the Renyi divergence of an order of at least 2, rounded up. */
  public double renyiUp(int alpha) {
    if (alpha < 2) {
      throw new IllegalArgumentException("alpha must be at least 2, but was " + alpha);
    }
    double square = l2Sensitivity * l2Sensitivity;
    double many = ((2.0 * alpha - 1) * square + 6 * l1Sensitivity) / (4 * variance) / variance;
    double few = 3 * l1Sensitivity / (2 * variance);
    return Rounding.up(alpha * square / (2 * variance) + Math.min(many, few), 0x1p-48);
  }

  /** Returns the maximum number of coordinates that can change: each changes by 1 or more. */
  double mostChanged() {
    return Math.min(l1Sensitivity, Rounding.up(l2Sensitivity * l2Sensitivity, 0x1p-50));
  }

  /** Returns the cost in zCDP of Gaussian noise of the same variance. */
  double rho() {
    return l2Sensitivity * l2Sensitivity / (2 * variance);
  }
}
