package org.privatemean.local.gaussian;

import org.privatemean.noise.RandomizedResponse;

/**
 * The share of the users who report digits, from public values. With a share s the first mean is
 * off by about sqrt(v / s) sigma, where v is the variance if all report them; the variance of the
 * last answer is then proportional to
 *
 * <pre>  E[exp(N(0, v / s)^2)] / (1 - s) = 1 / (sqrt(1 - 2 v / s) (1 - s)).</pre>
 *
 * <p>The share minimises this among those for which a wrong cell is unlikely.
 */
final class DigitShare {
  /** Shares are whole percents. */
  private static final int MIN_PERCENT = 2;

  private static final int MAX_PERCENT = 50;

  /** The part of beta for a wrong cell. */
  private static final double CONFUSION = 0.05;

  /** The first mean has larger tails than a normal one: its variance is assumed to be larger. */
  private static final double CAUTION = 1.5;

  private static final int POSITIONS = 8;

  private DigitShare() {}

  static double recommend(GaussianSpec spec) {
    CoordinateSetting setting = CoordinateSetting.from(spec);
    DigitLevels ladder = DigitLevels.compute(spec);
    RandomizedResponse response = setting.response(Digit.CELLS);
    double perLevel = setting.users() / ladder.count();
    double variance = CAUTION / (perLevel * information(spec, ladder, response));
    Sigma sigma = spec.protocol().sigma();
    double best = MAX_PERCENT / 100.0;
    double least = Double.POSITIVE_INFINITY;
    for (int percent = MIN_PERCENT; percent <= MAX_PERCENT; percent++) {
      double share = percent / 100.0;
      double confusion = FeasibilityCheck.confusion(response, perLevel * share, sigma);
      double loss = 1 - 2 * variance / share;
      double cost = 1 / (Math.sqrt(Math.max(0, loss)) * (1 - share));
      if (confusion <= CONFUSION * setting.beta() && cost < least) {
        best = share;
        least = cost;
      }
    }
    return best;
  }

  /** Returns the mean information of one user per level about the mean, in units of sigma. */
  private static double information(
      GaussianSpec spec, DigitLevels ladder, RandomizedResponse response) {
    double sigma = Math.sqrt(spec.sigmaMin()) * Math.sqrt(spec.sigmaMax());
    double h = 1e-3;
    double sum = 0;
    for (Question question : ladder.questions(response)) {
      for (int i = 0; i < POSITIONS; i++) {
        double mean = (i + 0.5) / POSITIONS * Math.scalb(1.0, ladder.low());
        double[] right = ((ChoiceQuestion) question).law(mean + h * sigma, sigma);
        double[] left = ((ChoiceQuestion) question).law(mean - h * sigma, sigma);
        for (int a = 0; a < right.length; a++) {
          double slope = (right[a] - left[a]) / (2 * h);
          sum += slope * slope / POSITIONS;
        }
      }
    }
    return sum * response.answers() / (response.scale() * response.scale());
  }
}
