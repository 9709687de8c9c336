package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A private quantile of public range, by the exponential mechanism over the gaps between the values
 * (Smith 2011; Kaplan, Schnapp and Stemmer 2022), the one that the authors of PLAN use.
 *
 * <p>A place is worth minus the distance of its rank to the wanted one; the place is drawn with
 * density {@code exp(epsilon worth / 2)}. Replacing a value moves a rank by at most 1, so that this
 * is epsilon-bounded-range and {@code epsilon^2 / 8}-zCDP.
 */
final class PrivateQuantile {
  /** What lies this far below the likeliest gap, in logarithms, is as good as never drawn. */
  private static final double NEGLIGIBLE = 60;

  private PrivateQuantile() {}

  /**
   * One quantile.
   *
   * @param values sorted here, and cut to the range
   * @param share of the values below the quantile, in [0, 1]
   * @param rho the budget
   * @param gain factor on epsilon; 1 for the guarantee above
   */
  static double of(
      double[] values,
      double low,
      double high,
      double share,
      double rho,
      double gain,
      SplittableRandom random) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.min(Math.max(values[i], low), high);
    }
    Arrays.sort(values);
    double slope = gain * Math.sqrt(8 * rho) / 2;
    int gap = drawn(logWeights(values, low, high, share, slope), random);
    double from = gap == 0 ? low : values[gap - 1];
    double to = gap == values.length ? high : values[gap];
    return from + (to - from) * random.nextDouble();
  }

  /** Of the gap below each value, and of that above the last. */
  private static double[] logWeights(
      double[] values, double low, double high, double share, double slope) {
    double[] weights = new double[values.length + 1];
    double before = low;
    for (int i = 0; i < weights.length; i++) {
      double next = i == values.length ? high : values[i];
      double worth = -Math.abs(i - share * values.length);
      weights[i] = next > before ? slope * worth + Math.log(next - before) : -Double.MAX_VALUE;
      before = next;
    }
    return weights;
  }

  private static int drawn(double[] logWeights, SplittableRandom random) {
    double largest = Arrays.stream(logWeights).max().orElseThrow();
    double total = 0;
    for (int i = 0; i < logWeights.length; i++) {
      double below = largest - logWeights[i];
      total += below > NEGLIGIBLE ? 0 : Math.exp(-below);
      logWeights[i] = total;
    }
    double place = total * random.nextDouble();
    int gap = 0;
    while (logWeights[gap] <= place) {
      gap++;
    }
    return gap;
  }
}
