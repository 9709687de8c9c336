package org.privatemean.bench.accuracy;

import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.BudgetSplit;
import org.privatemean.mean.ClippedMean;
import org.privatemean.mean.MeanSpec;
import org.privatemean.mean.Method;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.PrivacyLedger;
import org.privatemean.privacy.Zcdp;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/**
 * The paper's methods as this project releases them: integer sums, exact noise, a ledger.
 *
 * @param name in tables and plots
 * @param method the mechanism
 * @param beta failure probability of the searches
 */
record Released(String name, Method method, double beta) implements Contender {
  static Released clipped() {
    return new Released("clipped mean", Method.CLIPPED, MeanSpec.DEFAULT_BETA);
  }

  static Released shifted() {
    return new Released("shifted clipped mean", Method.SHIFTED_CLIPPED, MeanSpec.DEFAULT_BETA);
  }

  /** The same with another failure probability. */
  Released withBeta(double other) {
    return new Released(name + ", beta " + Numbers.plain(other), method, other);
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    int dimension = setting.law().dimension();
    return ClippedMean.release(
            spec(setting),
            InMemoryRows.of(sample.rows(), dimension, InvalidRows.ERROR),
            trust(setting, seed))
        .mean();
  }

  private MeanSpec spec(Setting setting) {
    return new MeanSpec(
        method,
        setting.rho(),
        Optional.of(setting.bounds()),
        OptionalDouble.empty(),
        beta,
        MeanSpec.Grid.GEOMETRIC,
        BudgetSplit.paper(method == Method.SHIFTED_CLIPPED, true));
  }

  /** A ledger with the setting's budget and noise of the seed. */
  static CentralTrust trust(Setting setting, long seed) {
    return CentralTrust.of(new PrivacyLedger(new Zcdp(setting.rho())), NoiseKey.fromSeed(seed));
  }
}
