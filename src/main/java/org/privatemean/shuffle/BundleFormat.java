package org.privatemean.shuffle;

import java.io.Serializable;

/**
 * The format of the bundle of one user in a round: the same number of slots of one length for all
 * users, each a message or blank, which hides the number of a user's messages.
 *
 * <p><b>Privacy.</b> The messages end with a Poisson number of dummies. If they exceed the slots,
 * with a chance of at most t, the user draws all again: (epsilon, delta)-DP rounds of h users
 * become (epsilon, delta + (1 + e^epsilon) h r t)-DP for r rounds (shuffle-mean.md, "Bundles").
 */
record BundleFormat(MessageFormat message, int slots) implements Serializable {
  static final int HEADER_BYTES = 2 + MessageWriter.DIGEST_BYTES + 2 * Integer.BYTES + Short.BYTES;
  static final int FLAG_BYTES = 1;

  /** A larger bundle, in bytes, is refused before it is made or read. */
  private static final long MAX_BYTES = 1L << 30;

  BundleFormat {
    if (slots < 1 || slots * (long) (FLAG_BYTES + message.bytes()) > MAX_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              "a bundle needs at least 1 slot, and at most 2^30 bytes in all. Provided: %d of %d"
                  + " bytes",
              slots, FLAG_BYTES + message.bytes()));
    }
  }

  /** Returns the chance of too many messages, per user and round, that adds at most delta. */
  static double overflowChance(double epsilon, double delta, long users, int rounds) {
    return delta / ((1 + StrictMath.exp(epsilon)) * users * rounds) * (1 - 0x1p-40);
  }

  /** Returns {@code own} and a number of dummies, exceeded with at most the chance (Chernoff). */
  static int slots(long own, double dummies, double chance) {
    if (own < 0 || !(dummies >= 0) || !(chance > 0 && chance < 1)) {
      throw new IllegalArgumentException(
          String.format(
              "slots need own >= 0, dummies >= 0 and a chance in (0, 1). Provided: %d, %s, %s",
              own, dummies, chance));
    }
    // Increased, against the rounding of a mean to a double.
    double mean = dummies * (1 + 0x1p-40);
    double least = StrictMath.log(chance) * (1 + 0x1p-40);
    long k = (long) Math.ceil(mean);
    while (mean > 0 && logTail(mean, k + 1.0) > least) {
      k++;
    }
    return Math.toIntExact(Math.max(1, own + k));
  }

  /** Returns the logarithm of P[X >= k] for a Poisson number X with a mean below k. */
  private static double logTail(double mean, double k) {
    return k - mean - k * StrictMath.log(k / mean);
  }

  int slotBytes(boolean sealed) {
    return FLAG_BYTES + message.bytes() + (sealed ? Hpke.OVERHEAD : 0);
  }

  long bytes(boolean sealed) {
    long all = HEADER_BYTES + (long) slots * slotBytes(sealed);
    return sealed ? all + Hpke.OVERHEAD : all;
  }
}
