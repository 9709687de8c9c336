package org.privatemean.local;

import org.privatemean.annotation.Internal;
import org.privatemean.local.gaussian.GaussianSpec;
import org.privatemean.request.Bounds;

/**
 * The public request for a mean of users without a trusted curator: all that {@link
 * LocalMeanChoice} reads.
 *
 * @param epsilon of every user's pure guarantee, {@value GaussianSpec#MIN_EPSILON} to {@value
 *     GaussianSpec#MAX_EPSILON}
 * @param users number of users n, 1 to 2^31 - 1
 * @param dimension number of coordinates d of a row, 1 to 2^20
 * @param radius bound on the absolute value of every coordinate of the mean, in data units
 * @param sigmaMin lower bound on the standard deviation in every direction, in data units
 * @param sigmaMax upper bound on it; the same as sigmaMin where it is known
 * @param law what is assumed of the rows. It is for anyone who asks to know: the data do not tell
 */
@Internal
public record LocalMeanRequest(
    double epsilon,
    long users,
    int dimension,
    double radius,
    double sigmaMin,
    double sigmaMax,
    RowLaw law) {

  /** Assumptions about the rows. */
  public enum RowLaw {
    /** Nothing. */
    ANY,
    /** Coordinates are normal, each with one mean and one standard deviation for all users. */
    GAUSSIAN
  }

  /** Checks the values. */
  public LocalMeanRequest {
    check(
        "epsilon",
        epsilon >= GaussianSpec.MIN_EPSILON && epsilon <= GaussianSpec.MAX_EPSILON,
        "in [" + GaussianSpec.MIN_EPSILON + ", " + GaussianSpec.MAX_EPSILON + "]",
        epsilon);
    check("users", users >= 1 && users < 1L << 31, "in [1, 2^31)", users);
    check("dimension", dimension >= 1 && dimension <= 1 << 20, "in [1, 2^20]", dimension);
    check("radius", isSize(radius), "positive and finite", radius);
    check("sigmaMin", isSize(sigmaMin), "positive and finite", sigmaMin);
    check("sigmaMax", isSize(sigmaMax), "positive and finite", sigmaMax);
    check("sigmaMax", sigmaMax >= sigmaMin, "at least sigmaMin = " + sigmaMin, sigmaMax);
  }

  private static boolean isSize(double value) {
    return value > 0 && value < Double.POSITIVE_INFINITY;
  }

  private static void check(String name, boolean good, String bound, Object value) {
    if (!good) {
      throw new IllegalArgumentException(name + " must be " + bound + ". Provided value: " + value);
    }
  }

  boolean knowsSigma() {
    return sigmaMin == sigmaMax;
  }

  /** Returns where forecasts are made: in the middle of the bounds, on a logarithmic scale. */
  double typicalSigma() {
    return Math.sqrt(sigmaMin) * Math.sqrt(sigmaMax);
  }

  /** The norm of the mean, root mean square over the box that it lies in. */
  double typicalNorm() {
    return radius * Math.sqrt(dimension / 3.0);
  }

  Bounds bounds() {
    return new Bounds.Statistical(radius * Math.sqrt(dimension), sigmaMin, sigmaMax);
  }
}
