package org.privatemean.privacy.ledger;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.privatemean.privacy.Charge;

/**
 * Amounts of rho as integers of units of 2^-60.
 *
 * <p>A double is taken for the number that it is, not for the decimal that it prints as. Doubles of
 * 2^-8 or more are whole numbers of units.
 */
final class RhoUnits {

  private static final int FRACTION_BITS = 60;
  private static final BigDecimal UNITS = new BigDecimal(BigInteger.ONE.shiftLeft(FRACTION_BITS));

  private RhoUnits() {}

  static BigInteger of(double rho, RoundingMode rounding) {
    return new BigDecimal(rho).multiply(UNITS).setScale(0, rounding).toBigIntegerExact();
  }

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

  /** The amounts by name, rounded up, in the map's order. */
  static List<Charge> charges(Map<String, BigInteger> amounts) {
    return amounts.entrySet().stream()
        .map(entry -> new Charge(entry.getKey(), toDouble(entry.getValue(), RoundingMode.CEILING)))
        .toList();
  }
}
