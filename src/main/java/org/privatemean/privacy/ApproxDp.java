package org.privatemean.privacy;

import java.io.Serializable;
import org.privatemean.numeric.Rounding;

/**
 * The guarantee (epsilon, delta)-DP (approximate differential privacy): for every two neighbouring
 * inputs and every set S of outputs, P[S] is at most e^epsilon Q[S] + delta.
 *
 * @param epsilon finite and at least 0
 * @param delta 0 to 1
 * @since 0.1.0
 */
public record ApproxDp(double epsilon, double delta) implements Serializable {
  /** Above the relative error of three library calls of one ulp each. */
  private static final double GROUP_ERROR = 0x1p-49;

  public ApproxDp {
    Checks.nonNegative("epsilon", epsilon);
    Checks.range("delta", delta >= 0 && delta <= 1, "between 0 and 1", delta);
  }

  /**
   * Returns the joint guarantee of this release and another by basic composition: the sums of both
   * epsilon and both delta, rounded up. For many releases the sum of their zCDP costs, converted
   * once, is far tighter.
   */
  public ApproxDp compose(ApproxDp other) {
    return new ApproxDp(
        Rounding.sumUp(epsilon, other.epsilon), Math.min(1, Rounding.sumUp(delta, other.delta)));
  }

  /**
   * Returns the guarantee for inputs that differ in {@code size} rows, rounded up: size * epsilon
   * and delta * (e^(size epsilon) - 1) / (e^epsilon - 1), the delta of a sequence of {@code size}
   * changes of one row.
   *
   * @param size number of rows, at least 1
   * @throws IllegalArgumentException if it is below 1
   */
  public ApproxDp group(int size) {
    Checks.groupSize(size);
    double epsilons = Rounding.productUp(size, epsilon);
    return new ApproxDp(epsilons, Math.min(1, groupDelta(size, epsilons)));
  }

  private double groupDelta(int size, double epsilons) {
    if (size == 1 || delta == 0) {
      return delta;
    }
    double factor = epsilon == 0 ? size : StrictMath.expm1(epsilons) / StrictMath.expm1(epsilon);
    // If both powers overflow, the quotient is NaN: delta is then 1, as for any infinite factor.
    return Double.isNaN(factor) ? 1 : Rounding.up(delta * factor, GROUP_ERROR);
  }
}
