package org.privatemean.privacy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Amounts of rho in whole units of 2^-60, in which budgets are kept.
 *
 * <p>Doubles of 2^-8 or more are whole numbers of units, so they suffer no rounding here, and two of
 * 0.25 are exactly one of 0.5. A double is taken for the number that it is: ten of 0.1 are more than
 * one of 1, as the double 0.1 is above a tenth.
 */
final class RhoUnits {
  private static final int FRACTION_BITS = 60;
  private static final BigDecimal UNITS = new BigDecimal(BigInteger.ONE.shiftLeft(FRACTION_BITS));

  private RhoUnits() {}

  /** The units of a rho, rounded where it has a part of one. */
  static BigInteger of(double rho, RoundingMode rounding) {
    return new BigDecimal(rho).multiply(UNITS).setScale(0, rounding).toBigIntegerExact();
  }

  /** The rho of so many units, rounded where it is no double. */
  static double toDouble(BigInteger units, RoundingMode rounding) {
    double nearest = units.doubleValue();
    int error = new BigDecimal(nearest).toBigIntegerExact().compareTo(units);
    // Division by 2^60 is exact: one unit is far above the smallest normal double.
    if (rounding == RoundingMode.CEILING && error < 0) {
      nearest = Math.nextUp(nearest);
    } else if (rounding == RoundingMode.FLOOR && error > 0) {
      nearest = Math.nextDown(nearest);
    }
    return Math.scalb(nearest, -FRACTION_BITS);
  }
}
