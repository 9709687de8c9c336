package org.privatemean.bench.accuracy;

import java.util.Arrays;

/**
 * The errors of all trials of one contender in one setting.
 *
 * @param trials how many; 0 leaves no mean
 * @param mean the 10 % trimmed mean: without the largest and the smallest tenth
 * @param standardError of the mean of all trials
 * @param median of all trials
 * @param aboveTwice share of trials above twice the median
 * @param aboveFiveTimes share of trials above five times the median
 * @param largest of all trials
 */
record Summary(
    int trials,
    double mean,
    double standardError,
    double median,
    double aboveTwice,
    double aboveFiveTimes,
    double largest) {
  /** Of a contender that refuses. */
  private static final Summary NONE =
      new Summary(0, Double.NaN, Double.NaN, Double.NaN, 0, 0, Double.NaN);

  /** Summarises the errors that are not NaN. */
  static Summary of(double[] errors) {
    double[] sorted = Arrays.stream(errors).filter(e -> !Double.isNaN(e)).sorted().toArray();
    int n = sorted.length;
    if (n == 0) {
      return NONE;
    }
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    return new Summary(
        n,
        Arrays.stream(sorted, n / 10, n - n / 10).average().orElseThrow(),
        standardError(sorted),
        median,
        shareAbove(2 * median, sorted),
        shareAbove(5 * median, sorted),
        sorted[n - 1]);
  }

  double largestOverMedian() {
    return median > 0 ? largest / median : 1;
  }

  private static double shareAbove(double limit, double[] errors) {
    return (double) Arrays.stream(errors).filter(error -> error > limit).count() / errors.length;
  }

  private static double standardError(double[] errors) {
    double mean = Arrays.stream(errors).average().orElseThrow();
    double squares = Arrays.stream(errors).map(error -> (error - mean) * (error - mean)).sum();
    return Math.sqrt(squares / Math.max(errors.length - 1, 1) / errors.length);
  }
}
