package org.privatemean.local;

import java.util.Arrays;

/**
 * The unit vector of an input: {@code factor} times the input, and with a lifted ball one more
 * coordinate. For every finite input except 0 the exact square of the norm is 1 to {@link
 * #TOLERANCE}, as the proof of PrivUnit requires (page privunit.md, "Unit vectors").
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record UnitDirection(double[] coordinates, double factor, boolean lifted, double last) {
  static final double TOLERANCE = 0x1p-40;

  /** The largest error that passes the check, whose own error is below 2^-43. */
  private static final double ACCEPTED = TOLERANCE / 2;

  /** Between these, a sum of squares loses no digits at either end of the doubles. */
  private static final double MIN_SQUARES = 1e-250;

  private static final double MAX_SQUARES = 1e290;
  private static final int BLOCK = 256;

  /** Returns the direction of a vector other than 0, by the plain sum of its squares. */
  public static UnitDirection along(double[] vector, double squares) {
    return create(vector, squares, false, 0);
  }

  public static UnitDirection alongOrFirst(double[] vector) {
    double squares = 0;
    for (double coordinate : vector) {
      squares += coordinate * coordinate;
    }
    if (squares == 0 && isZero(vector)) {
      double[] first = new double[vector.length];
      first[0] = 1;
      return along(first, 1);
    }
    return along(vector, squares);
  }

  /**
   * Returns a vector over a bound on its norm, not to be changed, with a last coordinate that
   * completes the norm to 1; beyond the bound, the direction and 0.
   */
  static UnitDirection inBall(double[] vector, double bound) {
    return create(vector, squares(vector, 0, vector.length), true, bound);
  }

  private static UnitDirection create(
      double[] vector, double squares, boolean lifted, double bound) {
    if (isSafe(squares)) {
      return create(vector, Math.sqrt(squares), norm(vector), lifted, bound);
    }
    int exponent = exponent(vector);
    double[] scaled = scale(vector, exponent);
    double norm = norm(scaled);
    return create(scaled, norm, norm, lifted, Math.scalb(bound, -exponent));
  }

  /** Refuses what is not a unit vector even by the accurate norm. */
  private static UnitDirection create(
      double[] vector, double norm, double finerNorm, boolean lifted, double bound) {
    double share = norm / bound;
    UnitDirection unit =
        lifted && share < 1
            ? new UnitDirection(vector, 1 / bound, true, Math.sqrt((1 - share) * (1 + share)))
            : new UnitDirection(vector, 1 / norm, lifted, 0);
    if (unit.isUnit(finerNorm)) {
      return unit;
    }
    if (Double.compare(norm, finerNorm) == 0) {
      throw new IllegalStateException("a direction is not of norm 1: nothing is reported");
    }
    // Once more at most: then both norms are the accurate one.
    return create(vector, finerNorm, finerNorm, lifted, bound);
  }

  private boolean isUnit(double norm) {
    double length = factor * norm;
    return Math.abs(length * length + last * last - 1) <= ACCEPTED;
  }

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

  /** Returns the factor of {@link #dot} that makes a vector orthogonal to this. */
  double share() {
    return lifted ? 1 / (1 + last) : 1;
  }

  /** Adds up in four sums: in one, each addition waits for the last. */
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

  /** Returns the squared norm of the part orthogonal to this; of {@code g} itself if lifted. */
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

  /** Tests that a plain sum of squares is reliable. */
  static boolean isSafe(double squares) {
    return squares > MIN_SQUARES && squares < MAX_SQUARES;
  }

  /** Returns the exponent of the largest absolute value; refuses what is not finite. */
  static int exponent(double[] vector) {
    double largest = 0;
    for (double coordinate : vector) {
      double size = Math.abs(coordinate);
      if (!(size < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("vector must hold finite numbers only");
      }
      largest = Math.max(largest, size);
    }
    return largest == 0 ? 0 : Math.getExponent(largest);
  }

  static boolean isZero(double[] vector) {
    return Arrays.stream(vector).allMatch(coordinate -> coordinate == 0);
  }

  static double[] scale(double[] vector, int exponent) {
    double[] scaled = new double[vector.length];
    for (int j = 0; j < scaled.length; j++) {
      scaled[j] = Math.scalb(vector[j], -exponent);
    }
    return scaled;
  }

  /** Returns the norm, if squares are safe, to a relative 2^-45. */
  static double norm(double[] vector) {
    double sum = 0;
    double errors = 0;
    for (int from = 0; from < vector.length; from += BLOCK) {
      double block = squares(vector, from, Math.min(vector.length, from + BLOCK));
      double next = sum + block;
      // Knuth's two-sum: this is the exact rounding error.
      double part = next - sum;
      errors += (sum - (next - part)) + (block - part);
      sum = next;
    }
    return Math.sqrt(sum + errors);
  }

  static double squares(double[] vector, int from, int to) {
    double even = 0;
    double odd = 0;
    int j = from;
    for (; j + 1 < to; j += 2) {
      even += vector[j] * vector[j];
      odd += vector[j + 1] * vector[j + 1];
    }
    return even + odd + (j < to ? vector[j] * vector[j] : 0);
  }
}
