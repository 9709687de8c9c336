package org.privatemean.protocol;

import java.io.Serializable;

/**
 * An identifier of a public state.
 *
 * @param round number of the next round, 1 for the first
 * @param digest SHA-256 of the state's binary form, as 64 hexadecimal digits
 */
public record RoundStateDigest(int round, String digest) implements Serializable {
  boolean isOf(RoundStateDigest other) {
    return digest.equals(other.digest);
  }
}
