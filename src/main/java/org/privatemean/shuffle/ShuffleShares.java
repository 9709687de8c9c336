package org.privatemean.shuffle;

import org.privatemean.privacy.Checks;

/**
 * The division of the noise of a shuffle mean among its three parts: relative amounts of the
 * variance of the privacy loss. Only their ratios matter.
 *
 * @param medians of the searches for the medians, finite and above 0
 * @param norm of the search for the clipping norm, finite and above 0
 * @param sum of the clipped sum, finite and above 0
 */
record ShuffleShares(double medians, double norm, double sum) {

  /** The shares of the shifted clipped mean in the central model: 1/4, 3/16 and 9/16. */
  public static final ShuffleShares DEFAULT = new ShuffleShares(0.25, 0.1875, 0.5625);

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a share is not finite and above 0
   */
  public ShuffleShares {
    Checks.positive("medians", medians);
    Checks.positive("norm", norm);
    Checks.positive("sum", sum);
  }
}
