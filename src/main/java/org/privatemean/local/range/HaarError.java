package org.privatemean.local.range;

/**
 * The rank error of HaarHRR, as a fraction of the population, from public values.
 *
 * <p>A prefix is {@code sum_l w_l coefficient_l} plus a constant, with {@code w_l = min(t, 1 - t)},
 * where t is the place of its end within the node of level l (1/2 at the last level). A report
 * contributes a number of square {@code (w_l c / n_l)^2} for any value, so with n_l = n / L reports
 * per level the variance is at most {@code (c^2 L / n) sum w_l^2}, which also covers that a level
 * has only some of the users. Averaged over the place of the end, {@code E[w^2] = 1/12}; at worst
 * it is 1/4.
 */
public final class HaarError {
  /** Measured root mean square error of a quantile divided by {@link #typical}: 0.4 to 0.8. */
  private static final double SEARCH = 0.6;

  private HaarError() {}

  /**
   * Returns the standard deviation of a prefix with any end: {@code c sqrt(L (1/4 + (L - 1) / 12) /
   * n)}.
   *
   * @param scale c of the coin
   * @param levels number of levels L
   * @param users number of users n of one coordinate
   */
  public static double typical(double scale, int levels, double users) {
    return scale * Math.sqrt(levels * (0.25 + (levels - 1) / 12.0) / users);
  }

  /** Returns the largest standard deviation of any prefix: {@code c L / (2 sqrt(n))}. */
  public static double worst(double scale, int levels, double users) {
    return scale * levels / (2 * Math.sqrt(users));
  }

  /** Returns the expected root mean square rank error of a quantile: 0.6 of {@link #typical}. */
  public static double search(double scale, int levels, double users) {
    return SEARCH * typical(scale, levels, users);
  }

  /**
   * Returns the bound that all L prefixes of a search meet with probability {@code 1 - beta}:
   * {@code worst sqrt(2 ln(2 L / beta))}, by Hoeffding's inequality and a union over the levels.
   *
   * @param beta failure probability, in (0, 1)
   */
  public static double bound(double scale, int levels, double users, double beta) {
    return worst(scale, levels, users) * Math.sqrt(2 * StrictMath.log(2 * levels / beta));
  }
}
