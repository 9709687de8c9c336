package org.privatemean.local.gaussian;

import org.privatemean.noise.BitSource;
import org.privatemean.noise.RandomizedResponse;

/** A question with a few possible answers, given through {@link RandomizedResponse}. */
sealed interface ChoiceQuestion extends Question permits Digit, SideQuestion {
  RandomizedResponse response();

  /** Returns the true answer. */
  int place(double value);

  /** Returns the probability of each true answer for normal values. */
  double[] law(double mean, double sigma);

  @Override
  default byte[] answer(double value, BitSource bits) {
    return new byte[] {(byte) response().respond(place(value), bits)};
  }

  @Override
  default int cells() {
    return response().answers();
  }

  @Override
  default long[] expectedCounts(double users, double mean, double sigma) {
    double[] law = law(mean, sigma);
    long[] cells = new long[law.length];
    for (int a = 0; a < law.length; a++) {
      cells[a] = Math.round(users * Histogram.sent(response(), law[a]));
    }
    return cells;
  }

  @Override
  default boolean count(byte[] answer, long[] cells) {
    if (answer.length != 1 || answer[0] < 0 || answer[0] >= cells.length) {
      return false;
    }
    cells[answer[0]]++;
    return true;
  }
}
