package org.privatemean.local.unit;

/**
 * The unit vector of an input, without a copy of it: {@code factor} times the input, and with a
 * lifted ball one coordinate more.
 */
public final class Direction {

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
  public static Direction of(double[] coordinates, double factor) {
    return new Direction(coordinates, factor, false, 0);
  }

  /** The same with a last coordinate, which makes up the norm of 1. */
  static Direction lifted(double[] coordinates, double factor, double last) {
    return new Direction(coordinates, factor, true, last);
  }

  public int size() {
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
  public double[] toArray(int length) {
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
   * How much of a vector's inner product with the coordinates is taken off along them to put it
   * across this: 1, or with a last coordinate l, 1 / (1 + l).
   *
   * <p>In the lifted case the vectors across this are as many as there are coordinates x: the map
   * {@code h -> (h - <h, x> / (1 + l) x, -<h, x>)} keeps lengths, as |x|^2 = 1 - l^2, and its
   * values are across (x, l). So a normal vector h without a last coordinate is enough.
   */
  double share() {
    return lifted ? 1 / (1 + last) : 1;
  }

  /**
   * The inner product of the coordinates with {@code g}. Four sums side by side: one alone waits
   * for each addition.
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
    return factor * (first + second + (third + fourth));
  }

  /**
   * The squared norm of what is across this: of {@code g} itself in the lifted case, else of {@code
   * g} without its component along this, coordinate by coordinate, because the squares cancel for
   * few of them.
   *
   * @param product the inner product of the two
   */
  double squaresAcross(double[] g, double product) {
    double[] x = coordinates;
    double along = lifted ? 0 : product * factor;
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
    return even + odd;
  }
}
