package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.privacy.Charge;

/**
 * Counts of messages hidden among dummies: every user sends a message to a count or not, all users
 * together add Poisson(dummies) dummy messages to it, and the server sees the total.
 *
 * <p>Two shapes. <em>Thresholds</em>: a user whose value is at most the threshold sends one
 * message. If one user's value is replaced, all counts of a coordinate change in the same
 * direction, if they change: the neighbours determine the direction of each coordinate, and the
 * accounting takes the worst case. <em>Cells</em>: every user sends one message to one of several
 * cells, and the dummies are spread uniformly, so each cell gets Poisson(dummies). A replaced user
 * leaves one cell and enters another.
 *
 * <p><b>Privacy guarantee.</b> The choice of thresholds or cells may depend on everything released
 * before. A count of X messages and Y dummies, with Y Poisson(m), has between X and X + 1 the loss
 * ln((Y + 1) / m) or, in the other direction, ln(m / Y): the ratio of Poisson probabilities at k -
 * 1 and k is k / m. The two cells that change are independent counts, so one query of cells is one
 * count of each kind. More dummies than stated do not weaken it: they are post-processing.
 */
final class DummyCounts implements Loss {

  private static final int MAX_CHANGES = 1 << 30;

  /** Maximum mean number of dummies in the accounting. */
  static final double MAX_DUMMIES = 1e9;

  private final double dummies;
  private final List<Split> splits;

  /**
   * Creates counts; a replaced user changes those of one of the splits.
   *
   * @param splits all with the same number of changes
   */
  DummyCounts(double dummies, List<Split> splits) {
    if (!(dummies >= 1 && dummies <= MAX_DUMMIES)) {
      throw new IllegalArgumentException(
          "dummies must be in [1, 1e9]: if more are needed, ask for fewer counts or take a larger"
              + " budget. Provided value: "
              + dummies);
    }
    this.dummies = dummies;
    this.splits = splits;
  }

  /**
   * Returns threshold counts: {@code levels} for each of {@code coordinates} coordinates.
   *
   * @param coordinates number of groups of counts that change in one direction, at least 1
   * @param levels number of counts of each group, at least 1
   * @param dummies mean number of the dummies of a count, 1 to 1e9
   * @throws IllegalArgumentException if an argument is out of its range, or coordinates times
   *     levels above 2^30
   */
  public static DummyCounts forThresholds(int coordinates, int levels, double dummies) {
    atLeastOne("coordinates", coordinates);
    atLeastOne("levels", levels);
    if ((long) coordinates * levels > MAX_CHANGES) {
      throw new IllegalArgumentException(
          "coordinates times levels must be at most 2^30. Provided values: "
              + coordinates
              + ", "
              + levels);
    }
    List<Split> splits = new ArrayList<>();
    for (int added = 0; added <= coordinates; added++) {
      splits.add(new Split((coordinates - added) * levels, added * levels));
    }
    return new DummyCounts(dummies, splits);
  }

  /**
   * Returns counts of cells.
   *
   * @param queries number of times that every user names a cell, 1 to 2^29
   * @param dummies mean number of the dummies of a cell, 1 to 1e9
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static DummyCounts forCells(int queries, double dummies) {
    atLeastOne("queries", queries);
    if (queries > MAX_CHANGES / 2) {
      throw new IllegalArgumentException(
          "queries must be at most 2^29. Provided value: " + queries);
    }
    return new DummyCounts(dummies, List.of(new Split(queries, queries)));
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1. Provided value: " + value);
    }
  }

  /** Returns the mean number of dummies of one count. */
  public double dummies() {
    return dummies;
  }

  /** Returns the number of counts that one user can change, a query of cells being two. */
  public int changes() {
    return splits.get(0).removals() + splits.get(0).additions();
  }

  /** Returns the cost in zCDP of Gaussian noise with the variance of the dummies. */
  double rho() {
    return changes() / (2 * dummies);
  }

  @Override
  public Charge charge(String step) {
    return new Charge(step, rho(), 0);
  }

  /** Returns the same counts with another mean number of dummies. */
  DummyCounts with(double otherDummies) {
    return new DummyCounts(otherDummies, splits);
  }

  /** Returns all divisions of the changes into removals and additions. */
  List<Split> splits() {
    return splits;
  }

  /** Number of counts that lose a message, and number of counts that gain one. */
  record Split(int removals, int additions) {}
}
