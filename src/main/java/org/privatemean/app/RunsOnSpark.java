package org.privatemean.app;

import org.privatemean.app.input.WrongInputException;

/** A subcommand that needs a Spark session, for all but the check of its options. */
interface RunsOnSpark {
  /**
   * Checks what can be known from the options alone: looks at no file, starts no session.
   *
   * @throws WrongInputException if an option is wrong
   */
  void checkOptions();
}
