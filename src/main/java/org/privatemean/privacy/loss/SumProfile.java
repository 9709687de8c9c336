package org.privatemean.privacy.loss;

/** A bound on the privacy profile of the sums that end a release. */
sealed interface SumProfile permits RenyiProfile, WideSkellam {
  /** The rho of Gaussian noise of the same variances. */
  double rho();

  /**
   * A bound on delta at any real epsilon, from 0 to 1: of the sums, or of ideal ones that differ
   * from them by {@link #distanceUp}.
   */
  double deltaUp(double epsilon);

  /** Returns how far the sums are from those that {@link #deltaUp} is of, in total variation. */
  double distanceUp();
}
