package org.privatemean.mean.clipped;

/**
 * The noise of a clipped or shifted clipped mean that its plan needs, known before anything is
 * released. Each trust model has its own implementation.
 */
public interface MeanNoise {
  /** Standard deviation of a count in the search for the medians, in rows. */
  double medianDeviation();

  /**
   * Bound on the rank error of the search for the clipping norm, which holds with probability 1 -
   * beta, in rows.
   */
  double rankError();

  /** Root mean square l2 norm of the noise of the clipped sum, over the clipping norm. */
  double sumNorm();

  /** Standard deviation of the noise of one coordinate of the sum clipped to an integer norm. */
  double sumDeviation(long norm);
}
