package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.privatemean.bench.report.LineChart;
import org.privatemean.bench.report.Numbers;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.spark.PrivateMean;

/** Forecasts of the default method, in units of the rows' spread: against the budget, and rows. */
final class BudgetPlots {
  private static final int DIMENSION = 10;
  private static final double[] RHOS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};
  private static final double[] ROWS = {1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6};
  private static final String ERROR = "l2 error / spread";

  private BudgetPlots() {}

  static void write(Path file) throws IOException {
    LineChart.write(List.of(againstBudget(), againstRows()), file);
  }

  private static LineChart againstBudget() {
    LineChart chart =
        new LineChart(
            "Expected error of " + DIMENSION + " columns against the budget",
            "rho",
            ERROR,
            true,
            RHOS);
    List<Double> sizes = List.of(1e3, 1e4, 1e5, 1e6);
    for (int k = 0; k < sizes.size(); k++) {
      double rows = sizes.get(k);
      chart.addLine(
          String.format("%,.0f rows", rows),
          k,
          sizes.size(),
          DoubleStream.of(RHOS).map(rho -> error(rho, rows)).toArray());
    }
    return chart;
  }

  private static LineChart againstRows() {
    LineChart chart =
        new LineChart(
            "Expected error of " + DIMENSION + " columns against the rows",
            "rows",
            ERROR,
            true,
            ROWS);
    List<Double> budgets = List.of(0.01, 0.1, 0.5, 1.0);
    for (int k = 0; k < budgets.size(); k++) {
      double rho = budgets.get(k);
      chart.addLine(
          "rho " + Numbers.plain(rho),
          k,
          budgets.size(),
          DoubleStream.of(ROWS).map(rows -> error(rho, rows)).toArray());
    }
    return chart;
  }

  /** A gap where the fit would be refused. */
  private static double error(double rho, double rows) {
    try {
      return new PrivateMean()
          .setRho(rho)
          .forecast(Math.round(rows), DIMENSION, 1)
          .expectedL2Error();
    } catch (TooFewRowsException tooFew) {
      return Double.NaN;
    }
  }
}
