package org.privatemean.local.gaussian;

import java.util.Arrays;

/** The division of a round's users among its groups. */
final class Shares {
  private Shares() {}

  static double[] equal(int groups) {
    double[] shares = new double[groups];
    Arrays.fill(shares, 1.0 / groups);
    return shares;
  }

  /** Returns a share for the first groups together, and the rest for the others. */
  static double[] divide(int first, double firstShare, int others) {
    double[] shares = new double[first + others];
    Arrays.fill(shares, 0, first, firstShare / first);
    Arrays.fill(shares, first, shares.length, (1 - firstShare) / others);
    return shares;
  }
}
