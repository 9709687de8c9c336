package org.privatemean.local;

import java.util.Arrays;
import org.privatemean.noise.BitSource;
import org.privatemean.numeric.Normal;

/** A question with a few possible answers, given through {@link RandomizedResponse}. */
sealed interface ChoiceQuestion extends Question {
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

  /** RR1 of Joseph et al.: the index of the value's cell, of width 2^level, modulo 4. */
  record Digit(int level, RandomizedResponse response) implements ChoiceQuestion {
    static final int CELLS = 4;

    /** Values are clamped to 2^300 cells, so that scaling stays finite. */
    private static final int REACH = 300;

    @Override
    public int place(double value) {
      double limit = Math.scalb(1.0, REACH);
      double cell = Math.floor(Math.max(-limit, Math.min(limit, Math.scalb(value, -level))));
      return (int) (cell - CELLS * Math.floor(cell / CELLS));
    }

    @Override
    public double[] law(double mean, double sigma) {
      double width = Math.scalb(1.0, level);
      double[] law = new double[CELLS];
      for (int a = 0; a < CELLS; a++) {
        law[a] = Normal.arc(mean, sigma, a * width, width, CELLS * width);
      }
      return law;
    }
  }

  /**
   * The side of a threshold: answer 1 for x >= threshold, else 0 (KVRR2 of Joseph et al.); with a
   * finite period 1 if (x - threshold) modulo the period is below half of it.
   */
  record SideQuestion(double threshold, double period, RandomizedResponse response)
      implements ChoiceQuestion {

    static SideQuestion of(double threshold, RandomizedResponse response) {
      return new SideQuestion(threshold, Double.POSITIVE_INFINITY, response);
    }

    @Override
    public int place(double value) {
      if (period == Double.POSITIVE_INFINITY || Double.isInfinite(value)) {
        return value >= threshold ? 1 : 0;
      }
      double turns = (value - threshold) / period;
      return turns - Math.floor(turns) < 0.5 ? 1 : 0;
    }

    @Override
    public double[] law(double mean, double sigma) {
      double above =
          period == Double.POSITIVE_INFINITY
              ? Normal.cdf((mean - threshold) / sigma)
              : Normal.arc(mean, sigma, threshold, period / 2, period);
      return new double[] {1 - above, above};
    }

    double shareAbove(long[] counts) {
      return ChoiceQuestion.shares(response, counts)[1];
    }

    /** Returns the standard error of the normal quantile of that share, to first order. */
    double quantileDeviation(long[] counts, double quantile) {
      double users = Math.max(1, (double) ChoiceQuestion.total(counts));
      // An answer is 0 or 1, so its variance is at most 1/4.
      return response.scale() / (2 * Math.sqrt(users)) / Normal.density(quantile);
    }
  }
}
