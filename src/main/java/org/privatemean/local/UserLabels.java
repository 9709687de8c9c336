package org.privatemean.local;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;

/**
 * The public pseudo-random bits of a user, which determine its round, coordinate and level: SHA-256
 * in counter mode over the digest of (seed, purpose, id).
 *
 * <p>A label must never depend on the user's value, nor on the place of a row in data that were
 * sorted or shuffled by value. The seed is drawn after the ids are fixed; it need not be secret.
 */
final class UserLabels implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String DOMAIN = "org.privatemean.local.UserLabels/1";

  private final long seed;

  UserLabels(long seed) {
    this.seed = seed;
  }

  /** Returns the bits of a user for a purpose, from the start. */
  BitSource bits(String purpose, String userId) {
    byte[] tail = ByteBuffer.allocate(Long.BYTES).putLong(seed).array();
    return DigestBits.from(new String[] {DOMAIN, purpose, userId}, tail);
  }
}
