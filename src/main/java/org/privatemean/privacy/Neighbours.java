package org.privatemean.privacy;

import java.math.BigInteger;

/** Which pairs of data sets a guarantee holds for, and what that makes of sensitivities. */
public enum Neighbours {
  /** One row is replaced by another: the number of rows n is public. */
  REPLACE("replace", 2),
  /** One row is added or removed: n is private. */
  ADD_REMOVE("addRemove", 1);

  private final String label;
  private final int sumSensitivity;

  Neighbours(String label, int sumSensitivity) {
    this.label = label;
    this.sumSensitivity = sumSensitivity;
  }

  /** The name in parameters and reports. */
  public String label() {
    return label;
  }

  /**
   * The constant of a label.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Neighbours of(String label) {
    for (Neighbours neighbours : values()) {
      if (neighbours.label.equals(label)) {
        return neighbours;
      }
    }
    throw new IllegalArgumentException(
        "neighbours must be replace or addRemove. Provided value: " + label);
  }

  /**
   * The l2 sensitivity of a sum of vectors of norm at most 1: two of them differ by at most 2, and
   * one is at most 1 away from none.
   */
  public int sumSensitivity() {
    return sumSensitivity;
  }

  /** The square of the l2 sensitivity of a sum of vectors of norm at most {@code norm}. */
  public BigInteger squaredSensitivity(long norm) {
    return BigInteger.valueOf(norm).pow(2).multiply(BigInteger.valueOf(sumSensitivity).pow(2));
  }

  /**
   * The same where no coordinate is negative: then two vectors of norm at most C have a
   * non-negative inner product, so the square of their distance is at most {@code 2 C^2}.
   */
  public BigInteger squaredSensitivityOfOrthant(long norm) {
    return BigInteger.valueOf(norm).pow(2).multiply(BigInteger.valueOf(sumSensitivity));
  }
}
