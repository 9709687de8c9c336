package org.privatemean.local.range;

import java.io.Serializable;

/**
 * One sign of the Walsh-Hadamard transform of one level of the Haar tree.
 *
 * @param coordinate the assigned coordinate, at least 0
 * @param level the assigned level of the tree: 0 for the root, below 62
 * @param index row j of the Hadamard matrix, in [0, 2^level)
 * @param sign the private sign
 */
public record HaarReport(int coordinate, int level, long index, Sign sign) implements Serializable {
  /** A reported sign. */
  public enum Sign {
    /** +1. */
    PLUS,
    /** -1. */
    MINUS;

    static Sign fromSign(boolean negative) {
      return negative ? MINUS : PLUS;
    }
  }

  /** Validates the ranges. */
  public HaarReport {
    if (coordinate < 0 || level < 0 || level > 61 || index >>> level != 0) {
      throw new IllegalArgumentException(
          String.format(
              "a Haar report needs coordinate >= 0, level in [0, 61] and index in [0, 2^level)."
                  + " Provided: %d, %d, %d",
              coordinate, level, index));
    }
  }
}
