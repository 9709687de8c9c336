package org.privatemean.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.release.report.ReleaseJson;
import org.privatemean.spark.PrivateMeanSummary;
import org.privatemean.sql.ResultTable.ResultColumn;

/** The result table of one mean: one row of released and public values. */
final class MeanTable {
  /** Columns that a forecast does not have. */
  private static final List<String> OF_RELEASES = List.of("mean", "seeded", ColumnWarnings.NAME);

  private static final List<ResultColumn<MeanItem>> FIT = columns();

  private static final List<ResultColumn<MeanItem>> FORECAST =
      FIT.stream().filter(column -> !OF_RELEASES.contains(column.name())).toList();

  /**
   * A release or a forecast.
   *
   * @param more warnings that arose after it
   */
  private record MeanItem(PrivateMeanSummary summary, List<String> more) {}

  private MeanTable() {}

  /** Creates the table of a release, with warnings that arose after it. */
  static ResultTable create(PrivateMeanSummary released, List<String> more) {
    return ResultTable.of(FIT, List.of(new MeanItem(released, more)));
  }

  /** Creates the table of a forecast: the same columns except those of a release. */
  static ResultTable createForecast(PrivateMeanSummary forecast) {
    return ResultTable.of(FORECAST, List.of(new MeanItem(forecast, List.of())));
  }

  private static List<ResultColumn<MeanItem>> columns() {
    List<ResultColumn<MeanItem>> columns = new ArrayList<>();
    columns.add(ResultColumn.of("mean", ResultTable.NUMBERS, item -> item.summary().mean()));
    columns.add(ResultColumn.of("n", DataTypes.LongType, item -> item.summary().rows()));
    columns.add(
        ResultColumn.of("dimension", DataTypes.IntegerType, item -> item.summary().dimension()));
    columns.add(ResultColumn.of("method", DataTypes.StringType, item -> item.summary().method()));
    columns.add(
        ResultColumn.of("neighbours", DataTypes.StringType, item -> item.summary().neighbours()));
    columns.add(ResultColumn.of("rho", DataTypes.DoubleType, item -> item.summary().rho()));
    columns.add(
        ResultColumn.nullable("epsilon", DataTypes.DoubleType, item -> item.summary().epsilon()));
    columns.add(
        ResultColumn.nullable("delta", DataTypes.DoubleType, item -> item.summary().delta()));
    columns.add(
        ResultColumn.nullable(
            "clipping_norm", DataTypes.DoubleType, item -> item.summary().clippingNorm()));
    addErrors(columns);
    columns.add(ResultColumn.of("seeded", DataTypes.BooleanType, item -> item.summary().seeded()));
    columns.add(
        ResultColumn.of(
            "warnings",
            ResultTable.TEXTS,
            item ->
                Stream.concat(item.summary().warnings().stream(), item.more().stream()).toList()));
    columns.add(
        ResultColumn.of(
            "report", DataTypes.StringType, item -> ReleaseJson.line(item.summary().release())));
    columns.add(ColumnWarnings.column(item -> item.summary().release()));
    return List.copyOf(columns);
  }

  private static void addErrors(List<ResultColumn<MeanItem>> columns) {
    columns.add(
        ResultColumn.of(
            "noise_std_dev", DataTypes.DoubleType, item -> item.summary().noiseStdDev()));
    columns.add(
        ResultColumn.of(
            "noise_std_devs", ResultTable.NUMBERS, item -> item.summary().noiseStdDevs()));
    columns.add(
        ResultColumn.of(
            "expected_l2_error", DataTypes.DoubleType, item -> item.summary().expectedL2Error()));
    columns.add(
        ResultColumn.of("confidence", DataTypes.DoubleType, item -> item.summary().confidence()));
    columns.add(
        ResultColumn.of("l2_radius", DataTypes.DoubleType, item -> item.summary().l2Radius()));
    columns.add(
        ResultColumn.nullable(
            "clipping_bias_bound",
            DataTypes.DoubleType,
            item -> finite(item.summary().clippingBiasBound())));
  }

  /** Returns the bound, or empty if it is infinite, as it is without public bounds. */
  private static OptionalDouble finite(double bound) {
    return Double.isFinite(bound) ? OptionalDouble.of(bound) : OptionalDouble.empty();
  }
}
