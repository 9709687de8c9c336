package org.privatemean.local.unit;

/** Which vectors the mean is taken of, for a public bound C > 0. */
public enum Inputs {
  /** Vectors of norm C. Others are scaled to it: what is estimated is the mean of C x / ||x||. */
  SPHERE(1),

  /**
   * Vectors of norm at most C. Longer ones are scaled down to it: what is estimated is the mean of
   * the clipped vectors. A vector x is lifted to the unit vector (x / C, sqrt(1 - ||x||^2 / C^2))
   * with one coordinate more, which is dropped again from the report.
   */
  BALL(2);

  /** Between these, no digits of a sum of squares are lost at either end of the doubles. */
  private static final double LEAST_SQUARES = 1e-250;

  private static final double MOST_SQUARES = 1e290;

  private final int code;

  Inputs(int code) {
    this.code = code;
  }

  /** The number that stands for it in parameter fingerprints; never changed. */
  public int code() {
    return code;
  }

  /** Coordinates of the unit vectors that inputs of this many coordinates become. */
  public int lifted(int dimension) {
    return this == BALL ? dimension + 1 : dimension;
  }

  /**
   * The unit vector of an input.
   *
   * @param vector finite; not changed
   * @throws IllegalArgumentException if a coordinate is NaN or infinite, or, on the sphere, if all
   *     are 0
   */
  public Direction direction(double[] vector, double bound) {
    double squares = squares(vector);
    if (!(squares > LEAST_SQUARES && squares < MOST_SQUARES)) {
      return directionOfExtreme(vector, bound);
    }
    double norm = Math.sqrt(squares);
    if (this == SPHERE) {
      return Direction.of(vector, 1 / norm);
    }
    double share = norm / bound;
    return share < 1
        ? Direction.lifted(vector, 1 / bound, Math.sqrt((1 - share) * (1 + share)))
        : Direction.lifted(vector, 1 / norm, 0);
  }

  private static double squares(double[] vector) {
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < vector.length; j += 2) {
      even += vector[j] * vector[j];
      odd += vector[j + 1] * vector[j + 1];
    }
    return even + odd + (j < vector.length ? vector[j] * vector[j] : 0);
  }

  /** Where squares are too large, too small or no numbers, after division by the largest value. */
  private Direction directionOfExtreme(double[] vector, double bound) {
    double largest = largest(vector);
    if (largest == 0) {
      if (this == SPHERE) {
        throw new IllegalArgumentException(
            "vector must not be 0, which has no direction; Inputs.BALL takes it");
      }
      return Direction.lifted(vector, 0, 1);
    }
    double[] scaled = new double[vector.length];
    for (int j = 0; j < vector.length; j++) {
      scaled[j] = vector[j] / largest;
    }
    double root = Math.sqrt(squares(scaled));
    double share = Math.min(1, largest / bound * root);
    return this == SPHERE
        ? Direction.of(scaled, 1 / root)
        : Direction.lifted(scaled, share / root, Math.sqrt((1 - share) * (1 + share)));
  }

  private static double largest(double[] vector) {
    double largest = 0;
    for (int j = 0; j < vector.length; j++) {
      double size = Math.abs(vector[j]);
      if (!(size < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "vector must hold finite numbers only. Provided value at " + j + ": " + vector[j]);
      }
      largest = Math.max(largest, size);
    }
    return largest;
  }
}
