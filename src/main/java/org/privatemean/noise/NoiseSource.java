package org.privatemean.noise;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.privatemean.annotation.Internal;

/**
 * Noise of the mechanisms: one integer for each address (step, level, coordinate, group), at any
 * time and in any thread; those of different addresses are independent. An address must hide one
 * value only.
 */
@Internal
@FunctionalInterface
public interface NoiseSource {

  /** Returns the discrete Gaussian noise at an address; group is the place in the sorted keys. */
  BigInteger discreteGaussian(Variance variance, int step, int level, int coordinate, int group);

  /** Returns the noise at an address without a group, which is that of group 0. */
  default BigInteger discreteGaussian(Variance variance, int step, int level, int coordinate) {
    return discreteGaussian(variance, step, level, coordinate, 0);
  }

  /** Noise from one {@link NoiseKey}: each draw reads its substream from the beginning. */
  final class SecureNoise implements NoiseSource {

    private final NoiseKey key;

    /** Creates noise from a key, which must serve this release only. */
    public SecureNoise(NoiseKey key) {
      this.key = Objects.requireNonNull(key, "key");
    }

    @Override
    public BigInteger discreteGaussian(
        Variance variance, int step, int level, int coordinate, int group) {
      return DiscreteGaussian.sample(variance, key.substream(step, level, coordinate, group));
    }

    /** Returns the origin of the key, and nothing else about it. */
    @Override
    public String toString() {
      return "SecureNoise(" + key + ")";
    }
  }

  /**
   * Noise of one step at addresses of bytes, which may be drawn in tasks. It holds 256 secret bits,
   * from the substream (step, 0, 0) of the fit's {@link NoiseKey}; it must not be stored. The bits
   * at an address, which must hide one value only, are those of SHA-256 of the secret, SHA-256 of
   * the address and a counter ({@link DigestBits#fromSecret}).
   */
  final class ByteNoise implements Serializable {
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
}
