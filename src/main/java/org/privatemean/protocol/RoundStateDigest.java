package org.privatemean.protocol;

import java.io.Serializable;

/**
 * Which public state something belongs to.
 *
 * @param round number of the coming round, 1 for the first
 * @param digest SHA-256 of the state's binary form, as 64 hexadecimal digits
 */
public record RoundStateDigest(int round, String digest) implements Serializable {
  /** Whether something of another mark belongs to the same state. */
  boolean isOf(RoundStateDigest other) {
    return digest.equals(other.digest);
  }
}
