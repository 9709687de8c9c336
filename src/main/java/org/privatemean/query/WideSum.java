package org.privatemean.query;

import java.math.BigInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.privatemean.privacy.PrivacyUnit;

/**
 * Sum over all rows, from totals that are held, that may exceed 64 bits.
 *
 * @param step length of a unit
 * @param sensitivity square of the l2 sensitivity
 * @param exact the exact sum, which is private
 */
public record WideSum(
    double step, Function<PrivacyUnit, BigInteger> sensitivity, Supplier<BigInteger[]> exact)
    implements BoundedSum {
  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return sensitivity.apply(unit);
  }

  /** Returns the exact sum: a noise step must consume it at once. */
  public BigInteger[] total() {
    return exact.get();
  }
}
