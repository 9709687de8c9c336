package org.privatemean.bench.accuracy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.privatemean.bench.report.Numbers;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Means;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.BudgetSplit.ClippingNorm;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Regions;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

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
    return new Released("recentred mean", setting -> RecentredSpec.of(setting.rho()));
  }

  /** Told as much of the rows as the paper's methods are. */
  static Released recentredInBounds() {
    return new Released(
        "recentred mean, R given",
        setting -> recentred(setting, Optional.of(setting.bounds()), Scaling.NONE));
  }

  static Released recentredScaled() {
    return new Released(
        "recentred mean, scaling auto",
        setting -> recentred(setting, Optional.empty(), Scaling.AUTO));
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
                BudgetSplit.paper(method, ClippingNorm.SEARCHED),
                PrivacyUnit.row(Neighbours.REPLACE)));
  }

  private static RecentredSpec recentred(
      Setting setting, Optional<Bounds> bounds, Scaling scaling) {
    return new RecentredSpec(
        setting.rho(),
        OptionalDouble.empty(),
        bounds,
        scaling,
        Regions.of(Regions.Kind.NONE),
        false,
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    InMemoryRows rows =
        InMemoryRows.of(sample.rows(), setting.law().dimension(), InvalidRows.ERROR);
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(setting.rho()));
    CentralTrust trust = CentralTrust.of(ledger, NoiseKey.fromSeed(seed));
    return Means.release(request.apply(setting), rows, trust).mean();
  }
}
