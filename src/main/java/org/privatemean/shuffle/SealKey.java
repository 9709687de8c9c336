package org.privatemean.shuffle;

import java.io.Serializable;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.BitSource;

/**
 * The public key of the server or of the shuffler, to which devices seal: 32 bytes, a point of
 * X25519. It belongs in the announcement to all users: anyone who can give a user another key reads
 * that user's messages.
 */
@Internal
public final class SealKey implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] point;

  private SealKey(byte[] point) {
    this.point = point;
  }

  /** Creates the key of 32 bytes. */
  public static SealKey of(byte[] bytes) {
    if (bytes.length != Hpke.KEY_BYTES) {
      throw new IllegalArgumentException(
          "a key to seal to has 32 bytes. Provided number: " + bytes.length);
    }
    return new SealKey(bytes.clone());
  }

  public byte[] toBytes() {
    return point.clone();
  }

  /** Seals a text. The ephemeral key is a function of 256 bits and of everything sealed. */
  byte[] seal(Hpke hpke, byte[] purpose, byte[] aad, byte[] text, BitSource secret) {
    byte[] seed = new byte[Hpke.KEY_BYTES];
    for (int i = 0; i < seed.length; i++) {
      seed[i] = (byte) secret.nextBits(Byte.SIZE);
    }
    try {
      // The purpose fixes the length of each of the first three.
      byte[] material = hpke.hmac(seed, Hpke.join(purpose, point, aad, text));
      return hpke.seal(point, material, purpose, aad, text);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("nothing can be sealed to this key", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SealKey that && Arrays.equals(point, that.point);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(point);
  }

  @Override
  public String toString() {
    return "SealKey(" + HexFormat.of().formatHex(point) + ")";
  }
}
