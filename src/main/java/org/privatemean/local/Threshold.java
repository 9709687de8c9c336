package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.Checks;

/**
 * The optimal threshold of PrivUnit or PrivUnitG, and the values derived from it.
 *
 * <p>With probability p a report is U given W = &lt;U, v&gt; &gt;= gamma, otherwise U given W &lt;
 * gamma, where t = P(W &gt;= gamma), q = 1 - t: its density relative to U is p / t on the cap and
 * (1 - p) / q off it, so it is exactly epsilon-DP with {@code epsilon = ln(p q / ((1 - p) t))}. The
 * error is least where gamma is the mean m of W (proofs: page privunit.md).
 *
 * @param dimension d, of the unit vectors: of a lifted ball one more than of the inputs
 * @param gamma the threshold, and the factor m by which reports are to be divided; for {@link
 *     ReportLaw#GAUSSIAN} in standard deviations of W
 * @param depth 1 - gamma to full accuracy; unused for {@link ReportLaw#GAUSSIAN}
 * @param tail t, in (0, 1/2]; 0 if it is below the smallest double
 * @param miss 1 - p, the probability of a report off the cap, rounded up by a factor 1 + 2^-42,
 *     more than its numerical error
 */
record Threshold(
    ReportLaw law,
    int dimension,
    double epsilon,
    double gamma,
    double depth,
    double tail,
    double logTail,
    double miss)
    implements Serializable {

  /** The range of the numerical tests, with a margin before e^epsilon overflows. */
  static final double MIN_EPSILON = 1e-9;

  static final double MAX_EPSILON = 700;
  private static final double SAFE_SIDE = 1 + 0x1p-42;

  /** Computes the threshold for a dimension of at least 1, on the sphere 2. */
  public static Threshold optimal(ReportLaw law, int dimension, double epsilon) {
    int least = law == ReportLaw.SPHERE ? 2 : 1;
    Checks.argument("dimension", dimension >= least, "at least " + least, dimension);
    checkEpsilon(epsilon);
    double logGain =
        epsilon > 1
            ? epsilon + StrictMath.log1p(-StrictMath.exp(-epsilon))
            : StrictMath.log(StrictMath.expm1(epsilon));
    CapLaw cap = new CapLaw(law, dimension);
    double z = fixedPoint(cap, logGain);
    double logTail = cap.logTail(z, false);
    double tail = StrictMath.exp(logTail);
    double miss = (1 - tail) / (1 + StrictMath.exp(logGain + logTail));
    return new Threshold(
        law,
        dimension,
        epsilon,
        cap.threshold(z),
        CapLaw.logistic(-z),
        tail,
        logTail,
        miss * SAFE_SIDE);
  }

  public static void checkEpsilon(double epsilon) {
    boolean inRange = epsilon >= MIN_EPSILON && epsilon <= MAX_EPSILON;
    Checks.argument("epsilon", inRange, "in [" + MIN_EPSILON + ", " + MAX_EPSILON + "]", epsilon);
  }

  /** Returns the root of ln E + ln E[(W - gamma)+] - ln gamma, which falls in gamma. */
  private static double fixedPoint(CapLaw cap, double logGain) {
    return MonotoneSearch.halveAll(
            CapLaw.LOWEST,
            cap.highest(),
            z -> logGain + cap.logTail(z, true) > StrictMath.log(cap.threshold(z)))
        .middle();
  }

  /** Returns the variance of every coordinate of report / gamma, whose covariance is isotropic. */
  public double coordinateVariance() {
    return law == ReportLaw.SPHERE
        ? depth * (1 + gamma) / (gamma * gamma) / dimension
        : 1 / (gamma * gamma);
  }
}
