package org.privatemean.shuffle.sum;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** How many users are trusted to follow the protocol and to keep their messages to themselves. */
final class HonestUsers {
  private HonestUsers() {}

  /**
   * Returns {@code floor(fraction users)}, of the fraction as the exact value of the double.
   *
   * @param users at least 1
   * @param fraction above 0, at most 1
   * @throws IllegalArgumentException if an argument is out of its range or the result below 20
   */
  static long of(long users, double fraction) {
    if (users < 1) {
      throw new IllegalArgumentException("users must be at least 1. Provided value: " + users);
    }
    if (!(fraction > 0 && fraction <= 1)) {
      throw new IllegalArgumentException(
          "honest fraction must be in (0, 1]. Provided value: " + fraction);
    }
    long honest =
        new BigDecimal(fraction)
            .multiply(BigDecimal.valueOf(users))
            .setScale(0, RoundingMode.FLOOR)
            .longValueExact();
    if (honest < MessageCount.FEWEST_USERS) {
      throw new IllegalArgumentException(
          String.format(
              "a shuffled sum needs at least %d honest users. Provided: %d users, honest fraction"
                  + " %s",
              MessageCount.FEWEST_USERS, users, fraction));
    }
    return honest;
  }
}
