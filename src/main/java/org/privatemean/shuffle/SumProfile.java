package org.privatemean.shuffle;

import org.privatemean.numeric.Rounding;

/**
 * A bound on the privacy profile of the sums that end a release. It holds for both orders of the
 * neighbours, and so extends to epsilon below 0 by the identity
 *
 * <pre>  sup (P[S] - e^epsilon Q[S]) = 1 - e^epsilon + e^epsilon sup (Q[S] - e^-epsilon P[S]).
 * </pre>
 */
sealed interface SumProfile permits RenyiProfile, WideSkellam {
  /** Returns the rho of Gaussian noise of the same variances. */
  double rho();

  /** Returns {@link #deltaUp} at an epsilon of at least 0. */
  double forwardDeltaUp(double epsilon);

  /** Returns a bound on delta at any real epsilon. */
  default double deltaUp(double epsilon) {
    if (epsilon >= 0) {
      return forwardDeltaUp(epsilon);
    }
    double delta = -StrictMath.expm1(epsilon) + StrictMath.exp(epsilon) * forwardDeltaUp(-epsilon);
    return Math.min(1, Rounding.up(delta, 0x1p-50));
  }
}
