package org.privatemean.local;

import java.io.Serializable;

/** One sign of row {@code index} of the Walsh-Hadamard transform of one level of the Haar tree. */
record HaarReport(int coordinate, int level, long index, boolean isNegative)
    implements Serializable {
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
