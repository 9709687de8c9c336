package org.privatemean.local.unit;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The mark of the public state that a report was made for, in every report: the first 32 bits of
 * the SHA-256 of the state's binary form. A tally of another state (another round, or the same
 * round with another centre) accepts the report with probability 2^-32 only.
 *
 * <p>It does not prove origin: states are public, so anyone can compute it.
 */
public final class StateDigest {
  private StateDigest() {}

  /** Returns the stamp of a state's SHA-256, given in hexadecimal digits. */
  public static int fromDigest(String digest) {
    return HexFormat.fromHexDigits(digest, 0, 2 * Integer.BYTES);
  }

  /** Returns the stamp of a public state in binary form. */
  public static int compute(byte[] state) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(state)).getInt();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
