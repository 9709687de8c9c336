package org.privatemean.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as tables show them. */
public final class Numbers {
  private Numbers() {}

  /** All digits, none that says nothing: 16, 0.5, 1e+06. */
  public static String plain(Number value) {
    double x = value.doubleValue();
    return Math.abs(x) >= 1e6
        ? String.format(Locale.ROOT, "%.0e", x)
        : BigDecimal.valueOf(x).stripTrailingZeros().toPlainString();
  }

  /** That many significant digits. */
  public static String rounded(double value, int digits) {
    if (value != 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e6)) {
      return String.format(Locale.ROOT, "%." + (digits - 1) + "e", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits));
    return rounded.setScale(Math.max(rounded.scale(), 0)).toPlainString();
  }
}
