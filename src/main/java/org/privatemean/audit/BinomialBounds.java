package org.privatemean.audit;

import org.privatemean.numeric.MonotoneSearch;

/**
 * Exact bounds on a probability from a number of hits (Clopper and Pearson, "The Use of Confidence
 * or Fiducial Limits Illustrated in the Case of the Binomial", 1934).
 */
final class BinomialBounds {
  /** Halvings of an interval of probabilities; its ends are then about 2^-60 apart. */
  private static final int HALVINGS = 60;

  /** From here on Stirling's series is exact to a double. */
  private static final int LARGE = 16;

  private BinomialBounds() {}

  /** Returns a probability that is exceeded by the true one with confidence 1 - alpha. */
  static double lower(long hits, long draws, double alpha) {
    if (hits == 0) {
      return 0;
    }
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
    if (hits <= 0 || p >= 1) {
      return 1;
    }
    if (p <= 0) {
      return 0;
    }
    boolean isAbove = hits > draws * p;
    double term = weight(isAbove ? hits : hits - 1, draws, p);
    double sum = 0;
    double odds = p / (1 - p);
    // From the mode on, terms fall faster than a geometric series.
    for (long k = isAbove ? hits : hits - 1; term > sum * 0x1p-60; k += isAbove ? 1 : -1) {
      sum += term;
      term *= isAbove ? (draws - k) / (k + 1.0) * odds : k / (draws - k + 1.0) / odds;
    }
    return isAbove ? Math.min(1, sum) : Math.max(0, 1 - sum);
  }

  /** Returns the probability of a number of hits. */
  private static double weight(long hits, long draws, double p) {
    long rest = draws - hits;
    double choices = logFactorial(draws) - logFactorial(hits) - logFactorial(rest);
    return Math.exp(choices + hits * Math.log(p) + rest * Math.log1p(-p));
  }

  private static double logFactorial(long n) {
    if (n < LARGE) {
      double product = 1;
      for (long k = 2; k <= n; k++) {
        product *= k;
      }
      return Math.log(product);
    }
    double x = n + 1.0;
    double series = (1 - (1 - 2 / (7 * x * x)) / (30 * x * x)) / (12 * x);
    return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
  }
}
