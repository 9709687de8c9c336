package org.privatemean.local;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;

/**
 * Public pseudo-random bits of a user: what round, coordinate and level a user is asked about.
 *
 * <p>A label is a function of a public seed and of the user's id alone. It must never depend on the
 * user's value, nor on the place of a row in data that were sorted or shuffled by value: a label
 * that did would break the guarantee outright. The seed is drawn after the ids are fixed; privacy
 * does not rest on its being secret.
 *
 * <p>The bits are SHA-256 in counter mode over the digest of (seed, purpose, id).
 */
final class UserLabels implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String DOMAIN = "org.privatemean.local.UserLabels/1";

  private final long seed;

  UserLabels(long seed) {
    this.seed = seed;
  }

  /** The bits of a user for a purpose, from their beginning. */
  BitSource bits(String purpose, String userId) {
    byte[] tail = ByteBuffer.allocate(Long.BYTES).putLong(seed).array();
    return DigestBits.from(new String[] {DOMAIN, purpose, userId}, tail);
  }
}
