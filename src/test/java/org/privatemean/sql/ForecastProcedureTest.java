package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanSummary;

/** {@code CALL pm.forecast}: the forecast of the stage. */
final class ForecastProcedureTest {
  private static final Calls CALLS = Calls.seeded();

  @Test
  void values_ofAForecast_areThoseOfTheStage() {
    Row row =
        CALLS.row(
            "CALL pm.forecast(rows => 5000, dimension => 2, spread => 3, rho => 0.5, scales =>"
                + " map('0', 2, '*', 1))");
    PrivateMeanSummary forecast =
        new PrivateMean().setRho(0.5).setScales(new double[] {2, 1}).forecast(5000, 2, 3);
    assertEquals(5000L, row.<Long>getAs("n"));
    assertEquals(2, row.<Integer>getAs("dimension"));
    assertEquals(forecast.expectedL2Error(), row.<Double>getAs("expected_l2_error"));
    assertEquals(forecast.noiseStdDev(), row.<Double>getAs("noise_std_dev"));
    assertArrayEquals(
        forecast.noiseStdDevs(),
        row.<Double>getList(row.fieldIndex("noise_std_devs")).stream()
            .mapToDouble(x -> x)
            .toArray());
    assertEquals(forecast.l2Radius(), row.<Double>getAs("l2_radius"));
  }

  @Test
  void columns_ofAForecast_areThoseOfAFitWithoutAMean() {
    List<String> fit =
        new ArrayList<>(
            List.of(CALLS.row(Calls.FIT + ", rho => 0.5, seed => 1)").schema().fieldNames()));
    fit.removeAll(List.of("mean", "seeded", "column_warnings"));
    assertEquals(
        fit, List.of(CALLS.row("CALL pm.forecast(5000, 2, 3, 0.5)").schema().fieldNames()));
  }

  @Test
  void values_withoutASpread_areInUnitsOfIt() {
    assertEquals(
        CALLS.row("CALL pm.forecast(5000, 2, 1, 0.5)").<Double>getAs("expected_l2_error"),
        CALLS
            .row("CALL pm.forecast(rows => 5000, dimension => 2, rho => 0.5)")
            .<Double>getAs("expected_l2_error"));
  }

  @Test
  void columnsLike_kinds_haveOneRowEach() {
    List<Row> rows =
        CALLS
            .session()
            .sql(
                "CALL pm.forecast(rows => 30000, rho => 0.5, columns_like => 'flag:0.01,normal*3')")
            .collectAsList();
    List<ColumnForecast> expected =
        new PrivateMean().setRho(0.5).forecastColumns(30_000, "flag:0.01,normal*3");
    assertEquals(
        expected,
        rows.stream()
            .map(
                row ->
                    new ColumnForecast(
                        row.getAs("kind"),
                        row.<Integer>getAs("columns"),
                        row.<Double>getAs("half_width"),
                        row.<Double>getAs("times_normal"),
                        row.getAs("seen")))
            .toList());
  }

  @Test
  void forecast_withoutRows_needsNoSessionOfTheirs() {
    Row row =
        Calls.with(Map.of("ledger", "file:/there/is/none"))
            .row("CALL pm.forecast(5000, 2, 3, epsilon => 1, delta => 1e-6)");
    assertEquals(1.0, row.<Double>getAs("epsilon"));
  }
}
