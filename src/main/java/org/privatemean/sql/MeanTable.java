package org.privatemean.sql;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.release.report.ReleaseReport;
import org.privatemean.spark.PrivateMeanSummary;
import org.privatemean.sql.ResultTable.ResultColumn;

/** The result table of one mean: one row of released and public values. */
final class MeanTable {
  /** Columns that a forecast does not have. */
  private static final List<String> OF_RELEASES = List.of("mean", "seeded", ColumnWarnings.NAME);

  private MeanTable() {}

  /** Creates the table of a release, with warnings that arose after it. */
  static ResultTable create(PrivateMeanSummary released, List<String> more) {
    return ResultTable.of(columns(more), List.of(released));
  }

  /** Creates the table of a forecast: the same columns except those of a release. */
  static ResultTable createForecast(PrivateMeanSummary forecast) {
    return ResultTable.of(
        columns(List.of()).stream().filter(column -> !OF_RELEASES.contains(column.name())).toList(),
        List.of(forecast));
  }

  private static List<ResultColumn<PrivateMeanSummary>> columns(List<String> more) {
    return List.of(
        ResultColumn.of("mean", ResultTable.NUMBERS, PrivateMeanSummary::mean),
        ResultColumn.of("n", DataTypes.LongType, PrivateMeanSummary::rows),
        ResultColumn.of("dimension", DataTypes.IntegerType, PrivateMeanSummary::dimension),
        ResultColumn.text("method", PrivateMeanSummary::method),
        ResultColumn.text("neighbours", PrivateMeanSummary::neighbours),
        ResultColumn.number("rho", PrivateMeanSummary::rho),
        ResultColumn.numberOrNull("epsilon", PrivateMeanSummary::epsilon),
        ResultColumn.numberOrNull("delta", PrivateMeanSummary::delta),
        ResultColumn.numberOrNull("clipping_norm", PrivateMeanSummary::clippingNorm),
        ResultColumn.number("noise_std_dev", PrivateMeanSummary::noiseStdDev),
        ResultColumn.of("noise_std_devs", ResultTable.NUMBERS, PrivateMeanSummary::noiseStdDevs),
        ResultColumn.number("expected_l2_error", PrivateMeanSummary::expectedL2Error),
        ResultColumn.number("confidence", PrivateMeanSummary::confidence),
        ResultColumn.number("l2_radius", PrivateMeanSummary::l2Radius),
        ResultColumn.numberOrNull(
            "clipping_bias_bound", summary -> finite(summary.clippingBiasBound())),
        ResultColumn.of("seeded", DataTypes.BooleanType, PrivateMeanSummary::seeded),
        ResultColumn.of(
            "warnings",
            ResultTable.TEXTS,
            summary -> Stream.concat(summary.warnings().stream(), more.stream()).toList()),
        ResultColumn.text("report", summary -> ReleaseReport.of(summary.release()).jsonLine()),
        ColumnWarnings.column(PrivateMeanSummary::release));
  }

  /** Returns the bound, or empty if it is infinite, as it is without public bounds. */
  private static OptionalDouble finite(double bound) {
    return Double.isFinite(bound) ? OptionalDouble.of(bound) : OptionalDouble.empty();
  }
}
