package org.privatemean.local;

import java.io.Serializable;
import java.math.BigInteger;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DiscreteGaussian;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;

/** Discrete Gaussian noise for one report, drawn exactly: (eps, delta)-DP. */
record IntegerNoise(Variance variance) implements Serializable {
  /** Up to this variance delta is computed term by term, beyond it from the zCDP cost. */
  private static final double SUMMED = 0x1p30;

  private static final double DEVIATIONS = 12;

  /**
   * Creates noise with the variance of the classical formula, sensitivity^2 2 ln(2 / delta) /
   * eps^2, for eps up to 1, and of the exact one of Balle and Wang (2018) beyond, increased by 1 %
   * at a time until the delta of the discrete noise suffices.
   */
  static IntegerNoise create(int sensitivity, ApproxDp guarantee) {
    double epsilon = guarantee.epsilon();
    double multiplier =
        epsilon <= 1
            ? Math.sqrt(2 * StrictMath.log(2 / guarantee.delta())) / epsilon
            : Conversions.gaussianMultiplierUp(guarantee);
    while (true) {
      double squared = multiplier * multiplier * sensitivity * sensitivity;
      Variance variance = Variance.forRho(BigInteger.ONE, 0.5 / squared);
      if (deltaUp(variance, sensitivity, epsilon) <= guarantee.delta()) {
        return new IntegerNoise(variance);
      }
      multiplier *= 1.01;
    }
  }

  static double deltaUp(Variance variance, int sensitivity, double epsilon) {
    double squared = variance.doubleValue();
    return squared <= SUMMED
        ? Conversions.discreteGaussianDeltaUp(squared, sensitivity, epsilon)
        : Conversions.deltaUp(
            new Zcdp((double) sensitivity * sensitivity / (2 * squared) * (1 + 0x1p-50)), epsilon);
  }

  long draw(BitSource bits) {
    BigInteger limit = BigInteger.valueOf(reach());
    return DiscreteGaussian.sample(variance, bits).max(limit.negate()).min(limit).longValueExact();
  }

  /** Returns a bound on |X|, exceeded with probability at most 2 e^-72, below 10^-30. */
  long reach() {
    return (long) Math.ceil(DEVIATIONS * deviation());
  }

  double deviation() {
    return variance.standardDeviation();
  }
}
