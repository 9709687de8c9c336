package org.privatemean.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.release.report.ReleaseJson;
import org.privatemean.spark.PrivateMeanSummary;
import org.privatemean.sql.ResultTable.Column;

/** What calls give of one mean, in one row: released and public values. */
final class MeanTable {
  /** What only a release has. */
  private static final List<String> OF_RELEASES = List.of("mean", "seeded", ColumnWarnings.NAME);

  private static final List<Column<Item>> FIT = columns();

  private static final List<Column<Item>> FORECAST =
      FIT.stream().filter(column -> !OF_RELEASES.contains(column.name())).toList();

  /**
   * A release or a forecast.
   *
   * @param more warnings of what came after it
   */
  private record Item(PrivateMeanSummary summary, List<String> more) {}

  private MeanTable() {}

  /** A release, with warnings of what came after it. */
  static ResultTable of(PrivateMeanSummary released, List<String> more) {
    return ResultTable.of(FIT, List.of(new Item(released, more)));
  }

  /** A forecast: the same columns without those of a release. */
  static ResultTable ofForecast(PrivateMeanSummary forecast) {
    return ResultTable.of(FORECAST, List.of(new Item(forecast, List.of())));
  }

  private static List<Column<Item>> columns() {
    List<Column<Item>> columns = new ArrayList<>();
    columns.add(Column.of("mean", ResultTable.NUMBERS, item -> item.summary().mean()));
    columns.add(Column.of("n", DataTypes.LongType, item -> item.summary().rows()));
    columns.add(Column.of("dimension", DataTypes.IntegerType, item -> item.summary().dimension()));
    columns.add(Column.of("method", DataTypes.StringType, item -> item.summary().method()));
    columns.add(Column.of("neighbours", DataTypes.StringType, item -> item.summary().neighbours()));
    columns.add(Column.of("rho", DataTypes.DoubleType, item -> item.summary().rho()));
    columns.add(Column.nullable("epsilon", DataTypes.DoubleType, item -> item.summary().epsilon()));
    columns.add(Column.nullable("delta", DataTypes.DoubleType, item -> item.summary().delta()));
    columns.add(
        Column.nullable(
            "clipping_norm", DataTypes.DoubleType, item -> item.summary().clippingNorm()));
    addErrors(columns);
    columns.add(Column.of("seeded", DataTypes.BooleanType, item -> item.summary().seeded()));
    columns.add(
        Column.of(
            "warnings",
            ResultTable.TEXTS,
            item ->
                Stream.concat(item.summary().warnings().stream(), item.more().stream()).toList()));
    columns.add(
        Column.of(
            "report", DataTypes.StringType, item -> ReleaseJson.line(item.summary().release())));
    columns.add(ColumnWarnings.column(item -> item.summary().release()));
    return List.copyOf(columns);
  }

  private static void addErrors(List<Column<Item>> columns) {
    columns.add(
        Column.of("noise_std_dev", DataTypes.DoubleType, item -> item.summary().noiseStdDev()));
    columns.add(
        Column.of("noise_std_devs", ResultTable.NUMBERS, item -> item.summary().noiseStdDevs()));
    columns.add(
        Column.of(
            "expected_l2_error", DataTypes.DoubleType, item -> item.summary().expectedL2Error()));
    columns.add(Column.of("confidence", DataTypes.DoubleType, item -> item.summary().confidence()));
    columns.add(Column.of("l2_radius", DataTypes.DoubleType, item -> item.summary().l2Radius()));
    columns.add(
        Column.nullable(
            "clipping_bias_bound",
            DataTypes.DoubleType,
            item -> finite(item.summary().clippingBiasBound())));
  }

  /** Without public bounds there is none. */
  private static OptionalDouble finite(double bound) {
    return Double.isFinite(bound) ? OptionalDouble.of(bound) : OptionalDouble.empty();
  }
}
