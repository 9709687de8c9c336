package org.privatemean.shuffle;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.privatemean.refusal.TooFewRowsException;

/** The number of users who are trusted to follow the protocol and to keep their messages secret. */
final class HonestUsers {
  private HonestUsers() {}

  /**
   * Returns {@code floor(honestFraction users)}, for the fraction as its printed decimal.
   *
   * @param users n, at least 1
   * @param honestFraction gamma, in (0, 1]
   * @param fewest minimum number for the protocol, at least 1
   * @throws IllegalArgumentException if an argument is out of its range, or the result below {@code
   *     fewest}
   */
  public static long count(long users, double honestFraction, long fewest) {
    if (users < 1) {
      throw new IllegalArgumentException("users must be at least 1. Provided value: " + users);
    }
    if (!(honestFraction > 0 && honestFraction <= 1)) {
      throw new IllegalArgumentException(
          "honestFraction must be in (0, 1]. Provided value: " + honestFraction);
    }
    // Rounded down, so that the guarantee relies on no more users than requested.
    long honest =
        BigDecimal.valueOf(honestFraction)
            .multiply(BigDecimal.valueOf(users))
            .setScale(0, RoundingMode.FLOOR)
            .longValueExact();
    if (honest < fewest) {
      throw new TooFewRowsException(
          String.format(
              "at least %d honest users are needed: ask more users, or count on more of them."
                  + " Provided: %d users, honestFraction %s",
              fewest, users, honestFraction),
          fewest / honestFraction);
    }
    return honest;
  }
}
