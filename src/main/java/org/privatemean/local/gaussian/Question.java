package org.privatemean.local.gaussian;

import org.privatemean.noise.BitSource;

/**
 * A question about one number to one group of users: a local randomizer, and how its answers are
 * counted. It holds public values only.
 */
sealed interface Question permits ChoiceQuestion, OneHot, NoisyPosition {

  /** Answers for a value, which may be infinite but not NaN. */
  byte[] answer(double value, BitSource bits);

  /** Returns how many integers the answers are added up in. */
  int cells();

  /** The cells to be expected of users with normal values, rounded to integers. */
  long[] expectedCounts(double users, double mean, double sigma);

  /**
   * Adds an answer to the cells.
   *
   * @return false, and nothing is added, if no randomizer could have sent these bytes
   */
  boolean count(byte[] answer, long[] cells);
}
