package org.privatemean.bench.columns;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.privatemean.bench.ours.Bars;
import org.privatemean.bench.ours.Requests;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Deviations;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.release.Warning;
import org.privatemean.request.MeanRequest;

/**
 * One fit of a table drawn anew, column by column.
 *
 * @param refusal why there is not a release; empty where there is one
 * @param columns what became of each
 * @param norm clipping norm, if it has one
 * @param noiseOnly whether all of its intervals cover the noise alone
 * @param warnings labels of what it warns of
 * @param seconds CPU time of the release
 */
record ColumnFit(
    String refusal,
    List<Column> columns,
    OptionalDouble norm,
    boolean noiseOnly,
    List<String> warnings,
    double seconds) {
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  /**
   * A column of a fit.
   *
   * @param kind what it holds
   * @param deviation exact, in data units
   * @param error distance of the release to the exact mean, in data units
   * @param halfWidth of its interval, in data units
   * @param scale what it was divided by, in data units; NaN where columns were not scaled
   * @param named whether the release warns of it
   * @param std released deviation, in data units; NaN where none was asked for
   * @param isBound whether that is said to be an upper bound only
   */
  record Column(
      Kind kind,
      double deviation,
      double error,
      double halfWidth,
      double scale,
      boolean named,
      double std,
      boolean isBound) {
    /** Whether the interval misses the exact mean. */
    boolean misses() {
      return !(error <= halfWidth);
    }

    /** Whether the released deviation is not said to be a bound, and off by more than a fifth. */
    boolean hasWrongDeviation() {
      return !isBound && Math.abs(std / deviation - 1) > 0.2;
    }

    /** Whether the released deviation is said to be a bound, and is below the exact one. */
    boolean hasFalseBound() {
      return isBound && std < deviation;
    }

    /** The error in exact deviations. */
    double relativeError() {
      return error / deviation;
    }

    /** The half-width in exact deviations. */
    double relativeHalfWidth() {
      return halfWidth / deviation;
    }
  }

  /** What a column holds. */
  enum Kind {
    /** The same value in all rows. */
    CONSTANT,
    /** Zeros and ones, or a few far values. */
    RARE,
    /** Anything else. */
    OTHER
  }

  /**
   * Draws a table, and fits it.
   *
   * @param request what is asked for
   * @param rho its budget
   * @param stream of table and noise
   */
  static ColumnFit of(ColumnTable table, MeanRequest request, double rho, long stream) {
    double[][] columns = table.columns(new SplittableRandom(stream));
    double[][] rows = new double[columns[0].length][columns.length];
    for (int j = 0; j < columns.length; j++) {
      for (int i = 0; i < rows.length; i++) {
        rows[i][j] = columns[j][i];
      }
    }
    Moments[] exact = new Moments[columns.length];
    Kind[] kinds = new Kind[columns.length];
    for (int j = 0; j < columns.length; j++) {
      exact[j] = Moments.of(columns[j]);
      boolean isRare = exact[j].isBinary() || j >= columns.length - table.far();
      kinds[j] = exact[j].deviation() == 0 ? Kind.CONSTANT : isRare ? Kind.RARE : Kind.OTHER;
    }
    try {
      long start = CPU.getCurrentThreadCpuTime();
      Release release = Requests.release(request, rho, rows, ~stream);
      double seconds = (CPU.getCurrentThreadCpuTime() - start) / 1e9;
      return of(release, exact, kinds, seconds);
    } catch (ParamException e) {
      return new ColumnFit(e.getMessage(), List.of(), OptionalDouble.empty(), false, List.of(), 0);
    }
  }

  private static ColumnFit of(Release release, Moments[] exact, Kind[] kinds, double seconds) {
    Bars bars = Bars.of(release);
    BitSet named = ColumnNames.of(release);
    double[] mean = release.mean();
    double[] scales = release.scales().flatMap(Scales::values).orElse(null);
    Optional<Deviations> stds = release.deviations();
    Column[] columns = new Column[mean.length];
    for (int j = 0; j < mean.length; j++) {
      columns[j] =
          new Column(
              kinds[j],
              exact[j].deviation(),
              Math.abs(mean[j] - exact[j].mean()),
              bars.halfWidth(j),
              scales == null ? Double.NaN : scales[j],
              named.get(j),
              stds.isPresent() ? stds.get().values()[j] : Double.NaN,
              stds.isPresent() && stds.get().isUnresolved(j));
    }
    return new ColumnFit(
        "",
        List.of(columns),
        release.clippingNorm(),
        bars.noiseOnly(),
        release.warnings().stream().map(Warning::code).map(Warning.Code::label).distinct().toList(),
        seconds);
  }

  /** Of the columns of a kind. */
  List<Column> columns(Kind kind) {
    return columns.stream().filter(column -> column.kind() == kind).toList();
  }

  /** Whether one of those columns varies, and is off by more than half of its deviation. */
  boolean hasOff(Predicate<Column> those) {
    return columns.stream()
        .filter(column -> column.kind() != Kind.CONSTANT && !(column.relativeError() <= 0.5))
        .anyMatch(those);
  }

  /** The l2 error, each column that varies in its exact deviation. */
  double standardError() {
    return Math.sqrt(
        columns.stream()
            .filter(column -> column.kind() != Kind.CONSTANT)
            .mapToDouble(column -> Math.pow(column.relativeError(), 2))
            .sum());
  }

  /** The l2 error in data units. */
  double plainError() {
    return columns.stream().mapToDouble(Column::error).reduce(0, Math::hypot);
  }
}
