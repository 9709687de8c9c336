package org.privatemean.local.unit;

/**
 * The unit vector of an input, without a copy of it: {@code factor} times the input, and with a
 * lifted ball one coordinate more.
 */
final class Direction {

  private final double[] coordinates;
  private final double factor;
  private final boolean lifted;
  private final double last;

  private Direction(double[] coordinates, double factor, boolean lifted, double last) {
    this.coordinates = coordinates;
    this.factor = factor;
    this.lifted = lifted;
    this.last = last;
  }

  /** The factor times the coordinates, of norm 1. */
  static Direction of(double[] coordinates, double factor) {
    return new Direction(coordinates, factor, false, 0);
  }

  /** The same with a last coordinate, which makes up the norm of 1. */
  static Direction lifted(double[] coordinates, double factor, double last) {
    return new Direction(coordinates, factor, true, last);
  }

  int size() {
    return coordinates.length + (lifted ? 1 : 0);
  }

  /** Not to be changed; without the last, lifted one. */
  double[] coordinates() {
    return coordinates;
  }

  double factor() {
    return factor;
  }

  /** A copy, with zeros up to a length. */
  double[] toArray(int length) {
    double[] unit = new double[length];
    for (int j = 0; j < coordinates.length; j++) {
      unit[j] = factor * coordinates[j];
    }
    if (lifted) {
      unit[coordinates.length] = last;
    }
    return unit;
  }

  /**
   * The inner product with {@code g}. Four sums side by side: one alone waits for each addition.
   */
  double dot(double[] g) {
    double[] x = coordinates;
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    int j = 0;
    for (; j + 3 < x.length; j += 4) {
      first += g[j] * x[j];
      second += g[j + 1] * x[j + 1];
      third += g[j + 2] * x[j + 2];
      fourth += g[j + 3] * x[j + 3];
    }
    for (; j < x.length; j++) {
      first += g[j] * x[j];
    }
    double sum = factor * (first + second + (third + fourth));
    return lifted ? sum + g[x.length] * last : sum;
  }

  /**
   * The squared norm of {@code g} without its component along this, coordinate by coordinate,
   * because the squares cancel for few of them.
   *
   * @param product the inner product of the two
   */
  double squaresAcross(double[] g, double product) {
    double[] x = coordinates;
    double along = product * factor;
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < x.length; j += 2) {
      double one = g[j] - along * x[j];
      double other = g[j + 1] - along * x[j + 1];
      even += one * one;
      odd += other * other;
    }
    if (j < x.length) {
      double rest = g[j] - along * x[j];
      even += rest * rest;
    }
    if (lifted) {
      double rest = g[x.length] - product * last;
      odd += rest * rest;
    }
    return even + odd;
  }
}
