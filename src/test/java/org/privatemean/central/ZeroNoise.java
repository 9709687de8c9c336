package org.privatemean.central;

import java.math.BigInteger;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.Variance;

/** No noise at all: what is released is the exact aggregate. For tests only. */
public final class ZeroNoise implements NoiseSource {
  @Override
  public BigInteger discreteGaussian(
      Variance variance, int step, int level, int coordinate, int group) {
    return BigInteger.ZERO;
  }
}
