package org.privatemean.app;

/** Subcommand that needs a Spark session, except to check its options. */
interface RunsOnSpark {
  /** Checks the options. Reads no file and starts no session. */
  void checkOptions();
}
