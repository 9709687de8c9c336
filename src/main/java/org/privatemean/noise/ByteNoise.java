package org.privatemean.noise;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.privatemean.annotation.Internal;

/**
 * Noise of one step at addresses of bytes, which may be drawn outside the driver.
 *
 * <p>It holds a secret of 256 bits for its step only, drawn from the substream (step, 0, 0) of the
 * fit's {@link NoiseKey}: anyone who has it can recompute the noise of this step and of no other.
 * It is sent to tasks, which read the rows in any case; it must not be stored beyond them.
 *
 * <p>The bits at an address are those of SHA-256 of the secret and SHA-256 of the address, and of a
 * counter ({@link DigestBits#fromSecret}): the hashed text has the same length for all addresses,
 * so none is a prefix of another. A draw is a function of the secret and its address, never of the
 * order of calls, the task or its attempt; an address must hide one value only.
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

  /**
   * Returns the noise of one step.
   *
   * @param key the key of the fit
   * @param step 0 to 65535; nothing else may be drawn in this step
   */
  public static ByteNoise of(NoiseKey key, int step) {
    long[] words = new long[SECRET_WORDS];
    key.substream(step, 0, 0).fill(words, 0, SECRET_WORDS);
    ByteBuffer secret = ByteBuffer.allocate(SECRET_WORDS * Long.BYTES);
    secret.asLongBuffer().put(words);
    return new ByteNoise(secret.array());
  }

  /**
   * Returns the discrete Gaussian noise at an address.
   *
   * @param variance sigma^2, public
   * @param address any bytes
   */
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
