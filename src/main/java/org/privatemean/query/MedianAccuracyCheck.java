package org.privatemean.query;

import java.util.Locale;
import org.privatemean.numeric.NumberFormat;

/**
 * The effect of the medians' rank error on the centre, from public values: the limits of all trust
 * models, and how they are worded for a user.
 *
 * @param measure what the error is of
 * @param rank the error as a share of n, at least 0
 */
public record MedianAccuracyCheck(Measure measure, double rank) {
  /**
   * Error of a {@link Measure#SEARCH} from which a recentred mean was found better than medians.
   */
  private static final double RECENTRING_RANK = 0.2;

  /** The reference of the error, and the largest acceptable error. */
  public enum Measure {
    /** The standard deviation of the noise of one count of a search: a curator, a shuffler. */
    COUNT(0.15, 0.25),

    /** The root mean square of what a search from local reports is off. */
    SEARCH(0.1, 0.35);

    /** From here on the centre costs accuracy. */
    private final double doubtful;

    /**
     * From here on no useful centre can be found: the search takes a wrong branch near its root,
     * and may end anywhere.
     */
    private final double hopeless;

    Measure(double doubtful, double hopeless) {
      this.doubtful = doubtful;
      this.hopeless = hopeless;
    }
  }

  /** True if the centre may be so far off that the error suffers. */
  public boolean isDoubtful() {
    return rank > measure.doubtful;
  }

  /** True if no useful centre can be found. */
  public boolean isHopeless() {
    return rank > measure.hopeless;
  }

  /** True if a mean around a first mean is better than one around medians. */
  public boolean isBetterRecentred() {
    return measure == Measure.SEARCH && rank > RECENTRING_RANK;
  }

  /**
   * The warning of a centre that is doubtful for the noise of its counts.
   *
   * @param rows number of rows or users n
   * @param remedy what to use instead
   */
  public String warningOfCounts(long rows, String remedy) {
    return String.format(
        Locale.ROOT,
        "the medians' rank noise is %.0f %% of n = %d: the centre may be far off and the error as"
            + " large as the bounds; use %s",
        100 * rank,
        rows,
        remedy);
  }

  /** The warning of a centre that is doubtful for the error of its search. */
  public String warningOfSearch() {
    return String.format(
        Locale.ROOT,
        "the rank error of a median is about %.0f %% of n: the centre is poor, and the error larger"
            + " for it",
        100 * rank);
  }

  /**
   * Returns what is said of a request whose centre is hopeless.
   *
   * @param request what was asked for, in numbers
   * @param levels number of levels of the search
   * @param users number of users n
   * @param remedy what else would do, after more users and a larger budget
   */
  public String refusal(String request, int levels, long users, String remedy) {
    String error =
        switch (measure) {
          case COUNT -> "the noise of a median's count is";
          case SEARCH -> "the rank error of a median over " + levels + " levels is about";
        };
    return String.format(
        Locale.ROOT,
        "%s cannot locate the centre: %s %.0f %% of n. Some %s users would do, or a larger"
            + " budget, %s",
        request,
        error,
        100 * rank,
        NumberFormat.bound(enough(users), 2),
        remedy);
  }

  /** About how many users make it not hopeless: the noise of a count is the same for all n. */
  public double enough(long users) {
    return switch (measure) {
      case COUNT -> users * rank / measure.hopeless;
      case SEARCH -> users * (rank / measure.hopeless) * (rank / measure.hopeless);
    };
  }
}
