package org.privatemean.privacy;

import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Rounding;

/**
 * The guarantee of all reports of a local protocol together, once a shuffler has hidden who sent
 * which: each of n users sends one report of the same epsilon-DP local randomizer, or of one that
 * depends on the reports before it, and the server sees their multiset.
 *
 * <p><b>Privacy guarantee.</b> That of the pair of laws P and Q, with C clones, of Feldman,
 * McMillan and Talwar (2021), "Hiding Among the Clones" (privacy-accounting.md, "Amplification by
 * shuffling"). Where every report is only the coin of {@code RandomizedResponse} over two answers
 * there are up to twice as many clones ({@link #coinDeltaUp}).
 *
 * <p>C is known to the server, so delta is the mean over C of the delta given C = c: the sum over k
 * of max(0, P(k) - e^epsilon Q(k)) for the first entry k. It falls with c, since one clone more is
 * a fair coin added to both. So values of C are taken together, each for the smallest of its group.
 *
 * <p>The reports must carry nothing that tells users apart: with several rounds or labels, n is the
 * number of users whose reports are shuffled together under one label, and costs of rounds add up.
 *
 * <p>n is from 1 to 1e9, the local epsilon at most 20, a given epsilon finite and at least 0, and a
 * given delta above 0 and below 1; all methods throw IllegalArgumentException for others.
 *
 * @since 0.1.0
 */
public final class ShuffleAmplification {
  /** Tails of probability below e^-80 are not resolved. */
  private static final double TAIL = 80;

  /** Groups of C have this part of its standard deviation. */
  private static final int GROUPS = 16;

  private static final int BISECTIONS = 26;

  /** More than the error of a few 1e6 multiplications. */
  private static final double RECURRENCE_ERROR = 0x1p-30;

  private ShuffleAmplification() {}

  /** Returns a delta for which the shuffled reports are (epsilon, delta)-DP, rounded up. */
  public static double deltaUp(int users, PureDp local, double epsilon) {
    return deltaUp(users, local, epsilon, 1);
  }

  /** Returns {@link #deltaUp(int, PureDp, double)} where every report is a coin of two values. */
  public static double coinDeltaUp(int users, PureDp local, double epsilon) {
    return deltaUp(users, local, epsilon, 2);
  }

  /** Delta with odds of {@code factor / (e^e0 - 1)} for a clone: factor 1, or 2 for coins. */
  private static double deltaUp(int users, PureDp local, double epsilon, int factor) {
    check(users, local);
    Checks.nonNegative("epsilon", epsilon);
    if (epsilon >= local.epsilon()) {
      return 0;
    }
    double odds = factor / StrictMath.expm1(local.epsilon());
    double chance = odds / (1 + odds);
    int others = users - 1;
    double mean = others * chance;
    double reach = Math.sqrt(2 * TAIL * mean);
    int first = (int) Math.max(0, Math.floor(mean - reach));
    // Bernstein, as for the upper tail of a Poisson variable.
    int last = (int) Math.min(others, Math.ceil(mean + reach + TAIL));
    double[] masses = binomial(others, odds, first, last);
    int width = (int) Math.max(1, Math.sqrt(mean * (1 - chance)) / GROUPS);
    double delta = 2 * StrictMath.exp(-TAIL);
    for (int start = 0; start < masses.length; start += width) {
      double mass = 0;
      for (int i = start; i < Math.min(start + width, masses.length); i++) {
        mass += masses[i];
      }
      if (mass > 0) {
        delta += mass * deltaOfClones(first + start, local.epsilon(), epsilon);
      }
    }
    return Math.min(1, Rounding.up(delta, RECURRENCE_ERROR));
  }

  /**
   * Returns an epsilon for which the shuffled reports are (epsilon, delta)-DP, rounded up; at most
   * that of a report by itself.
   */
  public static double epsilonUp(int users, PureDp local, double delta) {
    return epsilonUp(users, local, delta, 1);
  }

  /** Returns {@link #epsilonUp(int, PureDp, double)} where every report is a coin of two values. */
  public static double coinEpsilonUp(int users, PureDp local, double delta) {
    return epsilonUp(users, local, delta, 2);
  }

  private static double epsilonUp(int users, PureDp local, double delta, int factor) {
    check(users, local);
    Checks.properDelta(delta);
    if (deltaUp(users, local, 0, factor) <= delta) {
      return 0;
    }
    return MonotoneSearch.halve(
            0,
            local.epsilon(),
            BISECTIONS,
            epsilon -> deltaUp(users, local, epsilon, factor) > delta)
        .high();
  }

  private static void check(int users, PureDp local) {
    Checks.argument("users", users >= 1 && users <= 1_000_000_000, "in [1, 1e9]", users);
    Checks.argument("the local epsilon", local.epsilon() <= 20, "at most 20", local.epsilon());
  }

  /** Returns the probabilities of first to last successes, given one of these: all but 2 e^-80. */
  private static double[] binomial(int trials, double odds, int first, int last) {
    double[] masses = new double[last - first + 1];
    double mean = trials * (odds / (1 + odds));
    int mode = (int) Math.max(first, Math.min(last, Math.floor(mean)));
    masses[mode - first] = 1;
    for (int k = mode + 1; k <= last; k++) {
      masses[k - first] = masses[k - first - 1] * ((trials - k + 1) * odds / k);
    }
    for (int k = mode - 1; k >= first; k--) {
      masses[k - first] = masses[k - first + 1] * ((k + 1) / ((trials - k) * odds));
    }
    double sum = 0;
    for (double mass : masses) {
      sum += mass;
    }
    for (int i = 0; i < masses.length; i++) {
      masses[i] /= sum;
    }
    return masses;
  }

  /**
   * Delta given C = c. With a = e^e0 / (1 + e^e0) and b the probabilities of Bin(c, 1/2), P(k) - e^
   * epsilon Q(k) is b(k - 1) (gain - cost (c - k + 1) / k), where gain = a - e^epsilon (1 - a) and
   * cost = e^epsilon a - (1 - a): positive above (c + 1) / 2 only.
   */
  private static double deltaOfClones(int c, double local, double epsilon) {
    double truth = 1 / (1 + StrictMath.exp(-local));
    double lie = 1 / (1 + StrictMath.exp(local));
    double factor = StrictMath.exp(epsilon);
    double gain = lie * (StrictMath.exp(local) - factor);
    double cost = factor * truth - lie;
    double weight = 1;
    double total = 0;
    double gained = 0;
    double visited = 0;
    int half = c / 2;
    for (int k = half + 1; k <= c + 1 && weight > 1e-36; k++) {
      // Here weight is b(k - 1), relative to the largest.
      double rest = c - k + 1.0;
      // b is symmetric: what lies below c / 2 is the mirror image of entries that the loop visits.
      total += rest >= half ? weight : 2 * weight;
      double term = gain - cost * rest / k;
      if (term > 0) {
        gained += weight * term;
        visited += weight;
      }
      weight *= rest / k;
    }
    double slack = visited * (gain + cost) * 0x1p-50 + 1e-33;
    return (gained + slack) / total;
  }
}
