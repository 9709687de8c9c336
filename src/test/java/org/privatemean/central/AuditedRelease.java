package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.mean.Mechanisms;
import org.privatemean.mean.Settings;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.request.MeanRequest;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** Releases whose curator draws its noise through a {@link NoiseAudit}. */
final class AuditedRelease {
  private AuditedRelease() {}

  /** Makes the curator that is audited. */
  interface Curator {
    WatchedTrust of(PrivacyLedger ledger, NoiseSource noise);
  }

  static NoiseSource secure(long seed) {
    return new SecureNoise(NoiseKey.fromSeed(seed));
  }

  static WatchedTrust sound(PrivacyLedger ledger, NoiseSource noise) {
    return new WatchedTrust(Settings.with(ledger, noise, 1));
  }

  /** What is wrong with a release; with a refused one only that it cost more than the count. */
  static List<String> violations(
      MeanRequest request, double[][] rows, NoiseSource noise, Curator curator) {
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(request.rho()));
    List<WatchedTrust> trusts = new ArrayList<>();
    NoiseAudit audit = new NoiseAudit(noise, () -> trusts.get(0).grant().spent());
    WatchedTrust trust = curator.of(ledger, audit);
    trusts.add(trust);
    double paid = request.rho();
    try {
      Mechanisms.release(request, InMemoryRows.of(rows, rows[0].length, InvalidRows.ERROR), trust);
      assertTrue(audit.levels() > 0);
      assertEquals(0, ledger.remaining());
      assertEquals(paid, ledger.spent());
    } catch (IllegalArgumentException tooFew) {
      assertTrue(tooFew.getMessage().contains("rows are too few"), tooFew::getMessage);
      // A public number of rows is known before anything is asked of the ledger.
      boolean counted = request.neighbours() == Neighbours.ADD_REMOVE;
      paid = counted ? trust.grant().spent() : 0;
      assertEquals((counted ? 0.02 : 0) * request.rho(), paid, 1e-12 * request.rho());
      assertEquals(counted ? request.rho() : 0, ledger.spent());
      if (!counted) {
        assertEquals(0, audit.levels());
        return List.of();
      }
    }
    return audit.violations(trust.norms(), trust.claims(), request.neighbours(), paid);
  }
}
