package org.privatemean.app.session;

import org.privatemean.app.failure.WrongInputException;

/** Subcommand that needs a Spark session, except to check its options. */
public interface RunsOnSpark {
  /**
   * Checks the options. Reads no file and starts no session.
   *
   * @throws WrongInputException if an option is wrong
   */
  void checkOptions();
}
