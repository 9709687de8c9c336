package org.privatemean.noise;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * Noise of questions about many groups: one integer for each address (step, level, coordinate,
 * group), under the rules of {@link NoiseSource}.
 */
@Internal
public interface GroupNoise {

  /**
   * Returns the discrete Gaussian noise at an address.
   *
   * @param variance sigma^2, public
   * @param step the number of the question within a fit, 0 to 65535
   * @param level the level within the step, 0 to 65535
   * @param coordinate the coordinate within the level, at least 0
   * @param group position of the group in the sorted keys, at least 0
   * @throws IllegalArgumentException if a part of the address is out of its range
   */
  BigInteger discreteGaussian(Variance variance, int step, int level, int coordinate, int group);
}
