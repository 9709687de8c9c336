package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * The format of the bundle of one user in a round: as many slots for everybody, all of one length.
 * A slot holds a message or is blank, so that the number of a user's messages, which depends on its
 * row, is nothing to be seen from outside.
 *
 * <p><b>How many slots.</b> A round asks for at most {@code own} messages of a user and adds a
 * Poisson number of dummies. With {@link #slots} the number of both passes the slots with a chance
 * of at most t, whatever the row; the user then draws all of them again. So its messages have the
 * law that the round is accounted for, on the condition of an event of probability at least {@code
 * 1 - t}, and that is within t in total variation of the law itself. The messages of h users in r
 * rounds are within {@code h r t}, for every choice of rows, and whatever is asked after what was
 * answered, by the triangle inequality. Where the rounds are (epsilon, delta)-DP without bundles,
 * they are with them
 *
 * <pre>  P[S] &lt;= P0[S] + hrt &lt;= e^epsilon P0'[S] + delta + hrt
 *       &lt;= e^epsilon (P'[S] + hrt) + delta + hrt,</pre>
 *
 * <p>that is (epsilon, delta + (1 + e^epsilon) h r t)-DP. {@link #overflowChance} is the t that
 * makes the last term what a plan has set aside.
 *
 * @param message the form of a message
 * @param slots number of slots of a bundle, at least 1
 */
@Internal
public record BundleFormat(MessageFormat message, int slots) implements Serializable {
  /** Says whether a slot holds a message. */
  static final int FLAG_BYTES = 1;

  /** A bundle of more bytes than this is refused before it is made or read. */
  private static final long MAX_BYTES = 1L << 30;

  /** Checks the number. */
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
   * The chance of too many messages, for one user in one round, that adds at most delta to what the
   * rounds cost.
   *
   * @param epsilon of the rounds, at least 0
   * @param delta what may be added, in (0, 1)
   * @param users at least 1
   * @param rounds at least 1
   */
  public static double overflowChance(double epsilon, double delta, long users, int rounds) {
    return delta / ((1 + StrictMath.exp(epsilon)) * users * rounds) * (1 - 0x1p-40);
  }

  /**
   * The number of slots that a user's messages pass with at most a chance: {@code own + k} for the
   * least k with {@code e^(k + 1 - m) (m / (k + 1))^(k + 1) <= chance}, Chernoff's bound on a
   * Poisson number of mean m above k.
   *
   * @param own the most messages that are not dummies, at least 0
   * @param dummies the mean number m of dummies of a user, at least 0
   * @param chance in (0, 1)
   */
  public static int slots(long own, double dummies, double chance) {
    if (own < 0 || !(dummies >= 0) || !(chance > 0 && chance < 1)) {
      throw new IllegalArgumentException(
          String.format(
              "slots need own >= 0, dummies >= 0 and a chance in (0, 1). Provided: %d, %s, %s",
              own, dummies, chance));
    }
    // Upwards, against the rounding of a mean to a double.
    double mean = dummies * (1 + 0x1p-40);
    double least = StrictMath.log(chance) * (1 + 0x1p-40);
    long k = (long) Math.ceil(mean);
    while (mean > 0 && logTail(mean, k + 1.0) > least) {
      k++;
    }
    return Math.toIntExact(Math.max(1, own + k));
  }

  /** Returns the logarithm of P[X >= k], X a Poisson number of a mean below k. */
  private static double logTail(double mean, double k) {
    return k - mean - k * StrictMath.log(k / mean);
  }

  /** Bytes of a slot that anybody can read. */
  public int slotBytes() {
    return FLAG_BYTES + message.bytes();
  }
}
