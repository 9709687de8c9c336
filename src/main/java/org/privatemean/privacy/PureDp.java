package org.privatemean.privacy;

import java.io.Serializable;
import org.privatemean.numeric.Rounding;

/**
 * The guarantee epsilon-DP (pure differential privacy): for every two neighbouring inputs no output
 * is more than e^epsilon times as likely under one as under the other.
 *
 * @param epsilon finite and at least 0
 * @since 0.1.0
 */
public record PureDp(double epsilon) implements Serializable {
  public PureDp {
    Checks.nonNegative("epsilon", epsilon);
  }

  /**
   * Returns the joint guarantee of this release and another: the sum of both epsilon, rounded up.
   */
  public PureDp compose(PureDp other) {
    return new PureDp(Rounding.sumUp(epsilon, other.epsilon));
  }

  /**
   * Returns the guarantee for inputs that differ in {@code size} rows: size * epsilon, rounded up.
   *
   * @param size number of rows, at least 1
   * @throws IllegalArgumentException if it is below 1
   */
  public PureDp group(int size) {
    Checks.groupSize(size);
    return new PureDp(Rounding.productUp(size, epsilon));
  }
}
