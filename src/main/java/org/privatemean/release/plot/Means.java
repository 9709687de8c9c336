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

/**
 * The values of each coordinate that a chart shows: of one mean, or of the means of groups.
 *
 * @param names names of the columns, else their places from 0; or the keys of the groups
 * @param values the means, in data units; NaN if there is none
 * @param halfWidths half-widths of the intervals, in data units; NaN without a mean
 * @param units units in which dots are drawn
 * @param absent texts for groups without a mean; null for one mean
 * @param warnings warnings, by coordinate
 */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor copied.
record Means(
    String[] names,
    double[] values,
    double[] halfWidths,
    PlotUnits units,
    String[] absent,
    Map<Integer, String> warnings) {
  private static final String PLUS_MINUS = "\u00b1";

  /** Prefix of the name of a column that has a warning. */
  static final String WARNED = "! ";

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

  Means inPanels() {
    return new Means(names, values, halfWidths, units.inPanels(), absent, warnings);
  }

  /** Returns the largest finite distances of the means and interval ends from 0, in units. */
  double[] sizes() {
    double[] sizes = new double[values.length];
    for (double[] drawn : List.of(lows(), middles(), highs())) {
      Arrays.setAll(
          sizes,
          j -> Double.isFinite(drawn[j]) ? Math.max(sizes[j], Math.abs(drawn[j])) : sizes[j]);
    }
    return sizes;
  }

  Optional<String> warning(int coordinate) {
    return Optional.ofNullable(warnings.get(coordinate));
  }

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

  double[] middles() {
    return units.choose(values);
  }

  double[] lows() {
    return ends(-1);
  }

  double[] highs() {
    return ends(1);
  }

  private double[] ends(int side) {
    double[] ends = new double[values.length];
    Arrays.setAll(ends, j -> values[j] + side * halfWidths[j]);
    return units.choose(ends);
  }
}
