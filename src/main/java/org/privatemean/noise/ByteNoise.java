package org.privatemean.noise;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.privatemean.annotation.Internal;

/**
 * Noise of one step at addresses of bytes, which may be drawn in tasks. It holds a secret of 256
 * bits for its step only, from the substream (step, 0, 0) of the fit's {@link NoiseKey}; it must
 * not be stored.
 *
 * <p>The bits at an address are those of SHA-256 of the secret, SHA-256 of the address and a
 * counter ({@link DigestBits#fromSecret}), so a draw is a function of the secret and its address;
 * an address must hide one value only.
 */
@Internal
public final class ByteNoise implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String DOMAIN = "org.privatemean.noise.ByteNoise/1";
  private static final int SECRET_WORDS = 4;

  private final byte[] secret;

  private ByteNoise(byte[] secret) {
    this.secret = secret;
  }

  /** Returns the noise of one step, 0 to 65535, in which nothing else may be drawn. */
  public static ByteNoise of(NoiseKey key, int step) {
    long[] words = new long[SECRET_WORDS];
    key.substream(step, 0, 0).fill(words, 0, SECRET_WORDS);
    ByteBuffer secret = ByteBuffer.allocate(SECRET_WORDS * Long.BYTES);
    secret.asLongBuffer().put(words);
    return new ByteNoise(secret.array());
  }

  /** Returns the discrete Gaussian noise at an address. */
  public BigInteger discreteGaussian(Variance variance, byte[] address) {
    ByteBuffer tail = ByteBuffer.allocate(2 * SECRET_WORDS * Long.BYTES);
    tail.put(secret).put(sha256(address));
    return DiscreteGaussian.sample(
        variance, DigestBits.fromSecret(new String[] {DOMAIN}, tail.array()));
  }

  private static byte[] sha256(byte[] address) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(address);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }

  /** Returns a text without the secret. */
  @Override
  public String toString() {
    return "ByteNoise";
  }
}
