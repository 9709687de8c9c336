package org.privatemean.bench.accuracy;

import java.util.Optional;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** The shifted clipped mean of a trusted curator, on the same grids, at the same guarantee. */
record Curator() implements ShuffleContender {
  @Override
  public String name() {
    return "curator";
  }

  static MeanSpec spec(Setting setting) {
    return MeanSpec.of(
        Method.SHIFTED_CLIPPED, ShuffleContender.curatorsBudget(setting).rho(), setting.bounds());
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    Zcdp budget = ShuffleContender.curatorsBudget(setting);
    InMemoryRows rows =
        InMemoryRows.of(sample.rows(), setting.law().dimension(), InvalidRows.ERROR);
    CentralTrust trust = CentralTrust.of(new PrivacyLedger(budget), NoiseKey.fromSeed(seed));
    return Mechanisms.release(spec(setting), rows, trust).mean();
  }

  @Override
  public Optional<Sent> sent(Setting setting) {
    return Optional.empty();
  }
}
