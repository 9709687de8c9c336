package org.privatemean.privacy.ledger;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;

/** Amounts of a budget as integers of small units; doubles of 2^-8 or more are whole numbers. */
@Internal
public enum BudgetUnits {
  /** Units of rho: 2^-60. */
  RHO(60),
  /** Units of delta: 2^-120. */
  DELTA(120);

  private final int fractionBits;
  private final BigDecimal one;

  BudgetUnits(int fractionBits) {
    this.fractionBits = fractionBits;
    this.one = new BigDecimal(BigInteger.ONE.shiftLeft(fractionBits));
  }

  public BigInteger of(double amount, RoundingMode rounding) {
    return new BigDecimal(amount).multiply(one).setScale(0, rounding).toBigIntegerExact();
  }

  public double toDouble(BigInteger units, RoundingMode rounding) {
    double nearest = units.doubleValue();
    int error = new BigDecimal(nearest).toBigIntegerExact().compareTo(units);
    // The division is exact: one unit is far above the smallest normal double.
    if (rounding == RoundingMode.CEILING && error < 0) {
      nearest = Math.nextUp(nearest);
    } else if (rounding == RoundingMode.FLOOR && error > 0) {
      nearest = Math.nextDown(nearest);
    }
    return Math.scalb(nearest, -fractionBits);
  }

  /** Returns the charges of amounts of rho by name, rounded up, in the order of the map. */
  static List<Charge> charges(Map<String, BigInteger> amounts) {
    return amounts.entrySet().stream()
        .map(
            entry ->
                new Charge(entry.getKey(), RHO.toDouble(entry.getValue(), RoundingMode.CEILING)))
        .toList();
  }
}
