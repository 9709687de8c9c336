package org.privatemean.audit;

import org.privatemean.privacy.ApproxDp;

/**
 * A lower bound on epsilon at a delta, and the claim at that delta.
 *
 * @param runs number of runs on each of the two data sets
 */
record EpsilonBound(double epsilon, ApproxDp claim, int runs) {
  boolean exceeds() {
    return epsilon > claim.epsilon();
  }

  /**
   * Computes the bound from the number of results in an event, on two data sets: {@code P[event] <=
   * e^epsilon Q[event] + delta}.
   *
   * @param alpha probability that the true epsilon is below the bound
   */
  static EpsilonBound compute(long hits, long others, int runs, ApproxDp claim, double alpha) {
    double low = BinomialBounds.lower(hits, runs, alpha / 2) - claim.delta();
    double high = BinomialBounds.upper(others, runs, alpha / 2);
    return new EpsilonBound(low > high ? Math.log(low / high) : 0, claim, runs);
  }
}
