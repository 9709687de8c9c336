package org.privatemean.shuffle.range;

/** What the protocols ask of their labels and values. */
public final class Labels {
  private Labels() {}

  public static void check(int firstLabel, int width, int levels) {
    if (firstLabel < 0 || width < 1 || levels < 1 || levels > 62) {
      throw new IllegalArgumentException(
          String.format(
              "counts need firstLabel >= 0, width >= 1 and levels in [1, 62]. Provided: %d, %d, %d",
              firstLabel, width, levels));
    }
    if (firstLabel + (long) width * levels > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          String.format(
              "firstLabel + width * levels must be below 2^31: split the coordinates."
                  + " Provided: %d + %d * %d",
              firstLabel, width, levels));
    }
  }

  public static void checkWidth(int width, long[] values) {
    if (values.length != width) {
      throw new IllegalArgumentException(
          String.format("%d values needed. Provided: %d", width, values.length));
    }
  }
}
