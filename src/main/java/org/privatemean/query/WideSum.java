package org.privatemean.query;

import java.math.BigInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.privatemean.privacy.PrivacyUnit;

/** Sum of all rows beyond 64 bits: its step, squared l2 sensitivity and exact, private total. */
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
