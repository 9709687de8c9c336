package org.privatemean.local;

import java.util.function.DoubleBinaryOperator;

/**
 * The distribution of W = &lt;U, v&gt; before the cap is favoured: of one coordinate of a uniform
 * point of the sphere, or a standard normal variable. Values are logarithms, so that nothing
 * underflows; z, the logarithm of the odds of gamma on the sphere and of gamma for the normal
 * distribution, keeps the digits of gamma and of the distance to the pole.
 */
final class CapLaw {
  static final double LOWEST = -60;

  /** Integrals end where the density has fallen to e^-90 of its value at the threshold. */
  private static final double FALL = 90;

  private static final double LOG_ROOT = 0.5 * StrictMath.log(2 * Math.PI);

  private final boolean onSphere;

  /** The exponent a = (d - 3) / 2 of the density c (1 - w^2)^a on the sphere. */
  private final double power;

  /** The logarithm of the constant factor of the density. */
  private final double logConstant;

  CapLaw(ReportLaw law, int dimension) {
    this.onSphere = law == ReportLaw.SPHERE;
    this.power = (dimension - 3) / 2.0;
    // The tail at 0, 1/2, determines c.
    this.logConstant = onSphere ? StrictMath.log(0.5) - logOnSphere(0, 1, false) : -LOG_ROOT;
  }

  double highest() {
    return onSphere ? 600 : 4;
  }

  double threshold(double z) {
    return onSphere ? logistic(z) : StrictMath.exp(z);
  }

  /** Returns ln E[(W - gamma)+], or ln P(W &gt;= gamma). */
  double logTail(double z, boolean excess) {
    double integral =
        onSphere
            ? logOnSphere(logistic(z), logistic(-z), excess)
            : logOnLine(StrictMath.exp(z), excess);
    return logConstant + integral;
  }

  static double logistic(double x) {
    return x >= 0 ? 1 / (1 + StrictMath.exp(-x)) : StrictMath.exp(x) / (1 + StrictMath.exp(x));
  }

  /** Integrates over (0, 1) by the double exponential rule of Takahasi and Mori (1974). */
  private static double integrate(DoubleBinaryOperator integrand) {
    int half = 96;
    // Beyond 6.1 the weights are below the smallest double.
    double step = 6.1 / half;
    double sum = 0;
    for (int i = -half; i <= half; i++) {
      double u = i * step;
      double exponent = Math.PI * StrictMath.sinh(u);
      double s = logistic(exponent);
      double rest = logistic(-exponent);
      sum += Math.PI * StrictMath.cosh(u) * s * rest * integrand.applyAsDouble(s, rest);
    }
    return sum * step;
  }

  /** Returns ln of the integral over the cap; the value at the threshold is taken out of it. */
  private double logOnSphere(double gamma, double depth, boolean excess) {
    double share = Math.min(1, span(gamma) / depth);
    double slope = share * depth / (1 + gamma);
    double integral =
        integrate(
            (s, rest) -> {
              double moved = share * s;
              // Where both factors are nearly 1, 1 - share s is made of the exact rest.
              double left =
                  moved < 0.5 ? StrictMath.log1p(-moved) : StrictMath.log(rest + s * (1 - share));
              double density = StrictMath.exp(power * (left + StrictMath.log1p(slope * s)));
              return excess ? moved * density : density;
            });
    double logComplement =
        gamma < 0.5
            ? StrictMath.log1p(-gamma * gamma)
            : StrictMath.log(depth) + StrictMath.log1p(gamma);
    return StrictMath.log(share * integral)
        + (excess ? 2 : 1) * StrictMath.log(depth)
        + power * logComplement;
  }

  /** Returns the x at which a (2 gamma x + x^2), a lower bound of the fall, is {@link #FALL}. */
  private double span(double gamma) {
    if (power <= 0) {
      return 1;
    }
    double fall = FALL / power;
    return fall / (gamma + Math.sqrt(gamma * gamma + fall));
  }

  /** The same on the line: with w = gamma + x, phi(w) = phi(gamma) exp(-x (gamma + x / 2)). */
  private static double logOnLine(double gamma, boolean excess) {
    double span = 2 * FALL / (gamma + Math.sqrt(gamma * gamma + 2 * FALL));
    double integral =
        integrate(
            (s, rest) -> {
              double x = span * s;
              double density = StrictMath.exp(-x * (gamma + x / 2));
              return excess ? x * density : density;
            });
    return StrictMath.log(span * integral) - gamma * gamma / 2;
  }
}
