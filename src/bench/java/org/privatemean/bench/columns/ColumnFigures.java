package org.privatemean.bench.columns;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.bench.columns.ColumnFit.Column;
import org.privatemean.bench.columns.ColumnFit.Kind;
import org.privatemean.bench.report.Numbers;

/** The fits of one table, summed up: a line of text, and one of a csv. */
final class ColumnFigures {
  private static final ColumnFigures NONE =
      new ColumnFigures(ColumnTable.of("", 0, List.of()), List.of());

  private final ColumnTable table;

  /** Those with a release. */
  private final List<ColumnFit> fits;

  private final List<ColumnFit> refused;
  private final int dimension;

  ColumnFigures(ColumnTable table, List<ColumnFit> all) {
    this.table = table;
    this.refused = all.stream().filter(fit -> !fit.refusal().isEmpty()).toList();
    this.fits = all.stream().filter(fit -> fit.refusal().isEmpty()).toList();
    this.dimension = fits.isEmpty() ? 0 : fits.get(0).columns().size();
  }

  /**
   * A figure.
   *
   * @param heading in text; empty where it stands in the csv only
   * @param name in the csv
   * @param text with two digits
   * @param field of the csv
   */
  private record Cell(String heading, String name, String text, String field) {
    static Cell of(String heading, String name, Object value) {
      return new Cell(heading, name, value.toString(), value.toString());
    }

    static Cell number(String heading, String name, double value) {
      return Double.isNaN(value)
          ? new Cell(heading, name, "-", "")
          : new Cell(heading, name, rounded(value, 2), rounded(value, 4));
    }

    static Cell share(String heading, String name, List<Column> of, Predicate<Column> what) {
      double share = (double) of.stream().filter(what).count() / of.size();
      return of.isEmpty()
          ? new Cell(heading, name, "-", "")
          : new Cell(heading, name, String.format(Locale.ROOT, "%.3f", share), rounded(share, 4));
    }

    private static String rounded(double value, int digits) {
      return Double.isInfinite(value) ? "Infinity" : Numbers.rounded(value, digits);
    }
  }

  static List<String> header() {
    List<String> names = NONE.shown(Cell::heading);
    return List.of(
        "| " + String.join(" | ", names) + " |",
        "|---" + "|---:".repeat(names.size() - 2) + "|---|");
  }

  String line() {
    return fits.isEmpty()
        ? String.format("| %s | %d | | 0 | %s |", table.name(), table.rows(), refusal())
        : "| " + String.join(" | ", shown(Cell::text)) + " |";
  }

  private String refusal() {
    return "refused: " + refused.get(0).refusal();
  }

  private List<String> shown(Function<Cell, String> part) {
    return cells().filter(cell -> !cell.heading().isEmpty()).map(part).toList();
  }

  static String csvHeader() {
    return NONE.cells().map(Cell::name).collect(Collectors.joining(","));
  }

  String csv() {
    return cells().map(Cell::field).collect(Collectors.joining(","));
  }

  private Stream<Cell> cells() {
    return Stream.of(
            Stream.of(
                Cell.of("table", "table", table.name()),
                Cell.of("n", "n", table.rows()),
                Cell.of("d", "d", dimension),
                Cell.of("fits", "fits", fits.size()),
                Cell.of("", "refused", refused.size())),
            errors(Kind.OTHER, "", ""),
            errors(Kind.RARE, "rare: ", "rare_"),
            scales(),
            shares(),
            wholeFits(),
            deviations(),
            Stream.of(
                Cell.of("noise only", "noise_only", count(ColumnFit::noiseOnly)),
                Cell.of("warnings", "warnings", warnings()),
                Cell.number(
                    "", "cpu_seconds", median(fits.stream().mapToDouble(ColumnFit::seconds)))))
        .flatMap(cell -> cell);
  }

  /** Of the columns of a kind, in exact deviations. */
  private Stream<Cell> errors(Kind kind, String heading, String name) {
    double[] errors = medians(kind, Column::relativeError);
    double[] widths = medians(kind, Column::relativeHalfWidth);
    double[] ofFits =
        fits.stream()
            .mapToDouble(
                fit -> median(fit.columns(kind).stream().mapToDouble(Column::relativeHalfWidth)))
            .sorted()
            .toArray();
    double high = fits.isEmpty() ? Double.NaN : ofFits[(int) Math.ceil(0.95 * ofFits.length) - 1];
    return Stream.of(
        Cell.number(heading + "error", name + "error", median(Arrays.stream(errors))),
        Cell.number("worst", name + "error_worst", largest(Arrays.stream(errors))),
        Cell.number(heading + "half-width", name + "half_width", median(Arrays.stream(widths))),
        Cell.number("worst", name + "half_width_worst", largest(Arrays.stream(widths))),
        Cell.number("of 95 %", name + "half_width_q95", high));
  }

  /** The median over fits, of each column that is of the kind in any fit. */
  private double[] medians(Kind kind, ToDoubleFunction<Column> value) {
    return IntStream.range(0, dimension)
        .mapToObj(
            j ->
                fits.stream()
                    .map(fit -> fit.columns().get(j))
                    .filter(column -> column.kind() == kind)
                    .mapToDouble(value)
                    .toArray())
        .filter(values -> values.length > 0)
        .mapToDouble(values -> median(Arrays.stream(values)))
        .toArray();
  }

  /** The scales of rare columns over their exact deviations. */
  private Stream<Cell> scales() {
    double[] ratios =
        columns(Kind.RARE).stream()
            .filter(column -> !Double.isNaN(column.scale()))
            .mapToDouble(column -> column.scale() / column.deviation())
            .toArray();
    double least = Arrays.stream(ratios).min().orElse(Double.NaN);
    return Stream.of(
        Cell.number("scale", "rare_scale", median(Arrays.stream(ratios))),
        Cell.number("least", "rare_scale_min", least),
        Cell.number("most", "rare_scale_max", largest(Arrays.stream(ratios))));
  }

  /** Shares of the pairs of a column and a fit. */
  private Stream<Cell> shares() {
    List<Column> all = fits.stream().flatMap(fit -> fit.columns().stream()).toList();
    List<Column> rare = columns(Kind.RARE);
    Predicate<Column> missesUnnamed = column -> column.misses() && !column.named();
    return Stream.of(
        Cell.share("misses", "misses", all, Column::misses),
        Cell.share("un-named", "misses_unnamed", all, missesUnnamed),
        Cell.share("rare: misses", "rare_misses", rare, Column::misses),
        Cell.share("un-named", "rare_misses_unnamed", rare, missesUnnamed),
        Cell.share("named", "named", columns(Kind.OTHER), Column::named),
        Cell.share("rare: named", "rare_named", rare, Column::named));
  }

  private Stream<Cell> wholeFits() {
    double[] errors = fits.stream().mapToDouble(ColumnFit::standardError).toArray();
    double mean = Arrays.stream(errors).average().orElse(Double.NaN);
    double squares = Arrays.stream(errors).map(x -> (x - mean) * (x - mean)).sum();
    double ofMean = Math.sqrt(squares / errors.length / (errors.length - 1));
    double plain = fits.stream().mapToDouble(ColumnFit::plainError).average().orElse(Double.NaN);
    return Stream.of(
        Cell.number(
            "norm", "norm", median(fits.stream().flatMapToDouble(fit -> fit.norm().stream()))),
        Cell.of("fits off", "fits_off", count(fit -> fit.hasOff(column -> true))),
        Cell.of(
            "un-named", "fits_off_unnamed", count(fit -> fit.hasOff(column -> !column.named()))),
        Cell.number(
            "largest error",
            "largest_error",
            largest(varying().stream().mapToDouble(Column::relativeError))),
        Cell.number("l2", "l2_standard", mean),
        Cell.number("", "l2_standard_se", ofMean),
        Cell.number("", "l2_data", plain));
  }

  /** Of the released deviations, where some were asked for. */
  private Stream<Cell> deviations() {
    List<Column> all = varying().stream().filter(column -> !Double.isNaN(column.std())).toList();
    List<Column> rare = all.stream().filter(column -> column.kind() == Kind.RARE).toList();
    return Stream.of(
        Cell.share("std: bounds", "std_bounds", all, Column::isBound),
        Cell.share("wrong", "std_wrong", all, Column::hasWrongDeviation),
        Cell.share("false", "std_false_bounds", all, Column::hasFalseBound),
        Cell.share("", "rare_std_bounds", rare, Column::isBound),
        Cell.share("", "rare_std_wrong", rare, Column::hasWrongDeviation),
        Cell.share("", "rare_std_false_bounds", rare, Column::hasFalseBound));
  }

  private List<Column> columns(Kind kind) {
    return fits.stream().flatMap(fit -> fit.columns(kind).stream()).toList();
  }

  private List<Column> varying() {
    return Stream.concat(columns(Kind.OTHER).stream(), columns(Kind.RARE).stream()).toList();
  }

  private long count(Predicate<ColumnFit> what) {
    return fits.stream().filter(what).count();
  }

  /** Number of fits with each warning. */
  private String warnings() {
    Map<String, Long> counts =
        fits.stream()
            .flatMap(fit -> fit.warnings().stream())
            .collect(Collectors.groupingBy(label -> label, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining("; "));
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2;
  }

  private static double largest(DoubleStream values) {
    return values.max().orElse(Double.NaN);
  }
}
