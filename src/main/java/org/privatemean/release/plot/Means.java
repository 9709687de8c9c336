package org.privatemean.release.plot;

import java.util.Arrays;
import org.privatemean.numeric.Shown;
import org.privatemean.release.Release;

/** What a chart shows of each coordinate. Arrays are not copied. */
final class Means {
  private static final String PLUS_MINUS = "\u00b1";

  private final String[] names;
  private final double[] values;
  private final double[] halfWidths;
  private final Units units;

  /** What is said in place of a mean that is not there. */
  private final String[] absent;

  private Means(
      String[] names, double[] values, double[] halfWidths, Units units, String[] absent) {
    this.names = names;
    this.values = values;
    this.halfWidths = halfWidths;
    this.units = units;
    this.absent = absent;
  }

  /**
   * One coordinate of the mean of each of many groups, in data units.
   *
   * @param names the keys of the groups
   * @param values the means; NaN where there is none
   * @param halfWidths of their intervals; NaN where there is no mean
   * @param axis what is drawn
   * @param absent what is said of a group without a mean
   */
  static Means ofGroups(
      String[] names, double[] values, double[] halfWidths, String axis, String[] absent) {
    return new Means(names, values, halfWidths, Units.data(values.length, axis), absent);
  }

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
    return new Means(names, values, release.region().halfWidths(values.length), units, null);
  }

  /** Names of the coordinates: of their columns, else their places from 0. */
  String[] names() {
    return names;
  }

  /** The means, in data units. */
  double[] values() {
    return values;
  }

  /** Half-widths of the intervals, in data units. */
  double[] halfWidths() {
    return halfWidths;
  }

  /** What dots are drawn in. */
  Units units() {
    return units;
  }

  /** Whether they are those of groups, one coordinate of each. */
  boolean areGroups() {
    return absent != null;
  }

  int size() {
    return values.length;
  }

  /** The mean and its half-width, in data units. */
  String text(int coordinate) {
    if (areGroups() && Double.isNaN(values[coordinate])) {
      return absent[coordinate];
    }
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
