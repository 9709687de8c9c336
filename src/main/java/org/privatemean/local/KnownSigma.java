package org.privatemean.local;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.local.ChoiceQuestion.SideQuestion;
import org.privatemean.numeric.Normal;

/** KVGausstimate and 1RoundKVGausstimate (Joseph et al., section 3): digits, then a threshold. */
final class KnownSigma extends DigitProtocol {
  /** Number and period, in sigmas, of the waves that are read together. */
  private static final int WAVES = 8;

  private static final double WAVE_PERIOD = 4;

  /** Distance from the first mean to search, in sigmas: less than half a period of the waves. */
  private static final double WAVE_REACH = 1.5;

  /** Shares are clamped to quantiles within it: the first mean is trusted to within 2. */
  private static final double FARTHEST = 2.5;

  private final double sigma;

  KnownSigma(GaussianSpec spec) {
    super(spec, 1);
    this.sigma = spec.sigmaMin();
  }

  @Override
  double[] groups(int questions) {
    double[] shares = super.groups(questions);
    if (rounds() == 1) {
      Arrays.fill(shares, 0, levels, spec().firstShare() / levels);
      Arrays.fill(shares, levels, questions, (1 - spec().firstShare()) / WAVES);
    }
    return shares;
  }

  @Override
  List<Question> questions(int round, double[] found) {
    RandomizedResponse response = spec().response(2);
    if (round == 2) {
      return List.of(SideQuestion.of(found[0], response));
    }
    double period = sigma * WAVE_PERIOD;
    Stream<Question> waves =
        IntStream.rangeClosed(1, WAVES)
            .mapToObj(i -> new SideQuestion(i * (period / WAVES), period, response));
    return rounds() == 2 ? digits() : Stream.concat(digits().stream(), waves).toList();
  }

  @Override
  double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    if (round == 2) {
      return refine((SideQuestion) questions.get(0), cells[0]);
    }
    double first = fitDigits(questions, cells).locate().mean();
    return rounds() == 2 ? new double[] {first} : together(first, questions, cells);
  }

  private double[] refine(SideQuestion side, long[] cells) {
    double least = Normal.cdf(-FARTHEST);
    double above = Math.max(least, Math.min(1 - least, side.shareAbove(cells)));
    double quantile = Normal.quantile(above);
    double deviation = side.quantileDeviation(cells, quantile);
    return new double[] {side.threshold() + sigma * quantile, sigma, sigma * deviation};
  }

  private double[] together(double first, List<Question> questions, long[][] cells) {
    LeastSquares all = LeastSquares.fit(spec(), questions, cells);
    LeastSquares.Point point = all.refine(all.evaluate(first, sigma), WAVE_REACH * sigma);
    return new double[] {point.mean(), sigma, all.meanDeviation(point)};
  }
}
