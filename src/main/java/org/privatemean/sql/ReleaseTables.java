package org.privatemean.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Release;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.release.report.ReleaseReport;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;
import org.privatemean.sql.ResultTable.ResultColumn;

/** The result tables of fits and forecasts: a row for a mean, or for each group by its key. */
final class ReleaseTables {
  private static final String COLUMN_WARNINGS = "column_warnings";

  private static final List<String> OF_RELEASES = List.of("mean", "seeded", COLUMN_WARNINGS);

  private static final List<ResultColumn<GroupResult>> OF_GROUPS =
      List.of(
          ResultColumn.text("status", group -> group.mean().status().label()),
          ResultColumn.nullable(
              "mean", ResultTable.NUMBERS, group -> group.hasMean() ? group.mean().mean() : null),
          ResultColumn.number("count", group -> group.mean().count()),
          meansColumn("noise_std_dev", group -> group.all().noise(group.mean()).noiseStdDev()),
          meansColumn("clipping_norm", group -> group.mean().clippingNorm()),
          meansColumn("l2_radius", group -> group.all().region(group.mean()).radius()),
          ResultColumn.number("rho", group -> group.mean().rho()),
          ResultColumn.of("warnings", ResultTable.TEXTS, GroupResult::warnings),
          warningsColumn(GroupResult::common));

  private record GroupResult(
      GroupKey key, GroupMean mean, GroupedRelease all, List<String> warnings, Release common) {
    boolean hasMean() {
      return mean.status() == GroupStatus.OK;
    }
  }

  private ReleaseTables() {}

  /** Creates the table of a release of one mean, with warnings that arose after it. */
  static ResultTable create(PrivateMeanModel model, List<String> more) {
    List<ResultColumn<PrivateMeanSummary>> columns = new ArrayList<>(columns(more));
    if (model.summary().release().covariance().isPresent()) {
      columns.add(matrixColumn("covariance", model.covariance()));
      columns.add(matrixColumn("covariance_noise", model.covarianceNoise()));
      columns.add(matrixColumn("correlation", model.correlation()));
    }
    return ResultTable.of(columns, List.of(model.summary()));
  }

  private static ResultColumn<PrivateMeanSummary> matrixColumn(String name, Matrix matrix) {
    return ResultColumn.of(
        name,
        DataTypes.createArrayType(ResultTable.NUMBERS, false),
        summary -> IntStream.range(0, matrix.numRows()).mapToObj(i -> rowOf(matrix, i)).toList());
  }

  private static double[] rowOf(Matrix matrix, int row) {
    return IntStream.range(0, matrix.numCols()).mapToDouble(j -> matrix.apply(row, j)).toArray();
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
        // Infinite without public bounds.
        ResultColumn.numberOrNull(
            "clipping_bias_bound",
            summary ->
                Double.isFinite(summary.clippingBiasBound())
                    ? (Double) summary.clippingBiasBound()
                    : null),
        ResultColumn.of("seeded", DataTypes.BooleanType, PrivateMeanSummary::seeded),
        ResultColumn.of(
            "warnings",
            ResultTable.TEXTS,
            summary -> Stream.concat(summary.warnings().stream(), more.stream()).toList()),
        ResultColumn.text("report", summary -> ReleaseReport.of(summary.release()).jsonLine()),
        warningsColumn(PrivateMeanSummary::release));
  }

  static void checkNames(String... groupCols) {
    for (String name : groupCols) {
      if (OF_GROUPS.stream().anyMatch(column -> column.name().equalsIgnoreCase(name))) {
        throw new ParamException(
            "groupCols",
            String.format(
                "{groupCols} names column %s, and the result has a column of that name",
                Refusal.literal(name)),
            "rename it by {query}");
      }
    }
  }

  static ResultTable create(KeyedRelease released, StructType types, List<String> warnings) {
    List<ResultColumn<GroupResult>> columns = new ArrayList<>();
    for (int k = 0; k < released.groupCols().size(); k++) {
      int place = k;
      StructField field = types.apply(released.groupCols().get(k));
      columns.add(
          ResultColumn.of(
              field.name(), field.dataType(), group -> group.key().values().get(place)));
    }
    columns.addAll(OF_GROUPS);
    Release common = released.common();
    return ResultTable.of(
        columns,
        IntStream.range(0, released.size())
            .mapToObj(
                g ->
                    new GroupResult(
                        released.keys().get(g),
                        released.means().groups().get(g),
                        released.means(),
                        warnings,
                        common))
            .toList());
  }

  private static ResultColumn<GroupResult> meansColumn(
      String name, ToDoubleFunction<GroupResult> value) {
    return ResultColumn.numberOrNull(
        name, group -> group.hasMean() ? (Double) value.applyAsDouble(group) : null);
  }

  /** Returns the column of the warnings about single columns of a release: a struct for each. */
  static <T> ResultColumn<T> warningsColumn(Function<T, Release> release) {
    return ResultColumn.of(
        COLUMN_WARNINGS,
        DataTypes.createArrayType(ResultTable.schema(warningFields(List.of())), false),
        item -> {
          Release found = release.apply(item);
          return ResultTable.structs(warningFields(found.columns()), found.columnWarnings());
        });
  }

  private static List<ResultColumn<ColumnWarning>> warningFields(List<String> names) {
    return List.of(
        ResultColumn.text(
            "column",
            warning ->
                names.isEmpty() ? String.valueOf(warning.column()) : names.get(warning.column())),
        ResultColumn.text("code", warning -> warning.code().label()),
        ResultColumn.nullable(
            "rows_at_most",
            DataTypes.LongType,
            warning -> warning.rowsAtMost() < 0 ? null : (Long) warning.rowsAtMost()));
  }
}
