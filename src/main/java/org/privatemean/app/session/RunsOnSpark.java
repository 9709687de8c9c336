package org.privatemean.app.session;

import org.privatemean.app.failure.WrongInputException;

/** A subcommand that needs a Spark session, for all but the check of its options. */
public interface RunsOnSpark {
  /**
   * Checks what can be known from the options alone: looks at no file, starts no session.
   *
   * @throws WrongInputException if an option is wrong
   */
  void checkOptions();
}
