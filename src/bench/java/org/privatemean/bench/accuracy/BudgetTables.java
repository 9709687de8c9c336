package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.privatemean.bench.ours.Requests;
import org.privatemean.bench.report.Numbers;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.spark.PrivateMean;

/** What budgets and scalings are worth on the diamonds, in per cent of columns' deviations. */
final class BudgetTables {
  private static final List<String> COLUMNS =
      List.of("carat", "depth", "table", "price", "x", "y", "z");
  private static final int CARAT = 0;
  private static final int PRICE = 3;
  private static final double RHO = 0.5;

  private final double[][] diamonds;
  private final int fits;

  BudgetTables(SampleFiles samples, int fits) {
    this.diamonds = samples.diamonds().draw(null).rows();
    this.fits = fits;
  }

  /** The epsilon that a rho is at two deltas, rounded up. */
  static List<String> epsilons() {
    List<String> lines = new ArrayList<>();
    lines.add("| rho | epsilon at delta 1e-6 | epsilon at delta 1e-9 |");
    lines.add("|---:|---:|---:|");
    for (double rho : List.of(0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)) {
      lines.add(
          row(
              Stream.of(
                  Numbers.plain(rho),
                  upToHundredths(Conversions.epsilonUp(new Zcdp(rho), 1e-6)),
                  upToHundredths(Conversions.epsilonUp(new Zcdp(rho), 1e-9)))));
    }
    return lines;
  }

  private static String upToHundredths(double epsilon) {
    return String.format(Locale.ROOT, "%.2f", Math.ceil(epsilon * 100) / 100);
  }

  /** All columns by the usual request, beside the forecast of a column. */
  List<String> budgets() {
    List<String> lines = new ArrayList<>();
    lines.add("| rho | forecast | " + String.join(" | ", COLUMNS) + " |");
    lines.add("|---:|---:|" + "---:|".repeat(COLUMNS.size()));
    for (double rho : List.of(0.01, 0.1, 0.5, 1.0)) {
      int d = COLUMNS.size();
      double expected =
          new PrivateMean().setRho(rho).forecast(diamonds.length, d, Math.sqrt(d)).expectedL2Error()
              / Math.sqrt(d);
      lines.add(
          row(
              Stream.concat(
                  Stream.of(Numbers.plain(rho)),
                  Stream.concat(
                      shown(100 * expected), shown(errors(Requests.usual(rho), rho, diamonds))))));
    }
    return lines;
  }

  /** Two columns of very different units, by each scaling. */
  List<String> units() {
    double[][] two =
        Stream.of(diamonds)
            .map(row -> new double[] {row[CARAT], row[PRICE]})
            .toArray(double[][]::new);
    List<String> lines = new ArrayList<>();
    lines.add("| scaling | carat | price |");
    lines.add("|---|---:|---:|");
    for (String label : List.of("standard", "auto", "none")) {
      lines.add(unit("`" + label + "`", Requests.scaled(RHO, label), two));
    }
    lines.add(unit("`scales` carat=0.5, price=4000", given(0.5, 4000), two));
    lines.add(unit("`scales` carat=0.05, price=4000", given(0.05, 4000), two));
    return lines;
  }

  private static MeanRequest given(double... scales) {
    return RecentredSpec.of(RHO)
        .with(Scaling.by(scales), ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE));
  }

  private String unit(String name, MeanRequest request, double[][] rows) {
    return row(Stream.concat(Stream.of(name), shown(errors(request, RHO, rows))));
  }

  /** Root mean squared errors, in per cent of the columns' deviations. */
  private double[] errors(MeanRequest request, double rho, double[][] rows) {
    double[] exact = Sample.ofPopulation(rows).empiricalMean();
    double[] squares = new double[exact.length];
    for (int fit = 0; fit < fits; fit++) {
      double[] error =
          Vectors.difference(Requests.release(request, rho, rows, fit + 1L).mean(), exact);
      for (int j = 0; j < squares.length; j++) {
        squares[j] += error[j] * error[j] / fits;
      }
    }
    double[] deviations = deviations(rows, exact);
    for (int j = 0; j < squares.length; j++) {
      squares[j] = 100 * Math.sqrt(squares[j]) / deviations[j];
    }
    return squares;
  }

  private static double[] deviations(double[][] rows, double[] mean) {
    double[] squares = new double[mean.length];
    for (double[] row : rows) {
      for (int j = 0; j < mean.length; j++) {
        squares[j] += (row[j] - mean[j]) * (row[j] - mean[j]) / rows.length;
      }
    }
    return DoubleStream.of(squares).map(Math::sqrt).toArray();
  }

  private static Stream<String> shown(double... errors) {
    return DoubleStream.of(errors).mapToObj(error -> Numbers.rounded(error, 2));
  }

  private static String row(Stream<String> cells) {
    return "| " + String.join(" | ", cells.toList()) + " |";
  }
}
