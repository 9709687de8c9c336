package org.privatemean.protocol;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The public state of a run in rounds before one of its rounds, as far as secret bits need it: they
 * belong to one state, and two states never share them.
 */
public interface PublicState {
  /**
   * A digest of everything that the messages of the coming round depend on: 64 hexadecimal digits.
   */
  String digest();

  /** The SHA-256 of a state's binary form, as 64 hexadecimal digits. */
  static String digestOf(byte[] form) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(form));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
