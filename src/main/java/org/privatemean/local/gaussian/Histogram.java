package org.privatemean.local.gaussian;

import org.privatemean.noise.RandomizedResponse;

/** Estimates of true counts from counts of randomized answers. */
final class Histogram {
  private Histogram() {}

  /**
   * Returns the unbiased shares of the true answers: {@code scale (C(a) / k - 1 / (e^eps + m -
   * 1))}. They add up to 1, and single ones may be negative or above 1. Without reports, shares are
   * equal.
   */
  public static double[] shares(RandomizedResponse response, long[] counts) {
    double[] shares = new double[response.answers()];
    double total = (double) total(counts);
    double scale = response.scale();
    double other = response.other();
    for (int a = 0; a < shares.length; a++) {
      shares[a] = total == 0 ? 1.0 / shares.length : scale * (counts[a] / total - other);
    }
    return shares;
  }

  /** Returns the probability that an answer is sent, given the probability that it is true. */
  public static double sent(RandomizedResponse response, double share) {
    double other = response.other();
    return other + (response.truth() - other) * share;
  }

  public static long total(long[] counts) {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    return total;
  }
}
