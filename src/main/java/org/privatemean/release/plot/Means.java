package org.privatemean.release.plot;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Deviations;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.request.Scaling;

/**
 * The values of each coordinate that a chart shows: of one mean, or of the means of groups. They
 * are drawn in units, so that columns of different units can be drawn on one axis: released
 * standard deviations, else what the columns were divided by, else data units.
 *
 * @param names names of the columns, else their places from 0; or the keys of the groups
 * @param values the means, in data units; NaN if there is none
 * @param halfWidths half-widths of the intervals, in data units; NaN without a mean
 * @param sizes sizes of the units, in data units, positive
 * @param absent texts for groups without a mean; null for one mean
 */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor copied.
record Means(
    String[] names,
    double[] values,
    double[] halfWidths,
    double[] sizes,
    String unit,
    String[] absent,
    Map<Integer, String> warnings) {
  private static final String PLUS_MINUS = "\u00b1";

  /** Prefix of the name of a column that has a warning. */
  static final String WARNED = "! ";

  /** Marks the names of coordinates whose unit is only an upper bound of a deviation. */
  private static final String BOUND = " *";

  static Means create(Release release) {
    double[] values = release.mean();
    String[] names = names(release);
    Optional<Deviations> deviations =
        release.deviations().filter(found -> areSizes(found.values()));
    Optional<double[]> scales = release.scales().flatMap(Scales::values).filter(Means::areSizes);
    List<Integer> bounds = deviations.map(Deviations::unresolvedCoordinates).orElse(List.of());
    bounds.forEach(j -> names[j] += BOUND);
    double[] sizes =
        deviations.map(Deviations::values).or(() -> scales).orElseGet(() -> ones(values.length));
    String unit = "mean, in data units";
    if (deviations.isPresent()) {
      unit =
          "mean, in released standard deviations of its column"
              + (bounds.isEmpty() ? "" : " (* in an upper bound)");
    } else if (scales.isPresent()) {
      unit = describe(release.scales().orElseThrow());
    }
    Map<Integer, String> warnings =
        release.columnWarnings().stream()
            .collect(
                Collectors.toMap(
                    ColumnWarning::column,
                    warning -> warning.text(release.labels().get(warning.column())),
                    (first, next) -> first + "; " + next));
    warnings.keySet().forEach(j -> names[j] = WARNED + names[j]);
    double[] halfWidths = release.region().halfWidths(values.length);
    return new Means(names, values, halfWidths, sizes, unit, null, warnings);
  }

  /** Returns the names of the columns, else their places from 0. */
  static String[] names(Release release) {
    int dimension = release.estimate().dimension();
    List<String> columns = release.columns();
    return IntStream.range(0, dimension)
        .mapToObj(j -> columns.size() == dimension ? columns.get(j) : Integer.toString(j))
        .toArray(String[]::new);
  }

  private static boolean areSizes(double[] values) {
    return Arrays.stream(values).allMatch(value -> value > 0 && Double.isFinite(value));
  }

  private static String describe(Scales scales) {
    if (scales.from() == Scales.From.PUBLIC) {
      return "mean, in units of the given scale of its column";
    }
    return scales.requested().equals(Scaling.STANDARD.label())
        ? "mean, in private standard deviations of its column"
        : "mean, in units of the private scale of its column";
  }

  static double[] ones(int dimension) {
    return DoubleStream.generate(() -> 1).limit(dimension).toArray();
  }

  Means inPanels() {
    String each = unit + "; each panel has its own axis";
    return new Means(names, values, halfWidths, sizes, each, absent, warnings);
  }

  /** Returns the largest finite distances of the means and interval ends from 0, in units. */
  double[] reaches() {
    double[] reaches = new double[values.length];
    for (double[] drawn : List.of(lows(), middles(), highs())) {
      Arrays.setAll(
          reaches,
          j -> Double.isFinite(drawn[j]) ? Math.max(reaches[j], Math.abs(drawn[j])) : reaches[j]);
    }
    return reaches;
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
    return inUnits(j -> values[j]);
  }

  double[] lows() {
    return inUnits(j -> values[j] - halfWidths[j]);
  }

  double[] highs() {
    return inUnits(j -> values[j] + halfWidths[j]);
  }

  private double[] inUnits(IntToDoubleFunction length) {
    return IntStream.range(0, values.length)
        .mapToDouble(j -> length.applyAsDouble(j) / sizes[j])
        .toArray();
  }
}
