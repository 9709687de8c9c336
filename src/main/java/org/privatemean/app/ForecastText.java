package org.privatemean.app;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.ParamMap;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.release.Guarantee;
import org.privatemean.spark.GroupForecast;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanSummary;

/** Text of a forecast for a terminal; errors are in units of the spread if that is null. */
record ForecastText(PrivateMean stage, int dimension, Double spread) {
  private static final List<Double> RHOS =
      List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0);

  private static final double USUAL_DELTA = 1e-6;
  private static final int DIGITS = 3;

  /** Intervals that are wider by at most this factor are reported as equally wide. */
  private static final double LITTLE = 1.05;

  String ofError(PrivateMeanSummary summary) {
    return summary + units() + table(summary.rows()) + formatAssumptions();
  }

  String ofFits(long fits, double total, double rho, long rows, double target) {
    return NumberFormat.format(
            "%d fits (rho %s pays for each at rho %s) with an expected l2 error of %s with %d rows,"
                + " %d coordinates%n",
            fits,
            NumberFormat.bound(total, DIGITS),
            NumberFormat.bound(rho, DIGITS),
            error(target),
            rows,
            dimension)
        + units();
  }

  String ofRho(double rho, long rows, double target) {
    return NumberFormat.format(
            "least rho %s (%s) for an expected l2 error of %s with %d rows, %d coordinates%n",
            NumberFormat.bound(rho, DIGITS), epsilons(rho), error(target), rows, dimension)
        + units()
        + table(rows)
        + formatAssumptions();
  }

  String ofRows(long rows, double target) {
    return NumberFormat.format(
            "at least %d rows for an expected l2 error of %s with %s, %d coordinates%n",
            rows,
            error(target),
            stage.isDefined(stage.rho())
                ? String.format(
                    "rho %s (%s)",
                    stage.getRho(),
                    Guarantee.display(Conversions.usual(new Zcdp(stage.getRho())).get(0)))
                : stage.isDefined(stage.delta())
                    ? "epsilon " + stage.getEpsilon() + ", delta " + stage.getDelta()
                    : "epsilon " + stage.getEpsilon(),
            dimension)
        + units()
        + table(rows)
        + formatAssumptions();
  }

  String ofNights(int nights, double total, PrivateMeanSummary night, PrivateMeanSummary one) {
    return NumberFormat.format(
            "%d nights at rho %s each, in all rho %s (%s), %d rows, %d coordinates%n"
                + "  error of a night            %s%n"
                + "  error of one fit at it all  %s%n"
                + "If the nights are of the same rows, all of them combined have about the noise of"
                + " the one fit.%n",
            nights,
            NumberFormat.number(total / nights, DIGITS),
            NumberFormat.number(total, DIGITS),
            epsilons(total),
            night.rows(),
            dimension,
            error(night.expectedL2Error()),
            error(one.expectedL2Error()))
        + units()
        + formatAssumptions();
  }

  static String formatColumns(List<ColumnForecast> found, PrivateMeanSummary summary) {
    StringBuilder text = new StringBuilder(summary.toString().lines().findFirst().orElseThrow());
    text.append(
        String.format(
            "%n%nHalf-widths of the intervals, confidence %s, in standard deviations of the"
                + " column:%n%n  %-16s %-8s %-11s %-13s %s%n",
            summary.confidence(), "kind", "columns", "half-width", "times normal", "seen as"));
    for (ColumnForecast column : found) {
      text.append(
          NumberFormat.format(
              "  %-16s %-8d %-11s %-13s %s%n",
              column.kind(),
              column.columns(),
              NumberFormat.number(column.halfWidth(), DIGITS),
              NumberFormat.number(column.timesNormal(), DIGITS),
              column.seen()));
    }
    return text.append(System.lineSeparator()).append(onOthers(found)).toString();
  }

  private static String onOthers(List<ColumnForecast> found) {
    if (found.stream().allMatch(column -> column.seen().equals("ordinary"))) {
      return String.format(
          "No column has values so rare, or so far out, that they widen the intervals of"
              + " others.%n");
    }
    double times =
        found.stream()
            .filter(column -> column.seen().equals("ordinary"))
            .mapToDouble(ColumnForecast::timesNormal)
            .max()
            .orElse(0);
    String rest =
        times == 0
            ? ""
            : times <= LITTLE
                ? String.format("%nThose of the other columns are as in a table of normal columns.")
                : String.format(
                    "%nThose of the other columns are up to %s times as wide as in a table of"
                        + " normal columns.",
                    NumberFormat.number(times, DIGITS));
    return String.format("Rare and far values widen the intervals of their own columns.%s%n", rest)
        + note(
            found,
            "nearlyConstant",
            "nearlyConstant: too few values differ from the most frequent one to be "
                + "detected; a fit names such columns.")
        + note(
            found,
            "longTail",
            "longTail: some values lie beyond the clipping edge; this forecast is rough, "
                + "and a fit names such columns.");
  }

  private static String note(List<ColumnForecast> found, String seen, String text) {
    return found.stream().anyMatch(column -> column.seen().equals(seen))
        ? text + System.lineSeparator()
        : "";
  }

  String ofGroups(GroupForecast found, long groups, long rows) {
    String what =
        switch (found.status()) {
          case "ok" -> String.format("expected l2 error %s", error(found.expectedL2Error()));
          case "tooSmall" -> "no mean: too few rows for more than their noisy number";
          default -> "no mean: the rows could not be found";
        };
    return NumberFormat.format(
            "each of %d groups of %d rows, %d coordinates: %s%n", groups, rows, dimension, what)
        + (found.status().equals("ok")
            ? NumberFormat.format(
                "%-18s %s%n%-18s %s with confidence %s: the noise alone%n",
                "noise std dev",
                NumberFormat.number(found.noiseStdDev(), DIGITS),
                "l2 radius",
                NumberFormat.number(found.l2Radius(), DIGITS),
                stage.getConfidence())
            : "")
        + units()
        + "This assumes Gaussian rows. Skewed rows of the same spread have larger errors."
        + System.lineSeparator();
  }

  private String error(double error) {
    return NumberFormat.number(error, DIGITS) + (spread == null ? " of the spread" : "");
  }

  private static String epsilons(double rho) {
    return Conversions.usual(new Zcdp(rho)).stream()
        .map(Guarantee::display)
        .collect(Collectors.joining(", "));
  }

  private String units() {
    return spread == null
        ? String.format(
            "Errors are in units of the spread, the rows' root mean squared l2 distance to their"
                + " mean.%n")
        : "";
  }

  /** Returns the assumptions; the coverage benchmark measured the factors for skewed rows. */
  private String formatAssumptions() {
    String measured =
        isRecentred()
            ? String.format(
                ": exponential ones 1.1 to 2.2 times,%nlognormal ones (sigma 1) up to 4 times, "
                    + "as far as measured; the report of a fit states its own")
            : "";
    return String.format(
            "This assumes Gaussian rows. Skewed rows of the same spread have larger "
                + "errors%s.%n",
            measured)
        + (isRecentred()
                && dimension > 1
                && stage.getScaling().equals("standard")
                && !stage.isDefined(stage.scales())
            ? String.format(
                "A column of rare or far values has a wider interval itself and may widen those of"
                    + " others:%nforecast it by --columns-like.%n")
            : "");
  }

  private boolean isRecentred() {
    return stage.getTrustModel().equals("central")
        && List.of("auto", "recentred").contains(stage.getMethod());
  }

  /** Returns the error against rho; empty where the budget is not rho. */
  private String table(long rows) {
    if (!stage.getTrustModel().equals("central")) {
      return "";
    }
    double delta = stage.isDefined(stage.delta()) ? stage.getDelta() : USUAL_DELTA;
    String line = "  %-6s %-20s %s%n";
    StringBuilder table = new StringBuilder(String.format("%n%d rows at these budgets:%n", rows));
    String epsilons = "epsilon, delta " + NumberFormat.number(delta);
    table.append(String.format(line, "rho", epsilons, "expected l2 error"));
    for (double rho : RHOS) {
      Zcdp budget = new Zcdp(rho);
      double epsilon =
          stage.isDefined(stage.delta())
              ? Conversions.gaussianEpsilonUp(budget, delta)
              : Conversions.epsilonUp(budget, delta);
      table.append(
          String.format(
              line,
              NumberFormat.number(rho, DIGITS),
              NumberFormat.bound(epsilon, DIGITS),
              error(rho, rows)));
    }
    return table.append(System.lineSeparator()).toString();
  }

  private String error(double rho, long rows) {
    PrivateMean other = stage.copy(ParamMap.empty());
    other.clear(other.epsilon()).clear(other.delta());
    try {
      double unit = spread == null ? 1 : spread;
      double error = other.setRho(rho).forecast(rows, dimension, unit).expectedL2Error();
      return NumberFormat.number(error, DIGITS);
    } catch (TooFewRowsException tooFew) {
      return "too few rows";
    }
  }
}
