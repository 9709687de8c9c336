package org.privatemean.local;

import java.util.Arrays;
import org.privatemean.noise.BitSource;

/** A question with a few possible answers, given through {@link RandomizedResponse}. */
sealed interface ChoiceQuestion extends Question permits Digit, SideQuestion {
  RandomizedResponse response();

  int place(double value);

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
    return Arrays.stream(law(mean, sigma))
        .mapToLong(share -> Math.round(users * sent(response(), share)))
        .toArray();
  }

  @Override
  default boolean count(byte[] answer, long[] cells) {
    if (answer.length != 1 || answer[0] < 0 || answer[0] >= cells.length) {
      return false;
    }
    cells[answer[0]]++;
    return true;
  }

  /** Returns the unbiased shares of the true answers; equal without reports. */
  static double[] shares(RandomizedResponse response, long[] counts) {
    double total = (double) total(counts);
    double[] shares = new double[response.answers()];
    for (int a = 0; a < shares.length; a++) {
      shares[a] =
          total == 0
              ? 1.0 / shares.length
              : response.scale() * (counts[a] / total - response.other());
    }
    return shares;
  }

  static double sent(RandomizedResponse response, double share) {
    double other = response.other();
    return other + (response.truth() - other) * share;
  }

  static long total(long[] counts) {
    return Arrays.stream(counts).sum();
  }
}
