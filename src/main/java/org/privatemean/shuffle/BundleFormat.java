package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * The format of the bundle of one user in a round: the same number of slots for all users, all of
 * one length. A slot holds a message or is blank, so that the number of a user's messages, which
 * depends on its row, is not visible from outside.
 *
 * <p><b>The number of slots.</b> A round needs at most {@code own} messages of a user and adds a
 * Poisson number of dummies. With {@link #slots} both together exceed the slots with a chance of at
 * most t, for any row; the user then draws all of them again. So its messages have the accounted
 * distribution of the round, conditioned on an event of probability at least {@code 1 - t}, which
 * is within t in total variation of that distribution. By the triangle inequality, the messages of
 * h users in r rounds are within {@code h r t}, for every choice of rows and for adaptive queries.
 * If the rounds are (epsilon, delta)-DP without bundles, then with bundles
 *
 * <pre>  P[S] &lt;= P0[S] + hrt &lt;= e^epsilon P0'[S] + delta + hrt
 *       &lt;= e^epsilon (P'[S] + hrt) + delta + hrt,</pre>
 *
 * <p>that is (epsilon, delta + (1 + e^epsilon) h r t)-DP. {@link #overflowChance} is the t for
 * which the last term is the share of delta that a plan reserves.
 *
 * @param message the format of a message
 * @param slots number of slots of a bundle, at least 1
 */
@Internal
public record BundleFormat(MessageFormat message, int slots) implements Serializable {
  /** Marks whether a slot holds a message. */
  static final int FLAG_BYTES = 1;

  /** A larger bundle, in bytes, is refused before it is made or read. */
  private static final long MAX_BYTES = 1L << 30;

  /** Validates the number. */
  public BundleFormat {
    if (slots < 1 || slots * (long) (FLAG_BYTES + message.bytes()) > MAX_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              "a bundle needs at least 1 slot, and at most 2^30 bytes in all. Provided: %d of %d"
                  + " bytes",
              slots, FLAG_BYTES + message.bytes()));
    }
  }

  /**
   * Returns the chance of too many messages, for one user in one round, that adds at most delta to
   * the cost of the rounds.
   *
   * @param epsilon of the rounds, at least 0
   * @param delta maximum addition, in (0, 1)
   * @param users at least 1
   * @param rounds at least 1
   */
  public static double overflowChance(double epsilon, double delta, long users, int rounds) {
    return delta / ((1 + StrictMath.exp(epsilon)) * users * rounds) * (1 - 0x1p-40);
  }

  /**
   * Returns the number of slots that a user's messages exceed with at most the given chance: {@code
   * own + k} for the least k with {@code e^(k + 1 - m) (m / (k + 1))^(k + 1) <= chance}, Chernoff's
   * bound on a Poisson number of mean m above k.
   *
   * @param own maximum number of messages that are not dummies, at least 0
   * @param dummies mean number m of dummies of a user, at least 0
   * @param chance in (0, 1)
   */
  public static int slots(long own, double dummies, double chance) {
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

  /** Returns the bytes of an open slot. */
  public int slotBytes() {
    return FLAG_BYTES + message.bytes();
  }
}
