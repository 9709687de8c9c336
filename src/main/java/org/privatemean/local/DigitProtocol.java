package org.privatemean.local;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.local.ChoiceQuestion.Digit;
import org.privatemean.numeric.Normal;
import org.privatemean.numeric.NumberFormat;

/** The protocols of Joseph et al.: digits at all levels and a second part, in one or two rounds. */
abstract sealed class DigitProtocol extends GaussianProtocol permits KnownSigma, UnknownSigma {
  /** Shares for the digits are whole percents. */
  private static final int MIN_PERCENT = 2;

  private static final int MAX_PERCENT = 50;

  /** The part of beta for a wrong cell. */
  private static final double CONFUSION = 0.05;

  /** The first mean has larger tails than a normal one: its variance is assumed to be larger. */
  private static final double CAUTION = 1.5;

  private static final int POSITIONS = 8;

  final int levels;

  DigitProtocol(GaussianSpec spec, int width) {
    super(spec, width);
    this.levels = spec.levels();
  }

  final List<Question> digits() {
    RandomizedResponse response = spec().response(Digit.CELLS);
    return IntStream.range(0, levels)
        .<Question>mapToObj(i -> new Digit(spec().lowLevel() + i, response))
        .toList();
  }

  final LeastSquares fitDigits(List<Question> questions, long[][] cells) {
    return LeastSquares.fit(spec(), questions.subList(0, levels), Arrays.copyOf(cells, levels));
  }

  /** Returns the forecast probability that least squares takes a wrong cell, for the worst mean. */
  static double confusion(RandomizedResponse response, double users, boolean isSigmaKnown) {
    double deviation = response.scale() * Math.sqrt(response.truth() / users);
    double sum = 0;
    for (double squared = isSigmaKnown ? 1.5 : 1; squared < 40; squared += 0.5) {
      sum += 2 * Normal.cdf(-Math.sqrt(squared) / (2 * deviation));
    }
    return Math.min(1, sum);
  }

  /** Returns the share for digits with the least forecast error and a low {@code confusion}. */
  static double leastErrorShare(GaussianSpec spec) {
    RandomizedResponse response = spec.response(Digit.CELLS);
    double perLevel = (double) spec.users() / spec.levels();
    double variance = CAUTION / (perLevel * information(spec, response));
    double best = MAX_PERCENT / 100.0;
    double least = Double.POSITIVE_INFINITY;
    for (int percent = MIN_PERCENT; percent <= MAX_PERCENT; percent++) {
      double share = percent / 100.0;
      double confusion = confusion(response, perLevel * share, spec.protocol().isSigmaKnown());
      // The first mean is off by sqrt(v / s) sigma: E[exp(N(0, v / s)^2)] = 1 / sqrt(1 - 2 v / s).
      double loss = 1 - 2 * variance / share;
      double cost = 1 / (Math.sqrt(Math.max(0, loss)) * (1 - share));
      if (confusion <= CONFUSION * spec.beta() && cost < least) {
        best = share;
        least = cost;
      }
    }
    return best;
  }

  /** Returns the mean information of one user per level about the mean, in units of sigma. */
  private static double information(GaussianSpec spec, RandomizedResponse response) {
    double sigma = Math.sqrt(spec.sigmaMin()) * Math.sqrt(spec.sigmaMax());
    double h = 1e-3;
    double sum = 0;
    for (int level = spec.lowLevel(); level < spec.lowLevel() + spec.levels(); level++) {
      Digit digit = new Digit(level, response);
      for (int i = 0; i < POSITIONS; i++) {
        double mean = (i + 0.5) / POSITIONS * Math.scalb(1.0, spec.lowLevel());
        double[] right = digit.law(mean + h * sigma, sigma);
        double[] left = digit.law(mean - h * sigma, sigma);
        for (int a = 0; a < right.length; a++) {
          double slope = (right[a] - left[a]) / (2 * h);
          sum += slope * slope / POSITIONS;
        }
      }
    }
    return sum * response.answers() / (response.scale() * response.scale());
  }

  @Override
  final List<String> refusals() {
    double users = usersPerLevel();
    RandomizedResponse response = spec().response(Digit.CELLS);
    double confusion = confusion(response, users, spec().protocol().isSigmaKnown());
    return confusion <= spec().beta()
        ? List.of()
        : List.of(
            NumberFormat.format(
                "least squares would take a wrong cell with probability up to %.2g, more than"
                    + " beta = %.2g, with %.0f users for each of %d levels: more"
                    + " users, a larger epsilon or firstShare, or a smaller radius is needed",
                confusion, spec().beta(), users, levels));
  }

  final double usersPerLevel() {
    boolean digitsOnly = spec().protocol() == GaussianEstimator.UNKNOWN_SIGMA_ONE_ROUND;
    return spec().users() * (digitsOnly ? 1 : spec().firstShare()) / levels;
  }
}
