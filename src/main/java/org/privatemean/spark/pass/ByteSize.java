package org.privatemean.spark.pass;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * A parser of memory sizes as in Spark's settings: a whole number and b, k, kb, m, mb, g, gb, t,
 * tb, p or pb, in any case; k is 1024 bytes, m is 1024 k, and so on.
 */
final class ByteSize {
  private static final Pattern FORM = Pattern.compile("(-?\\d+)(b|[kmgtp]b?)?");
  private static final String UNITS = "bkmgtp";
  private static final int UNIT_LOG = 10;
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private ByteSize() {}

  /**
   * Returns the bytes of a size.
   *
   * @param setting name of the setting, for the message
   * @param value the size
   * @param unit bytes per unit of a number without a suffix; in Spark 1 or 2^20, depending on the
   *     setting
   * @return bytes, at least 0; the largest long if it overflows
   * @throws IllegalArgumentException if the value is not a size
   */
  static long bytes(String setting, String value, long unit) {
    Matcher form = FORM.matcher(value.trim().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw ParamException.of(
          setting,
          String.format(
              "%s must be a whole number and a unit, such as 512m or 2g. Provided value: %s",
              setting, Refusal.literal(value)));
    }
    BigInteger number = new BigInteger(form.group(1));
    String suffix = form.group(2);
    BigInteger bytes =
        suffix == null
            ? number.multiply(BigInteger.valueOf(unit))
            : number.shiftLeft(UNIT_LOG * UNITS.indexOf(suffix.charAt(0)));
    return bytes.max(BigInteger.ZERO).min(MOST).longValue();
  }
}
