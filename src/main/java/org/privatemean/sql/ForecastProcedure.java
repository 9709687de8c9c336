package org.privatemean.sql;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.spark.PrivateMean;
import org.privatemean.sql.ResultTable.ResultColumn;

/** {@code CALL pm.forecast(...)}: forecasts the error from public values, without reading rows. */
final class ForecastProcedure extends CatalogProcedure {
  private static final String COLUMNS_LIKE = "columns_like";

  private static final List<ResultColumn<ColumnForecast>> COLUMNS =
      List.of(
          ResultColumn.text("kind", ColumnForecast::kind),
          ResultColumn.of("columns", DataTypes.IntegerType, ColumnForecast::columns),
          ResultColumn.number("half_width", ColumnForecast::halfWidth),
          ResultColumn.number("times_normal", ColumnForecast::timesNormal),
          ResultColumn.text("seen", ColumnForecast::seen));

  ForecastProcedure() {
    super("forecast", "forecasts what a fit would report, from public values", arguments());
  }

  private static List<ProcedureParameter> arguments() {
    Stream<ProcedureParameter> first =
        Stream.of(
            ProcedureParameter.in("rows", DataTypes.LongType)
                .comment("number of rows, >= 0")
                .build(),
            StageArguments.optional(
                "dimension",
                DataTypes.IntegerType,
                "number of coordinates, >= 1; needed without columns_like"),
            StageArguments.optional(
                "spread",
                DataTypes.DoubleType,
                "guessed root mean squared distance of the rows to their mean (to zero for method"
                    + " clipped), in data units, > 0 (default: 1, so that errors are in units of"
                    + " the spread)"));
    ProcedureParameter kinds =
        StageArguments.optional(
            COLUMNS_LIKE,
            DataTypes.StringType,
            "kinds of the columns, such as flag:0.01,lognormal:1,normal*20, in place of dimension"
                + " and spread: a row for each kind");
    return Stream.of(first, StageArguments.FORECAST.declared("dimension"), Stream.of(kinds))
        .flatMap(each -> each)
        .toList();
  }

  @Override
  ResultTable result(CallValues given, SparkSession session) {
    PrivateMean stage = StageArguments.FORECAST.stage(given);
    Optional<String> kinds = given.text(COLUMNS_LIKE);
    if (kinds.isPresent()) {
      return forecastColumns(stage, given, kinds.get());
    }
    int dimension = given.number("dimension").intValue();
    StageArguments.setScales(stage, given, () -> StageArguments.places(dimension));
    double spread = given.isGiven("spread") ? given.number("spread").doubleValue() : 1;
    return ReleaseTables.createForecast(
        stage.forecast(given.number("rows").longValue(), dimension, spread));
  }

  private static ResultTable forecastColumns(PrivateMean stage, CallValues given, String kinds) {
    for (String other : List.of("dimension", "spread", "scales")) {
      if (given.isGiven(other)) {
        throw new IllegalArgumentException(
            other + " does not go with " + COLUMNS_LIKE + ": leave one of them out");
      }
    }
    return ResultTable.of(COLUMNS, stage.forecastColumns(given.number("rows").longValue(), kinds));
  }
}
