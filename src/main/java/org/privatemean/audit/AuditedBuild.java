package org.privatemean.audit;

import org.privatemean.central.CentralGroupTrust;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Calibration;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Release;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.MeanRequest;
import org.privatemean.rows.Rows;
import org.privatemean.rows.group.GroupedBlocks;

/** The parts of a build that an audit examines: those of this one. Tests replace some of them. */
class AuditedBuild {
  /** Returns the release of a mechanism. */
  Release release(MeanRequest request, Rows rows, TrustModel trust) {
    return Mechanisms.release(request, rows, trust);
  }

  /** Returns the party that adds the noise of one release. */
  TrustModel trust(PrivacyLedger ledger, NoiseKey key) {
    return CentralTrust.of(ledger, key);
  }

  /** Returns the same for a release of groups. */
  GroupTrustModel groupTrust(
      GroupedBlocks<GroupBlock> blocks, GroupLedger ledger, NoiseKey key, GroupedSpec spec) {
    return new CentralGroupTrust(
        blocks,
        ledger,
        Calibration.ZCDP,
        new SecureNoise(key),
        spec.groupsPerPerson(),
        spec.unit(),
        (step, spent) -> {});
  }

  /** Returns the secret bits of a sampler or of a device. */
  BitSource bits(NoiseKey key, int device) {
    return key.substream(device, 0, 0);
  }
}
