package org.privatemean.mean.clipped;

/**
 * The noise of a shifted or plain clipped mean as far as its plan needs it, known before anything
 * is released: every trust model has its own.
 */
public interface MeanNoise {
  /** Standard deviation of a count in the search for the medians, in rows. */
  double medianDeviation();

  /**
   * Rank error that the search for the clipping norm stays within with probability 1 - beta, in
   * rows.
   */
  double rankError();

  /** Root mean square l2 norm of the noise of the clipped sum, over the clipping norm. */
  double sumNorm();

  /** Standard deviation of the noise of one coordinate of the sum clipped to an integer norm. */
  double sumDeviation(long norm);
}
