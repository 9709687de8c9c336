package org.privatemean.local;

/**
 * The rank error of HaarHRR, as a fraction of the population, from public values (page
 * local-range-counting.md): a prefix has at most the variance {@code (c^2 L / n) sum w_l^2}, with
 * {@code E[w^2] = 1/12} over the place of its end, and 1/4 at worst.
 */
final class HaarError {
  /** Measured root mean square error of a quantile divided by {@link #typical}: 0.4 to 0.8. */
  private static final double SEARCH = 0.6;

  private HaarError() {}

  /** Returns the standard deviation of a prefix with any end, for users n of one coordinate. */
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

  /** Returns the bound that all L prefixes of a search meet with probability {@code 1 - beta}. */
  public static double bound(double scale, int levels, double users, double beta) {
    return worst(scale, levels, users) * Math.sqrt(2 * StrictMath.log(2 * levels / beta));
  }
}
