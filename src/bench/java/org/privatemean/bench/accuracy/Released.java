package org.privatemean.bench.accuracy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.privatemean.bench.ours.Requests;
import org.privatemean.bench.report.Numbers;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

/**
 * What this project releases: integer sums, exact noise, a ledger.
 *
 * @param name in tables and plots
 * @param request what is asked for in a setting
 */
record Released(String name, Function<Setting, MeanRequest> request) implements Contender {
  static Released clipped() {
    return ofBounds("clipped mean", Method.CLIPPED, MeanSpec.DEFAULT_BETA);
  }

  static Released shifted() {
    return ofBounds("shifted clipped mean", Method.SHIFTED_CLIPPED, MeanSpec.DEFAULT_BETA);
  }

  static Released clipped(double beta) {
    return ofBounds("clipped mean, beta " + Numbers.plain(beta), Method.CLIPPED, beta);
  }

  static Released shifted(double beta) {
    return ofBounds(
        "shifted clipped mean, beta " + Numbers.plain(beta), Method.SHIFTED_CLIPPED, beta);
  }

  /** Told the budget and nothing else. */
  static Released recentred() {
    return new Released("recentred mean", setting -> Requests.usual(setting.rho()));
  }

  /** Without scaling or what widens error bars to the rows: the whole budget is for the mean. */
  static Released recentredPlain() {
    return new Released("recentred mean, none, none", setting -> Requests.plain(setting.rho()));
  }

  /** Told as much of the rows as the paper's methods are. */
  static Released recentredInBounds() {
    return new Released(
        "recentred mean, R given",
        setting -> Requests.plain(setting.rho(), Optional.of(setting.bounds())));
  }

  static Released recentredScaled() {
    return new Released(
        "recentred mean, scaling auto", setting -> Requests.scaled(setting.rho(), "auto"));
  }

  private static Released ofBounds(String name, Method method, double beta) {
    return new Released(
        name,
        setting ->
            new MeanSpec(
                method,
                setting.rho(),
                Optional.of(setting.bounds()),
                OptionalDouble.empty(),
                beta,
                MeanSpec.Grid.GEOMETRIC,
                BudgetSplit.paper(method, OptionalDouble.empty()),
                PrivacyUnit.row(Neighbours.REPLACE)));
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    return Requests.release(request.apply(setting), setting.rho(), sample.rows(), seed).mean();
  }
}
