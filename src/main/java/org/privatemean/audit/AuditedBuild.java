package org.privatemean.audit;

import org.privatemean.central.CentralGroupTrust;
import org.privatemean.central.CentralGroupTrust.KeyThreshold;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Release;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.MeanRequest;
import org.privatemean.rows.Rows;
import org.privatemean.rows.group.GroupedBlocks;

/** The parts of a build that an audit examines: those of this one. Tests replace some of them. */
class AuditedBuild {
  private final Calibration calibration;

  AuditedBuild() {
    this(Calibration.ZCDP);
  }

  AuditedBuild(Calibration calibration) {
    this.calibration = calibration;
  }

  Release release(MeanRequest request, Rows rows, TrustModel trust) {
    return Mechanisms.release(request, rows, trust);
  }

  final Calibration calibration() {
    return calibration;
  }

  /** Returns the party that adds the noise of one release. */
  TrustModel trust(PrivacyLedger ledger, NoiseKey key) {
    return CentralTrust.of(ledger, key, calibration);
  }

  /** Returns the party that adds the noise of one release about groups. */
  GroupTrustModel groupTrust(
      GroupedBlocks<GroupBlock> blocks, GroupLedger ledger, NoiseKey key, GroupedSpec spec) {
    return new CentralGroupTrust(
        blocks,
        ledger,
        calibration,
        groupNoise(key),
        spec.groupsPerPerson(),
        spec.unit(),
        (step, spent) -> {});
  }

  NoiseSource groupNoise(NoiseKey key) {
    return new SecureNoise(key);
  }

  KeyThreshold keyThreshold(double price, double delta, int groups, int weight) {
    return KeyThreshold.compute(price, delta, groups, weight, calibration);
  }

  BitSource bits(NoiseKey key, int device) {
    return key.substream(device, 0, 0);
  }

  /** Returns what a device sends of its bundle about a row. */
  byte[] message(byte[] bundle, double[] row) {
    return bundle;
  }

  LedgerStore store(LedgerStore store) {
    return store;
  }

  LedgerTerms terms(LedgerTerms requested) {
    return requested;
  }

  void draw(DurableLedger ledger, ChargeReceipt receipt, Runnable noise) {
    ledger.draw(receipt);
    noise.run();
  }
}
