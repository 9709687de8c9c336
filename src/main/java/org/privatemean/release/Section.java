package org.privatemean.release;

import java.io.Serializable;
import java.util.Arrays;

/** A section of a release, which equals another of its class with the same values. */
abstract class Section implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Returns all values, arrays included, in a fixed order. */
  abstract Object[] parts();

  @Override
  public final boolean equals(Object other) {
    return other instanceof Section that
        && getClass() == that.getClass()
        && Arrays.deepEquals(parts(), that.parts());
  }

  @Override
  public final int hashCode() {
    return Arrays.deepHashCode(parts());
  }
}
