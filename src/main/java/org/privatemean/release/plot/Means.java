package org.privatemean.release.plot;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Release;

/** The values of each coordinate that a chart shows. Arrays are not copied. */
final class Means {
  private static final String PLUS_MINUS = "\u00b1";

  /** Prefix of the name of a column that has a warning. */
  static final String WARNED = "! ";

  private final String[] names;
  private final double[] values;
  private final double[] halfWidths;
  private final PlotUnits units;

  /** The texts shown in place of missing means. */
  private final String[] absent;

  /** The warnings, by coordinate. */
  private final Map<Integer, String> warnings;

  private Means(
      String[] names,
      double[] values,
      double[] halfWidths,
      PlotUnits units,
      String[] absent,
      Map<Integer, String> warnings) {
    this.names = names;
    this.values = values;
    this.halfWidths = halfWidths;
    this.units = units;
    this.absent = absent;
    this.warnings = warnings;
  }

  /**
   * Returns one coordinate of the mean of each of many groups, in data units.
   *
   * @param names the keys of the groups
   * @param values the means; NaN if there is none
   * @param halfWidths half-widths of their intervals; NaN without a mean
   * @param axis label of the axis
   * @param absent text for a group without a mean
   */
  static Means forGroups(
      String[] names, double[] values, double[] halfWidths, String axis, String[] absent) {
    return new Means(
        names, values, halfWidths, PlotUnits.data(values.length, axis), absent, Map.of());
  }

  static Means create(Release release) {
    double[] values = release.mean();
    List<String> columns = release.columns();
    String[] names =
        IntStream.range(0, values.length)
            .mapToObj(j -> columns.size() == values.length ? columns.get(j) : Integer.toString(j))
            .toArray(String[]::new);
    PlotUnits units = PlotUnits.choose(release);
    for (int bound : units.bounds()) {
      names[bound] += PlotUnits.BOUND;
    }
    Map<Integer, String> warnings =
        release.columnWarnings().stream()
            .collect(
                Collectors.toMap(
                    ColumnWarning::column,
                    warning -> warning.text(release.labels().get(warning.column())),
                    (first, next) -> first + "; " + next));
    warnings.keySet().forEach(j -> names[j] = WARNED + names[j]);
    return new Means(
        names, values, release.region().halfWidths(values.length), units, null, warnings);
  }

  /** Names of the coordinates: those of their columns, else their places from 0. */
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

  /** The units in which dots are drawn. */
  PlotUnits units() {
    return units;
  }

  /** Returns a copy whose axes state that each panel has its own axis. */
  Means inPanels() {
    return new Means(names, values, halfWidths, units.inPanels(), absent, warnings);
  }

  /**
   * The distances of the mean and the ends of its interval from 0, in units: the largest finite
   * one, else 0.
   */
  double[] sizes() {
    double[] sizes = new double[values.length];
    for (double[] drawn : List.of(lows(), middles(), highs())) {
      Arrays.setAll(
          sizes,
          j -> Double.isFinite(drawn[j]) ? Math.max(sizes[j], Math.abs(drawn[j])) : sizes[j]);
    }
    return sizes;
  }

  /** The warning of a coordinate; empty if it has none. */
  Optional<String> warning(int coordinate) {
    return Optional.ofNullable(warnings.get(coordinate));
  }

  /** True if these are means of groups, one coordinate of each. */
  boolean areGroups() {
    return absent != null;
  }

  int size() {
    return values.length;
  }

  /** Formats the mean and its half-width, in data units. */
  String text(int coordinate) {
    if (areGroups() && Double.isNaN(values[coordinate])) {
      return absent[coordinate];
    }
    return NumberFormat.withError(values[coordinate], halfWidths[coordinate])
        .replace("+-", PLUS_MINUS);
  }

  /** The means, in units. */
  double[] middles() {
    return units.choose(values);
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
    return units.choose(ends);
  }
}
