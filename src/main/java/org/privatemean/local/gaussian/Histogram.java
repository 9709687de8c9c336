package org.privatemean.local.gaussian;

import org.privatemean.noise.RandomizedResponse;

/** Estimates true counts from counts of randomized answers. */
final class Histogram {
  private Histogram() {}

  /**
   * The shares of the true answers, without bias: {@code scale (C(a) / k - 1 / (e^eps + m - 1))}.
   * They add up to 1, and single ones may be negative or above 1. Without reports, equal shares.
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

  /** The probability that an answer is sent which is the true one with this probability. */
  public static double sent(RandomizedResponse response, double share) {
    double other = response.other();
    return other + (response.truth() - other) * share;
  }

  /** Returns how many answers were given. */
  public static long total(long[] counts) {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    return total;
  }
}
