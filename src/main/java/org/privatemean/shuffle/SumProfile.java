package org.privatemean.shuffle;

/** A bound on the privacy profile of the sums that end a release. */
sealed interface SumProfile permits RenyiProfile, WideSkellam {
  /** Returns the rho of Gaussian noise of the same variances. */
  double rho();

  /**
   * Returns a bound on delta at any real epsilon, from 0 to 1: of the sums, or of ideal ones that
   * differ from them by {@link #distanceUp}.
   */
  double deltaUp(double epsilon);

  /** Returns the distance in total variation of the sums from those of {@link #deltaUp}. */
  double distanceUp();
}
