package org.privatemean.noise;

import java.math.BigInteger;
import java.util.Objects;
import org.privatemean.annotation.Internal;

/** Noise from the substreams of one {@link NoiseKey}, each draw from the beginning of its own. */
@Internal
public final class SecureNoise implements NoiseSource {

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
