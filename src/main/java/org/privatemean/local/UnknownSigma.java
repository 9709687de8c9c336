package org.privatemean.local;

import java.util.List;
import org.privatemean.local.ChoiceQuestion.SideQuestion;
import org.privatemean.numeric.Normal;

/** UVGausstimate and 1RoundUVGausstimate (Joseph et al., section 4): digits, then thresholds. */
final class UnknownSigma extends DigitProtocol {
  /** Distance of the two thresholds from the first mean, in sigmas. */
  private static final double SPACING = 0.6;

  private static final double MIN_SHARE = 0.02;

  /** Closer quantiles do not determine sigma. */
  private static final double MIN_SPREAD = 0.2;

  UnknownSigma(GaussianSpec spec) {
    super(spec, 2);
  }

  @Override
  List<Question> questions(int round, double[] found) {
    if (round == 1) {
      return digits();
    }
    double mean = found[0];
    double sigma = found[1];
    RandomizedResponse response = spec().response(2);
    return List.of(
        SideQuestion.of(mean - SPACING * sigma, response),
        SideQuestion.of(mean + SPACING * sigma, response));
  }

  @Override
  double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    if (round == 2) {
      return fromSigns(found, questions, cells);
    }
    LeastSquares digits = fitDigits(questions, cells);
    LeastSquares.Point point = digits.locate();
    return rounds() == 2
        ? new double[] {point.mean(), point.sigma()}
        : new double[] {point.mean(), point.sigma(), digits.meanDeviation(point)};
  }

  /** Returns mean and sigma from two points of the distribution function, which determine them. */
  private static double[] fromSigns(double[] found, List<Question> questions, long[][] cells) {
    SideQuestion low = (SideQuestion) questions.get(0);
    SideQuestion high = (SideQuestion) questions.get(1);
    double lowQuantile = quantileBelow(low, cells[0]);
    double highQuantile = quantileBelow(high, cells[1]);
    double spread = highQuantile - lowQuantile;
    if (spread < MIN_SPREAD) {
      return new double[] {found[0], found[1], 2 * found[1]};
    }
    double sigma = (high.threshold() - low.threshold()) / spread;
    // d mean / d quantile is -sigma highQuantile / spread and sigma lowQuantile / spread.
    double fromLow = highQuantile * low.quantileDeviation(cells[0], lowQuantile);
    double fromHigh = lowQuantile * high.quantileDeviation(cells[1], highQuantile);
    return new double[] {
      low.threshold() - sigma * lowQuantile, sigma, sigma / spread * Math.hypot(fromLow, fromHigh)
    };
  }

  private static double quantileBelow(SideQuestion side, long[] cells) {
    return Normal.quantile(
        Math.max(MIN_SHARE, Math.min(1 - MIN_SHARE, 1 - side.shareAbove(cells))));
  }
}
