package org.privatemean.local.unit;

/**
 * The distribution of W = &lt;U, v&gt; before the cap is favoured: of one coordinate of a uniform
 * point of the sphere, or a standard normal variable. All values are logarithms, so that nothing
 * underflows.
 *
 * <p>A threshold is given by the logarithm of its odds, z = ln(gamma / (1 - gamma)), on the sphere,
 * and by z = ln gamma for the normal distribution: both gamma and the distance to the sphere's pole
 * then keep all their digits where they are small.
 */
interface CapLaw {

  /** Returns the threshold of z. */
  double threshold(double z);

  /** Returns ln P(W &gt;= gamma). */
  double logTail(double z);

  /** Returns ln E[(W - gamma)+]. */
  double logExcess(double z);

  /** Returns the least useful z. */
  double lowest();

  double highest();

  /** Returns the distribution for unit vectors of a dimension, at least 2 on the sphere. */
  static CapLaw create(ReportLaw law, int dimension) {
    return law == ReportLaw.SPHERE ? new SphereCapLaw(dimension) : new NormalCapLaw();
  }

  /** Integrals end where the density has fallen to e^-90 of its value at the threshold. */
  double FALL = 90;

  /**
   * The distribution on the sphere: the density of W is c (1 - w^2)^a with a = (d - 3) / 2. With y
   * = 1 - gamma and w = gamma + x,
   *
   * <pre>  (1 - w^2)^a = (y (1 + gamma))^a (1 - x / y)^a (1 + x / (1 + gamma))^a,</pre>
   *
   * whose first factor is taken out of the integrals over x. The tail at gamma = 0 is 1/2, which
   * determines c.
   */
  final class SphereCapLaw implements CapLaw {
    private final double power;
    private final double logConstant;

    SphereCapLaw(int dimension) {
      this.power = (dimension - 3) / 2.0;
      this.logConstant = StrictMath.log(0.5) - logIntegral(0, 1, false);
    }

    @Override
    public double threshold(double z) {
      return CapIntegral.logistic(z);
    }

    @Override
    public double logTail(double z) {
      return logConstant + logIntegral(CapIntegral.logistic(z), CapIntegral.logistic(-z), false);
    }

    @Override
    public double logExcess(double z) {
      return logConstant + logIntegral(CapIntegral.logistic(z), CapIntegral.logistic(-z), true);
    }

    private double logIntegral(double gamma, double depth, boolean excess) {
      double share = Math.min(1, span(gamma) / depth);
      double slope = share * depth / (1 + gamma);
      double integral =
          CapIntegral.integrate(
              (s, rest) -> {
                double moved = share * s;
                double left = moved < 0.5 ? StrictMath.log1p(-moved) : logLeft(share, s, rest);
                double density = StrictMath.exp(power * (left + StrictMath.log1p(slope * s)));
                return excess ? moved * density : density;
              });
      return StrictMath.log(share * integral)
          + (excess ? 2 : 1) * StrictMath.log(depth)
          + power * logComplement(gamma, depth);
    }

    /** Returns ln(1 - gamma^2) with full accuracy at both ends. */
    private static double logComplement(double gamma, double depth) {
      return gamma < 0.5
          ? StrictMath.log1p(-gamma * gamma)
          : StrictMath.log(depth) + StrictMath.log1p(gamma);
    }

    /** Returns ln(1 - share s) without loss of digits where both factors are nearly 1. */
    private static double logLeft(double share, double s, double rest) {
      return StrictMath.log(rest + s * (1 - share));
    }

    /** Returns the x at which a (2 gamma x + x^2), a lower bound of the fall, is {@link #FALL}. */
    private double span(double gamma) {
      if (power <= 0) {
        return 1;
      }
      double fall = FALL / power;
      return fall / (gamma + Math.sqrt(gamma * gamma + fall));
    }

    @Override
    public double lowest() {
      return -60;
    }

    @Override
    public double highest() {
      return 600;
    }
  }

  /** The normal distribution. With w = gamma + x: phi(w) = phi(gamma) exp(-x (gamma + x / 2)). */
  final class NormalCapLaw implements CapLaw {
    private static final double LOG_ROOT = 0.5 * StrictMath.log(2 * Math.PI);

    @Override
    public double threshold(double z) {
      return StrictMath.exp(z);
    }

    @Override
    public double logTail(double z) {
      return logIntegral(threshold(z), false);
    }

    @Override
    public double logExcess(double z) {
      return logIntegral(threshold(z), true);
    }

    private static double logIntegral(double gamma, boolean excess) {
      double span = 2 * FALL / (gamma + Math.sqrt(gamma * gamma + 2 * FALL));
      double integral =
          CapIntegral.integrate(
              (s, rest) -> {
                double x = span * s;
                double density = StrictMath.exp(-x * (gamma + x / 2));
                return excess ? x * density : density;
              });
      return StrictMath.log(span * integral) - gamma * gamma / 2 - LOG_ROOT;
    }

    @Override
    public double lowest() {
      return -60;
    }

    @Override
    public double highest() {
      return 4;
    }
  }
}
