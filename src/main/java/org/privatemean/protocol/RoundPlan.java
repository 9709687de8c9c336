package org.privatemean.protocol;

import java.util.List;
import org.privatemean.geometry.Lattice;
import org.privatemean.release.Warning;

/**
 * Everything that a mean in rounds decides from public values, before any user is asked: it is the
 * same for all users and for the server.
 */
public interface RoundPlan {
  /** Public number of users n. */
  long users();

  /** Number of coordinates of a row. */
  int dimension();

  /** The lattice that users round their rows to. */
  Lattice lattice();

  /** Number of rounds. */
  int roundCount();

  /** Returns what the user should know, from public values. */
  List<Warning> warnings();

  /**
   * Checks a number of users.
   *
   * @throws IllegalArgumentException if it is not in [1, 2^31)
   */
  static void checkUsers(long users) {
    if (users < 1 || users >= 1L << 31) {
      throw new IllegalArgumentException("users must be in [1, 2^31). Provided value: " + users);
    }
  }
}
