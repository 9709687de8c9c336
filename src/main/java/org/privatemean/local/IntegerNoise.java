package org.privatemean.local;

import java.math.BigInteger;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DiscreteGaussian;
import org.privatemean.noise.DiscreteLaplace;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;

/** Integer noise for one report, drawn exactly. */
sealed interface IntegerNoise {

  long draw(BitSource bits);

  /** Returns a bound on the absolute value of a draw, exceeded with probability below 10^-30. */
  long reach();

  double deviation();

  private static long truncate(BigInteger value, long reach) {
    BigInteger limit = BigInteger.valueOf(reach);
    return value.max(limit.negate()).min(limit).longValueExact();
  }

  /** Discrete Laplace noise of scale sensitivity / eps, eps in 2^-{@value #FRACTION_BITS}. */
  record Laplace(int sensitivity, long epsilonUnits) implements IntegerNoise {
    private static final int FRACTION_BITS = 43;

    private static final double SCALES = 70;

    static Laplace create(int sensitivity, double epsilon) {
      return new Laplace(sensitivity, (long) Math.floor(Math.scalb(epsilon, FRACTION_BITS)));
    }

    double epsilon() {
      return Math.scalb((double) epsilonUnits, -FRACTION_BITS);
    }

    @Override
    public long draw(BitSource bits) {
      return truncate(
          DiscreteLaplace.sample((long) sensitivity << FRACTION_BITS, epsilonUnits, bits), reach());
    }

    /** {@inheritDoc} P(|X| > t) is 2 q^(t + 1) / (1 + q), q = e^(-eps / sensitivity). */
    @Override
    public long reach() {
      return (long) Math.ceil(SCALES * sensitivity / epsilon());
    }

    @Override
    public double deviation() {
      // Var = 2 q / (1 - q)^2 with q = e^(-eps / sensitivity).
      double step = epsilon() / sensitivity;
      return Math.sqrt(2 * StrictMath.exp(-step)) / -StrictMath.expm1(-step);
    }
  }

  /** Discrete Gaussian noise: (eps, delta)-DP. */
  record Gaussian(Variance variance) implements IntegerNoise {
    /** Up to this variance delta is computed term by term, beyond it from the zCDP cost. */
    private static final double SUMMED = 0x1p30;

    private static final double DEVIATIONS = 12;

    /**
     * Creates noise with the variance of the classical formula, sensitivity^2 2 ln(2 / delta) /
     * eps^2, for eps up to 1, and of the exact one of Balle and Wang (2018) beyond, increased by 1
     * % at a time until the delta of the discrete noise suffices.
     */
    static Gaussian create(int sensitivity, ApproxDp guarantee) {
      double epsilon = guarantee.epsilon();
      double multiplier =
          epsilon <= 1
              ? Math.sqrt(2 * StrictMath.log(2 / guarantee.delta())) / epsilon
              : Conversions.gaussianMultiplierUp(guarantee);
      while (true) {
        double squared = multiplier * multiplier * sensitivity * sensitivity;
        Variance variance = Variance.forRho(BigInteger.ONE, 0.5 / squared);
        if (deltaUp(variance, sensitivity, epsilon) <= guarantee.delta()) {
          return new Gaussian(variance);
        }
        multiplier *= 1.01;
      }
    }

    static double deltaUp(Variance variance, int sensitivity, double epsilon) {
      double squared = variance.doubleValue();
      return squared <= SUMMED
          ? Conversions.discreteGaussianDeltaUp(squared, sensitivity, epsilon)
          : Conversions.deltaUp(
              new Zcdp((double) sensitivity * sensitivity / (2 * squared) * (1 + 0x1p-50)),
              epsilon);
    }

    @Override
    public long draw(BitSource bits) {
      return truncate(DiscreteGaussian.sample(variance, bits), reach());
    }

    /** {@inheritDoc} P(|X| > t) is at most 2 e^(-t^2 / (2 sigma^2)): 2 e^-72. */
    @Override
    public long reach() {
      return (long) Math.ceil(DEVIATIONS * deviation());
    }

    @Override
    public double deviation() {
      return variance.standardDeviation();
    }
  }
}
