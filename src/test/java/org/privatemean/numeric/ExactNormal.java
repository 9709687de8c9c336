package org.privatemean.numeric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** The standard normal law in 120 digits, 15 deviations out: the oracle of tests. */
public final class ExactNormal {
  private static final MathContext DIGITS = new MathContext(120, RoundingMode.HALF_EVEN);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal ROOT = TWO.multiply(pi()).sqrt(DIGITS);

  private ExactNormal() {}

  /** The density at z. */
  public static BigDecimal density(BigDecimal z) {
    BigDecimal half = z.multiply(z, DIGITS).divide(TWO, DIGITS);
    return BigDecimal.ONE.divide(exp(half).multiply(ROOT, DIGITS), DIGITS);
  }

  /** P[Z > z], z from -15 to 15: a half less density times z + z^3 / 3 + z^5 / 15 + ... */
  public static BigDecimal upperTail(BigDecimal z) {
    BigDecimal square = z.multiply(z, DIGITS);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal term = z;
    for (int odd = 3; term.signum() != 0 && exponent(term) > -DIGITS.getPrecision(); odd += 2) {
      sum = sum.add(term, DIGITS);
      term = term.multiply(square, DIGITS).divide(BigDecimal.valueOf(odd), DIGITS);
    }
    return BigDecimal.ONE.divide(TWO).subtract(density(z).multiply(sum, DIGITS), DIGITS);
  }

  /** e^x, x from -150 to 150. */
  public static BigDecimal exp(BigDecimal x) {
    if (x.signum() < 0) {
      return BigDecimal.ONE.divide(exp(x.negate()), DIGITS);
    }
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal term = BigDecimal.ONE;
    for (int k = 1; term.signum() != 0 && exponent(term) > -DIGITS.getPrecision(); k++) {
      sum = sum.add(term, DIGITS);
      term = term.multiply(x, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
    }
    return sum;
  }

  private static int exponent(BigDecimal x) {
    return x.precision() - x.scale();
  }

  /** By Machin's formula. */
  private static BigDecimal pi() {
    BigDecimal quarter =
        inverseTangent(5).multiply(BigDecimal.valueOf(4)).subtract(inverseTangent(239));
    return quarter.multiply(BigDecimal.valueOf(4));
  }

  /** arctan(1 / n). */
  private static BigDecimal inverseTangent(int n) {
    BigDecimal square = BigDecimal.valueOf((long) n * n);
    BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(n), DIGITS);
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 1; exponent(power) > -DIGITS.getPrecision(); k += 2) {
      BigDecimal term = power.divide(BigDecimal.valueOf(k), DIGITS);
      sum = k % 4 == 1 ? sum.add(term, DIGITS) : sum.subtract(term, DIGITS);
      power = power.divide(square, DIGITS);
    }
    return sum;
  }
}
