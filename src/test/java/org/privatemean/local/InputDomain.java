package org.privatemean.local;

/** The vectors whose mean is estimated, for a public bound C > 0. */
public enum InputDomain {
  /** Vectors of norm C. Others are scaled to it: the estimate is of the mean of C x / ||x||. */
  SPHERE(1),

  /**
   * Vectors of norm at most C. Longer ones are scaled down to it: the estimate is of the mean of
   * the clipped vectors. A vector x is lifted to the unit vector (x / C, sqrt(1 - ||x||^2 / C^2))
   * with one more coordinate, which the report omits.
   */
  BALL(2);

  private final int code;

  InputDomain(int code) {
    this.code = code;
  }

  /** Returns its code in parameter fingerprints; never changed. */
  public int code() {
    return code;
  }

  /** Returns the number of coordinates of the unit vector of an input. */
  public int liftedDimension(int dimension) {
    return this == BALL ? dimension + 1 : dimension;
  }

  /**
   * Returns the unit vector of an input.
   *
   * @param vector finite; not changed
   * @throws IllegalArgumentException if a coordinate is NaN or infinite, or, on the sphere, if all
   *     are 0
   */
  public UnitDirection direction(double[] vector, double bound) {
    if (this == BALL) {
      return UnitDirection.inBall(vector, bound);
    }
    if (UnitDirection.isZero(vector)) {
      throw new IllegalArgumentException(
          "vector must not be 0, which has no direction; Inputs.BALL takes it");
    }
    return UnitDirection.along(vector, UnitDirection.squares(vector, 0, vector.length));
  }
}
