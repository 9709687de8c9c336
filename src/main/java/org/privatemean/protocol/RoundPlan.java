package org.privatemean.protocol;

import java.util.List;
import org.privatemean.geometry.Lattice;
import org.privatemean.release.Warning;

/**
 * Everything that a mean in rounds decides from public values, before any user answers: it is the
 * same for all users and for the server.
 */
public interface RoundPlan {
  /** Returns the public number of users n. */
  long users();

  /** Returns the number of coordinates per row. */
  int dimension();

  /** Returns the lattice that users round their rows to. */
  Lattice lattice();

  int roundCount();

  /** Returns the warnings, from public values. */
  List<Warning> warnings();

  /** Refuses a number of users that is not in [1, 2^31). */
  static void checkUsers(long users) {
    if (users < 1 || users >= 1L << 31) {
      throw new IllegalArgumentException("users must be in [1, 2^31). Provided value: " + users);
    }
  }
}
