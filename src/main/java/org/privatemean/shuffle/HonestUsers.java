package org.privatemean.shuffle;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.privatemean.refusal.TooFewRowsException;

/**
 * The number of users are trusted to follow the protocol and to keep their messages to themselves.
 */
final class HonestUsers {
  private HonestUsers() {}

  /**
   * Returns {@code floor(honestFraction users)}, of the fraction as the decimal that it prints as.
   *
   * @param users n, at least 1
   * @param honestFraction gamma, in (0, 1]
   * @param fewest how many the protocol needs, at least 1
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
    // Down, so that no more users are relied on than asked for.
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
