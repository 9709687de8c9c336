package org.privatemean.noise;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.privatemean.annotation.Internal;

/**
 * Noise of one step at addresses of bytes, which may be drawn in tasks. It holds 256 secret bits,
 * from the substream (step, 0, 0) of the fit's {@link NoiseKey}; it must not be stored. The bits at
 * an address, which must hide one value only, are those of SHA-256 of the secret, SHA-256 of the
 * address and a counter ({@link DigestBits#fromSecret}).
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

  /** Returns the noise of a step, 0 to 65535, in which nothing else may be drawn. */
  public static ByteNoise of(NoiseKey key, int step) {
    long[] words = new long[SECRET_WORDS];
    key.substream(step, 0, 0).fill(words, 0, SECRET_WORDS);
    ByteBuffer secret = ByteBuffer.allocate(SECRET_WORDS * Long.BYTES);
    secret.asLongBuffer().put(words);
    return new ByteNoise(secret.array());
  }

  public BigInteger discreteGaussian(Variance variance, byte[] address) {
    ByteBuffer tail = ByteBuffer.allocate(2 * SECRET_WORDS * Long.BYTES);
    tail.put(secret).put(DigestBits.sha256(address));
    return DiscreteGaussian.sample(
        variance, DigestBits.fromSecret(new String[] {DOMAIN}, tail.array()));
  }

  /** Returns a text without the secret. */
  @Override
  public String toString() {
    return "ByteNoise";
  }
}
