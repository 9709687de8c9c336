package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/** A local randomizer of one number for one group of users, and the count of its answers. */
sealed interface Question extends Serializable permits ChoiceQuestion, OneHot, NoisyPosition {

  /** Returns the answer for a value, which may be infinite but not NaN. */
  byte[] answer(double value, BitSource bits);

  int cells();

  /** Returns the expected cells for normal values, rounded. */
  long[] expectedCounts(double users, double mean, double sigma);

  /** Adds an answer to the cells, or returns false if no randomizer could have sent it. */
  boolean count(byte[] answer, long[] cells);
}
