package org.privatemean.query;

import org.privatemean.numeric.NumberFormat;

/** Check of a centre by the rank error of its medians, as a share of n, from public values. */
public record MedianAccuracyCheck(Measure measure, double rank) {
  /** Error above which a recentred mean was found better than medians. */
  private static final double RECENTRING_RANK = 0.2;

  public enum Measure {
    /** Standard deviation of the noise of one count, in the central and shuffle models. */
    COUNT(0.15, 0.25),

    /** Root mean square error of a search from local reports. */
    SEARCH(0.1, 0.35);

    /** Limit above which the centre reduces accuracy. */
    private final double doubtful;

    /** Limit above which the search takes a wrong branch near its root and may end anywhere. */
    private final double hopeless;

    Measure(double doubtful, double hopeless) {
      this.doubtful = doubtful;
      this.hopeless = hopeless;
    }
  }

  /** True if the centre may be far enough off to increase the error. */
  public boolean isDoubtful() {
    return rank > measure.doubtful;
  }

  public boolean isHopeless() {
    return rank > measure.hopeless;
  }

  /** True if a mean around a first mean is better than one around medians. */
  public boolean isBetterRecentred() {
    return measure == Measure.SEARCH && rank > RECENTRING_RANK;
  }

  public String warningOfCounts(long rows, String remedy) {
    return NumberFormat.format(
        "the medians' rank noise is %.0f %% of n = %d: the centre may be far off and the error as"
            + " large as the bounds; use %s",
        100 * rank, rows, remedy);
  }

  public String warningOfSearch() {
    return NumberFormat.format(
        "the rank error of a median is about %.0f %% of n: the centre is poor, and the error larger"
            + " for it",
        100 * rank);
  }

  /** Returns the refusal of a hopeless request, with an alternative to more users. */
  public String refusal(String request, int levels, long users, String remedy) {
    String error =
        switch (measure) {
          case COUNT -> "the noise of a median's count is";
          case SEARCH -> "the rank error of a median over " + levels + " levels is about";
        };
    return NumberFormat.format(
        "%s cannot locate the centre: %s %.0f %% of n. About %s users are enough, or "
            + "use a larger budget, %s",
        request, error, 100 * rank, NumberFormat.bound(enough(users), 2), remedy);
  }

  public double enough(long users) {
    return switch (measure) {
      case COUNT -> users * rank / measure.hopeless;
      case SEARCH -> users * (rank / measure.hopeless) * (rank / measure.hopeless);
    };
  }
}
