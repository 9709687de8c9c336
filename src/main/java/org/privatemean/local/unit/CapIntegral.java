package org.privatemean.local.unit;

/**
 * Integrals over (0, 1) by the double exponential rule of Takahasi and Mori (1974), accurate to
 * about 1e-14 for analytic integrands with any behaviour at the ends.
 */
final class CapIntegral {

  /** Beyond this point the weights are below the smallest double. */
  private static final double LAST = 6.1;

  private static final int HALF = 96;
  private static final double STEP = LAST / HALF;

  private CapIntegral() {}

  /** An integrand at s; {@code rest} is 1 - s, exact where s rounds to 1. */
  interface Integrand {
    double at(double s, double rest);
  }

  static double integrate(Integrand integrand) {
    double sum = 0;
    for (int i = -HALF; i <= HALF; i++) {
      double u = i * STEP;
      double exponent = Math.PI * StrictMath.sinh(u);
      double s = logistic(exponent);
      double rest = logistic(-exponent);
      sum += Math.PI * StrictMath.cosh(u) * s * rest * integrand.at(s, rest);
    }
    return sum * STEP;
  }

  /** Returns 1 / (1 + e^-x), also accurate for small values. */
  static double logistic(double x) {
    return x >= 0 ? 1 / (1 + StrictMath.exp(-x)) : StrictMath.exp(x) / (1 + StrictMath.exp(x));
  }
}
