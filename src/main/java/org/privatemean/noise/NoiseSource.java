package org.privatemean.noise;

import java.math.BigInteger;
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

  /**
   * Returns the discrete Gaussian noise at an address: that of {@link NoiseKey#substream}, and the
   * position of the group in the sorted keys, at least 0.
   */
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
}
