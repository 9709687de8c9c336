package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.privacy.Checks;

/**
 * Counts of messages hidden among dummies: every user sends a message to a count or not, all users
 * together add Poisson(dummies) dummy messages to it, and the server sees the total.
 *
 * <p><b>Privacy guarantee.</b> A replaced user changes <em>thresholds</em> of a coordinate by at
 * most one, all in one direction, or takes a message from one of several <em>cells</em> to another.
 * The loss of one message is ln((Y + 1) / m), Y Poisson(m), or in the other direction ln(m / Y).
 * All may depend on everything released before (shuffle-range-counting.md, "What a label costs").
 *
 * @param dummies mean number of the dummies of one count, 1 to 1e9
 * @param splits all divisions of the changes, of one number, into removals and additions
 */
record DummyCounts(double dummies, List<Split> splits) {

  private static final int MAX_CHANGES = 1 << 30;
  static final double MAX_DUMMIES = 1e9;

  DummyCounts {
    Checks.argument(
        "dummies",
        dummies >= 1 && dummies <= MAX_DUMMIES,
        "in [1, 1e9]: if more are needed, ask for fewer counts or take a larger budget",
        dummies);
  }

  /** Returns thresholds, {@code levels} per coordinate, which change in one direction. */
  public static DummyCounts forThresholds(int coordinates, int levels, double dummies) {
    Checks.argument("coordinates", coordinates >= 1, "at least 1", coordinates);
    Checks.argument("levels", levels >= 1, "at least 1", levels);
    if ((long) coordinates * levels > MAX_CHANGES) {
      throw new IllegalArgumentException(
          String.format(
              "coordinates times levels must be at most 2^30. Provided values: %s, %s",
              coordinates, levels));
    }
    List<Split> splits = new ArrayList<>();
    for (int added = 0; added <= coordinates; added++) {
      splits.add(new Split((coordinates - added) * levels, added * levels));
    }
    return new DummyCounts(dummies, splits);
  }

  /** Returns counts of cells: every user names one, {@code queries} times. */
  public static DummyCounts forCells(int queries, double dummies) {
    Checks.argument("queries", queries >= 1, "at least 1", queries);
    Checks.argument("queries", queries <= MAX_CHANGES / 2, "at most 2^29", queries);
    return new DummyCounts(dummies, List.of(new Split(queries, queries)));
  }

  /** Returns the counts of a search for a number of coordinates. */
  static DummyCounts create(int coordinates, SearchRounds search, double dummies) {
    return search.cells()
        ? forCells(coordinates * search.rounds(), dummies)
        : forThresholds(coordinates, search.rounds(), dummies);
  }

  /** Returns the number of counts that one user can change, a query of cells being two. */
  public int changes() {
    return splits.get(0).removals() + splits.get(0).additions();
  }

  /** Returns the cost in zCDP of Gaussian noise with the variance of the dummies. */
  double rho() {
    return changes() / (2 * dummies);
  }

  /** Number of counts that lose a message, and number of counts that gain one. */
  record Split(int removals, int additions) {}
}
