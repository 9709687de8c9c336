package org.privatemean.local;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.numeric.Normal;

/**
 * KVGausstimate and 1RoundKVGausstimate (Joseph et al., section 3): digits at all levels give a
 * first mean, and the share of values above a point near it the mean.
 */
final class KnownSigma extends DigitProtocol {
  /** Spacing of the paper's offsets, in sigmas. */
  private static final double OFFSET = 0.2;

  private static final int OFFSETS_PER_SIGMA = 5;

  /** Number and period, in sigmas, of the waves that are read together. */
  private static final int WAVES = 8;

  private static final double WAVE_PERIOD = 4;

  /** Distance from the first mean to search, in sigmas: less than half a period of the waves. */
  private static final double WAVE_REACH = 1.5;

  /** Shares are clamped to quantiles within it: the first mean is trusted to within 2. */
  private static final double FARTHEST = 2.5;

  private final double sigma;

  KnownSigma(CoordinateSetting setting) {
    super(setting, 1);
    this.sigma = setting.spec().sigmaMin();
  }

  @Override
  double[] groups(int round) {
    if (round == 2) {
      return super.groups(round);
    }
    return rounds() == 2 ? equalShares(levels) : shares(waves().size());
  }

  @Override
  List<Question> questions(int round, double[] found) {
    if (round == 2) {
      return List.of(SideQuestion.of(found[0], setting().response(2)));
    }
    List<Question> questions = digits();
    if (rounds() == 1) {
      questions.addAll(waves());
    }
    return questions;
  }

  /** Returns the waves; the paper's period is rho = ceil(2 sqrt(ln 4n)) sigma. */
  private List<SideQuestion> waves() {
    RandomizedResponse response = setting().response(2);
    int periods = (int) Math.ceil(2 * Math.sqrt(StrictMath.log(4 * setting().users())));
    int count = isSharp() ? WAVES : OFFSETS_PER_SIGMA * periods;
    double period = sigma * (isSharp() ? WAVE_PERIOD : periods);
    double offset = isSharp() ? period / WAVES : OFFSET * sigma;
    List<SideQuestion> waves = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      waves.add(new SideQuestion(i * offset, period, response));
    }
    return waves;
  }

  @Override
  double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    if (round == 2) {
      SideQuestion side = (SideQuestion) questions.get(0);
      return refine(side, side.threshold(), cells[0]);
    }
    double first =
        byThresholds() ? decodeDigits(cells).mean(0) : fitDigits(questions, cells).locate().mean();
    if (rounds() == 2) {
      return new double[] {first};
    }
    return isSharp() ? together(first, questions, cells) : nearest(first, questions, cells);
  }

  private double[] refine(SideQuestion side, double point, long[] cells) {
    double least = Normal.cdf(-FARTHEST);
    double above = Math.max(least, Math.min(1 - least, side.shareAbove(cells)));
    double quantile = Normal.quantile(above);
    double deviation = side.quantileDeviation(cells, quantile);
    return new double[] {point + sigma * quantile, sigma, sigma * deviation};
  }

  /** Reads one round as in the paper: from the group with the nearest point only. */
  private double[] nearest(double first, List<Question> questions, long[][] cells) {
    int group = levels;
    double nearest = Double.POSITIVE_INFINITY;
    for (int g = levels; g < questions.size(); g++) {
      double distance = Math.abs(((SideQuestion) questions.get(g)).nearestPoint(first) - first);
      if (distance < nearest) {
        nearest = distance;
        group = g;
      }
    }
    SideQuestion side = (SideQuestion) questions.get(group);
    return refine(side, side.nearestPoint(first), cells[group]);
  }

  private double[] together(double first, List<Question> questions, long[][] cells) {
    LeastSquares all = LeastSquares.fit(spec(), questions, cells);
    LeastSquares.Point point = all.refine(all.evaluate(first, sigma), WAVE_REACH * sigma);
    return new double[] {point.mean(), sigma, all.meanDeviation(point)};
  }
}
