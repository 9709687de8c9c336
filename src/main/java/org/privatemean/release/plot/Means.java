package org.privatemean.release.plot;

import java.util.Arrays;
import org.privatemean.numeric.Shown;
import org.privatemean.release.Release;

/**
 * What a chart shows of each coordinate.
 *
 * @param names of the coordinates: of their columns, else their places from 0
 * @param values the mean, in data units
 * @param halfWidths of its intervals, in data units
 * @param units what dots are drawn in
 */
record Means(String[] names, double[] values, double[] halfWidths, Units units) {
  private static final String PLUS_MINUS = "\u00b1";

  static Means of(Release release) {
    double[] values = release.mean();
    String[] names = release.columns().toArray(String[]::new);
    if (names.length != values.length) {
      names = new String[values.length];
      Arrays.setAll(names, Integer::toString);
    }
    Units units = Units.of(release);
    for (int bound : units.bounds()) {
      names[bound] += Units.BOUND;
    }
    return new Means(names, values, release.region().halfWidths(values.length), units);
  }

  int size() {
    return values.length;
  }

  /** The mean and its half-width, in data units. */
  String text(int coordinate) {
    return Shown.withError(values[coordinate], halfWidths[coordinate]).replace("+-", PLUS_MINUS);
  }

  /** The means, in units. */
  double[] middles() {
    return units.of(values);
  }

  /** The low ends of the intervals, in units. */
  double[] lows() {
    return ends(-1);
  }

  /** The high ends of the intervals, in units. */
  double[] highs() {
    return ends(1);
  }

  private double[] ends(int side) {
    double[] ends = new double[values.length];
    Arrays.setAll(ends, j -> values[j] + side * halfWidths[j]);
    return units.of(ends);
  }
}
