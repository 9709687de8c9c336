package org.privatemean.privacy.ledger.durable;

import java.util.Optional;

/**
 * Makes and checks the second line of what a ledger holds: a hash of the first, or a tag of it by a
 * secret key, without which nobody can write what is accepted.
 */
public final class Seal {
  private Seal() {}

  /** A hash, which shows damage. */
  public static Seal hash() {
    throw new UnsupportedOperationException();
  }

  /**
   * A tag, which shows forgery too.
   *
   * @param key at least 32 bytes
   */
  public static Seal keyed(byte[] key) {
    throw new UnsupportedOperationException();
  }

  /** The two lines of a text without line ends. */
  byte[] seal(String line) {
    throw new UnsupportedOperationException();
  }

  /** The text of two lines whose second fits the first; empty where it does not. */
  Optional<String> open(byte[] lines) {
    throw new UnsupportedOperationException();
  }
}
