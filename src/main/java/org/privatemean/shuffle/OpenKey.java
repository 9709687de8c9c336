package org.privatemean.shuffle;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import org.privatemean.annotation.Internal;

/**
 * The private key of the server or the shuffler, which opens texts sealed to its {@link
 * #sealKey()}. One per run, so that it can be deleted with it. {@link #toString()} does not show
 * it, and it is not serialised.
 */
@Internal
public final class OpenKey {
  private final byte[] secret;
  private final SealKey sealKey;

  private OpenKey(byte[] secret) {
    this.secret = secret;
    try {
      this.sealKey = SealKey.of(Hpke.aes256().publicKey(secret));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime lacks X25519", e);
    }
  }

  /** Creates a key from the operating system's secure generator. */
  public static OpenKey fromOperatingSystem() {
    byte[] secret = new byte[Hpke.KEY_BYTES];
    new SecureRandom().nextBytes(secret);
    return new OpenKey(secret);
  }

  /** Creates the key of 32 secret bytes, as from {@link #toBytes}. */
  public static OpenKey of(byte[] secret) {
    if (secret.length != Hpke.KEY_BYTES) {
      throw new IllegalArgumentException(
          "a key to open with has 32 bytes. Provided number: " + secret.length);
    }
    return new OpenKey(secret.clone());
  }

  /** Returns the 32 secret bytes, for a key store. */
  public byte[] toBytes() {
    return secret.clone();
  }

  public SealKey sealKey() {
    return sealKey;
  }

  /** Returns the text; null if it was not sealed to this key, for this purpose and data. */
  byte[] open(Hpke hpke, byte[] purpose, byte[] aad, byte[] sealed) {
    try {
      return hpke.open(secret, sealKey.toBytes(), purpose, aad, sealed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime lacks X25519 or AES-GCM", e);
    }
  }

  @Override
  public String toString() {
    return "OpenKey(of " + sealKey + ")";
  }
}
