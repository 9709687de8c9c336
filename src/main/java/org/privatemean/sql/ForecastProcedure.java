package org.privatemean.sql;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.spark.PrivateMean;

/**
 * {@code CALL pm.forecast(...)}: the error to expect, from public values. Reads and spends nothing.
 */
final class ForecastProcedure extends CatalogProcedure {
  ForecastProcedure() {
    super("forecast", "tells what a fit would report, from public values", arguments());
  }

  private static ProcedureArguments arguments() {
    ProcedureArguments arguments =
        new ProcedureArguments()
            .required("rows", DataTypes.LongType, "number of rows, >= 0")
            .required("dimension", DataTypes.IntegerType, "number of coordinates, >= 1")
            .required(
                "spread",
                DataTypes.DoubleType,
                "guessed root mean squared distance of the rows to their mean (to zero for method"
                    + " clipped), in data units, > 0");
    StageArguments.FORECAST.declareIn(arguments);
    return arguments;
  }

  @Override
  public boolean isDeterministic() {
    return true;
  }

  @Override
  ResultTable result(CallValues given, SparkSession session) {
    PrivateMean stage = StageArguments.FORECAST.stage(given);
    int dimension = given.number("dimension").intValue();
    StageArguments.setScales(stage, given, () -> ScaleMap.places(dimension));
    return MeanTable.ofForecast(
        stage.forecast(
            given.number("rows").longValue(), dimension, given.number("spread").doubleValue()));
  }
}
