package org.privatemean.bench.columns;

import java.util.Arrays;

/**
 * The exact mean and deviation of a column, up to rounding; its values may be near the largest
 * double.
 *
 * @param mean of the values
 * @param deviation root mean square distance to the mean; 0 where all values are equal
 * @param isBinary whether it holds zeros and ones, and both
 */
record Moments(double mean, double deviation, boolean isBinary) {
  static Moments of(double[] column) {
    double least = Arrays.stream(column).min().orElseThrow();
    double largest = Arrays.stream(column).max().orElseThrow();
    if (least == largest) {
      return new Moments(least, 0, false);
    }
    // A power of two, so that nothing is rounded, and squares do not overflow.
    int exponent = Math.getExponent(Math.max(-least, largest));
    Sum sum = new Sum();
    Arrays.stream(column).forEach(x -> sum.add(Math.scalb(x, -exponent)));
    double mean = sum.value() / column.length;
    Sum squares = new Sum();
    Arrays.stream(column).forEach(x -> squares.add(Math.pow(Math.scalb(x, -exponent) - mean, 2)));
    return new Moments(
        Math.scalb(mean, exponent),
        Math.scalb(Math.sqrt(squares.value() / column.length), exponent),
        Arrays.stream(column).allMatch(x -> x == 0 || x == 1));
  }

  /** A sum that carries what rounding leaves out (Neumaier 1974). */
  private static final class Sum {
    private double sum;
    private double rest;

    void add(double x) {
      double next = sum + x;
      rest += Math.abs(sum) >= Math.abs(x) ? sum - next + x : x - next + sum;
      sum = next;
    }

    double value() {
      return sum + rest;
    }
  }
}
