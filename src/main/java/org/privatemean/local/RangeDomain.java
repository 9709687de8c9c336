package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.Checks;
import org.privatemean.query.QuantileSearch.Universe;

/** The public domain of counts: {@code width} integers of one universe of 2 to 2^62. */
record RangeDomain(int width, Universe universe) implements Serializable {
  public RangeDomain {
    Checks.argument("width", width >= 1, "at least 1", width);
    if (universe.levels() < 1) {
      throw new IllegalArgumentException(
          "a universe to count ranges in needs at least 2 integers. Provided: " + universe);
    }
  }

  /** Returns the number of levels L of the binary tree over the universe, 1 to 62. */
  public int levels() {
    return universe.levels();
  }

  /** Returns the offset of a value in the universe; values outside count as its nearest end. */
  public long cell(long value) {
    return Math.max(universe.low(), Math.min(universe.high(), value)) - universe.low();
  }

  /** Returns a uniform coordinate, from the bits of a user's label. */
  public int assignCoordinate(BitSource label) {
    return (int) label.nextBelow(width);
  }

  public void checkCoordinate(int coordinate) {
    checkBelow("coordinate", coordinate, width);
  }

  public void checkLevel(int level) {
    checkBelow("level", level, levels());
  }

  private static void checkBelow(String name, int value, int end) {
    if (value < 0 || value >= end) {
      throw new IllegalArgumentException(
          String.format("%s must be in [0, %d]. Provided value: %d", name, end - 1, value));
    }
  }
}
