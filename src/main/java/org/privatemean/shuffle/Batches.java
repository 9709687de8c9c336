package org.privatemean.shuffle;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.DigestBits;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.TooFewRowsException;

/**
 * A random partition of the users of a sum into B batches, each with a separate sum: a malicious
 * user spoils only its batch.
 *
 * <p><b>Privacy guarantee.</b> That of one batch: each has the whole noise of its honest users, and
 * a replaced row changes the messages of one batch only. The chance that it has fewer than {@link
 * #honest} of the H honest users, {@code e^(-H KL((h - 1) / H || 1/B))}, adds to delta, once. This
 * requires that the seed was chosen without knowledge of the ids (shuffle-mean.md, "Batches").
 *
 * @param users n
 * @param count B
 * @param honest assumed number of honest users per batch
 */
@Internal
public record Batches(long users, int count, long honest) implements Serializable {
  /**
   * Creates at least 1 batch. With at most the given chance, a part of delta, some batch has fewer
   * honest users than assumed. Refuses fewer than 20 honest users per batch.
   */
  public static Batches create(long users, double honestFraction, int count, double chance) {
    long all = honestUsers(users, honestFraction, SplitAndMix.FEWEST_USERS);
    if (count < 1 || !(chance > 0 && chance < 1)) {
      throw new IllegalArgumentException(
          String.format(
              "batches need count >= 1 and a chance in (0, 1). Provided: %d, %s", count, chance));
    }
    long honest = honest(all, count, chance);
    if (honest < SplitAndMix.FEWEST_USERS) {
      throw new IllegalArgumentException(
          String.format(
              "only %d honest users of a batch can be counted on, and at least %d are needed: at"
                  + " most %d batches of %d users. Provided: %d batches",
              honest, SplitAndMix.FEWEST_USERS, most(all, chance), users, count));
    }
    return new Batches(users, count, honest);
  }

  /** Returns {@code floor(honestFraction users)}, the fraction in decimal; refuses too few. */
  static long honestUsers(long users, double honestFraction, long fewest) {
    Checks.argument("users", users >= 1, "at least 1", users);
    boolean inRange = honestFraction > 0 && honestFraction <= 1;
    Checks.argument("honestFraction", inRange, "in (0, 1]", honestFraction);
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

  private static long most(long all, double chance) {
    return MonotoneSearch.lastInteger(
        1,
        Math.min(all, Integer.MAX_VALUE) + 1,
        count -> honest(all, (int) count, chance) >= SplitAndMix.FEWEST_USERS);
  }

  static long honest(long all, int count, double chance) {
    if (count == 1) {
      return all;
    }
    // More than all roundings of the divergence, which loses digits if h is near the mean.
    double least = -StrictMath.log(chance) * (1 + 0x1p-20);
    // For h = 1 the bound holds with h - 1 = 0.
    return MonotoneSearch.lastInteger(
        0, all / count + 1, h -> h == 0 || all * divergence((h - 1.0) / all, 1.0 / count) >= least);
  }

  /** Returns KL(a || p) for a below p. */
  private static double divergence(double a, double p) {
    double low = a == 0 ? 0 : a * StrictMath.log(a / p);
    return low + (1 - a) * (StrictMath.log1p(-a) - StrictMath.log1p(-p));
  }

  /** Returns the number of batches with the least noise if k malicious users each spoil one. */
  public static int forForgers(int forgers) {
    return Math.addExact(forgers, 1);
  }

  /** Returns the batch of a user, from 0, whose id was fixed before the seed was known. */
  public int batch(long publicSeed, String userId) {
    return count == 1
        ? 0
        : (int)
            DigestBits.from("org.privatemean.shuffle.batch/1", Long.toString(publicSeed), userId)
                .nextBelow(count);
  }
}
