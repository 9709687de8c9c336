package org.privatemean.protocol;

import java.util.HexFormat;
import org.privatemean.noise.DigestBits;

/**
 * The public state of a run before one of its rounds, as far as secret bits need it: they belong to
 * one state, and no two states share them.
 */
public interface PublicState {
  /** Returns a digest of all that the next round's messages depend on: 64 hexadecimal digits. */
  String digest();

  /** Returns the SHA-256 of a state's binary form, as 64 hexadecimal digits. */
  static String digestOf(byte[] form) {
    return HexFormat.of().formatHex(DigestBits.sha256(form));
  }
}
