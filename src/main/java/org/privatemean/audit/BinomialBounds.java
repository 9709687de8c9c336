package org.privatemean.audit;

import org.apache.commons.math3.special.Beta;
import org.privatemean.numeric.MonotoneSearch;

/** Exact bounds on a probability from a number of hits (Clopper and Pearson 1934). */
final class BinomialBounds {
  /** Halvings of an interval of probabilities; its ends are then about 2^-60 apart. */
  private static final int HALVINGS = 60;

  private BinomialBounds() {}

  /** Returns a probability that is exceeded by the true one with confidence 1 - alpha. */
  static double lower(long hits, long draws, double alpha) {
    double share = (double) hits / draws;
    return MonotoneSearch.halve(0, share, HALVINGS, p -> atLeast(hits, draws, p) <= alpha).low();
  }

  /** Returns a probability that exceeds the true one with confidence 1 - alpha. */
  static double upper(long hits, long draws, double alpha) {
    return 1 - lower(draws - hits, draws, alpha);
  }

  /** Returns the probability of at least as many hits or of at most as many, the smaller one. */
  static double tail(long hits, long draws, double p) {
    return Math.min(atLeast(hits, draws, p), atLeast(draws - hits, draws, 1 - p));
  }

  private static double atLeast(long hits, long draws, double p) {
    return hits == 0 ? 1 : Beta.regularizedBeta(p, (double) hits, draws - hits + 1.0);
  }
}
