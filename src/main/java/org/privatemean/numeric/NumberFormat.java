package org.privatemean.numeric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Formatter of numbers, with no more digits than their error allows, and of long lists. */
public final class NumberFormat {
  private static final int OF_ERROR = 2;
  private static final int OF_NUMBER = 6;
  private static final int OF_DOUBLE = 17;

  /** Power of ten from which numbers are written with it, as below the other limit. */
  private static final int LARGE = 9;

  private static final int SMALL = -5;

  private NumberFormat() {}

  /**
   * Returns a value and its error, such as {@code 39138 +- 52} or {@code (3.9138 +- 0.0052)e12}:
   * the error has two digits, and the value the same last place. An error of 0, or far below the
   * last digit, leaves the value unchanged; with an infinite one, it has six digits.
   */
  public static String withError(double value, double halfWidth) {
    if (!Double.isFinite(value) || !Double.isFinite(halfWidth) || halfWidth == 0) {
      return (halfWidth == 0 ? exact(value) : number(value)) + " +- " + number(halfWidth);
    }
    BigDecimal error = significant(halfWidth, OF_ERROR);
    BigDecimal rounded = new BigDecimal(value).setScale(error.scale(), RoundingMode.HALF_UP);
    if (rounded.precision() > OF_DOUBLE) {
      return exact(value) + " +- " + number(halfWidth, OF_ERROR);
    }
    int power = Math.max(power(error), power(rounded));
    if (power == 0 || (power < LARGE && power(error) >= SMALL)) {
      return plain(rounded) + " +- " + plain(error);
    }
    return String.format(
        Locale.ROOT,
        "(%s +- %s)e%d",
        plain(rounded.scaleByPowerOfTen(-power)),
        plain(error.scaleByPowerOfTen(-power)),
        power);
  }

  /** Returns {@link String#format} of values, the same in every locale. */
  @SuppressWarnings("AnnotateFormatMethod") // The annotation is not a dependency of this project.
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  public static String number(double value) {
    return number(value, OF_NUMBER);
  }

  /** Returns a number with a maximum of significant digits, without trailing zeros. */
  public static String number(double value, int digits) {
    return Double.isFinite(value) ? text(significant(value, digits)) : Double.toString(value);
  }

  /** Returns the least number with a given number of digits that is not below a value. */
  public static String bound(double value, int digits) {
    return Double.isFinite(value)
        ? text(BigDecimal.valueOf(value).round(new MathContext(digits, RoundingMode.CEILING)))
        : Double.toString(value);
  }

  /** Returns the first of some names, and the number of the others. */
  public static String list(List<String> names, int most) {
    int more = names.size() - most;
    return String.join(", ", names.subList(0, Math.min(most, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** Returns all digits that distinguish a double from its neighbours. */
  private static String exact(double value) {
    return Double.isFinite(value) ? text(BigDecimal.valueOf(value)) : Double.toString(value);
  }

  private static String text(BigDecimal number) {
    BigDecimal brief = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    int power = power(brief);
    if (brief.signum() == 0 || (power < LARGE && power >= SMALL)) {
      return plain(brief);
    }
    return plain(brief.scaleByPowerOfTen(-power)) + "e" + power;
  }

  private static BigDecimal significant(double value, int digits) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_UP));
    // A double such as 5 has fewer digits than requested.
    return rounded.signum() == 0
        ? BigDecimal.ZERO
        : rounded.setScale(digits - 1 - power(rounded), RoundingMode.UNNECESSARY);
  }

  private static int power(BigDecimal number) {
    return number.signum() == 0 ? Integer.MIN_VALUE : number.precision() - number.scale() - 1;
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 && number.scale() <= 0 ? "0" : number.toPlainString();
  }
}
