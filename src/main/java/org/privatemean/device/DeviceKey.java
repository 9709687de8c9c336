package org.privatemean.device;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;
import org.privatemean.protocol.PublicState;

/**
 * The secret of a device, 256 bits. The bits of all that it sends are a function of the key, the
 * state, the run and the user, so one state always has the same bits, even if the ledger is lost,
 * and no two states, runs, users or devices share bits. The row is not an input: a second report
 * with other bits would cost the budget again.
 */
final class DeviceKey {
  static final int BYTES = 32;
  private static final String DOMAIN = "org.privatemean.device.Device/1";
  private static final String TAG = "org.privatemean.device.DeviceKey.tag/1";

  private final byte[] secret;

  private DeviceKey(byte[] secret) {
    this.secret = secret;
  }

  static DeviceKey fromOperatingSystem() {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    return new DeviceKey(secret);
  }

  static DeviceKey fromBytes(byte[] secret) {
    return new DeviceKey(secret.clone());
  }

  byte[] toBytes() {
    return secret.clone();
  }

  BitSource bits(PublicState state, String runId, String userId) {
    return DigestBits.fromSecret(
        new String[] {DOMAIN, "state " + state.digest(), runId, userId}, secret);
  }

  /** Returns a tag that identifies the key's ledger, and reveals nothing of the key. */
  byte[] tag() {
    return DigestBits.sha256(TAG.getBytes(StandardCharsets.US_ASCII), secret);
  }

  @Override
  public String toString() {
    return "DeviceKey";
  }
}
