package org.privatemean.central;

import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.ledger.PrivacyLedger;

/** Curators with any noise, which gives no privacy and is not to be had outside of tests. */
public final class AnyNoiseTrust {
  private AnyNoiseTrust() {}

  public static CentralTrust of(PrivacyLedger ledger, NoiseSource noise, BitSource publicBits) {
    return new CentralTrust(ledger, Calibration.ZCDP, noise, publicBits, () -> publicBits);
  }
}
