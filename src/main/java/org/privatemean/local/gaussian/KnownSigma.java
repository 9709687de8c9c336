package org.privatemean.local.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.noise.RandomizedResponse;

/**
 * KVGausstimate and 1RoundKVGausstimate (Joseph et al., section 3): digits at all levels give a
 * first mean; the share of values above a point near it gives the mean, as the point plus sigma
 * times the normal quantile of that share.
 */
final class KnownSigma implements CoordinateProtocol {
  /** Spacing of the paper's offsets, in sigmas. */
  private static final double OFFSET = 0.2;

  private static final int OFFSETS_PER_SIGMA = 5;

  /** Number and period, in sigmas, of the waves that are read together. */
  private static final int WAVES = 8;

  private static final double WAVE_PERIOD = 4;

  /** Distance from the first mean to search, in sigmas: less than half a period of the waves. */
  private static final double WAVE_REACH = 1.5;

  private final CoordinateSetting setting;
  private final GaussianSpec spec;
  private final DigitLevels ladder;
  private final double sigma;

  KnownSigma(CoordinateSetting setting) {
    this.setting = setting;
    this.spec = setting.spec();
    this.ladder = DigitLevels.compute(spec);
    this.sigma = spec.sigmaMin();
  }

  private boolean sharp() {
    return spec.refinement() == GaussianSpec.Refinement.SHARP;
  }

  @Override
  public int rounds() {
    return spec.protocol().isOneRound() ? 1 : 2;
  }

  @Override
  public double share(int round) {
    if (rounds() == 1) {
      return 1;
    }
    return round == 1 ? spec.firstShare() : 1 - spec.firstShare();
  }

  @Override
  public double[] groups(int round) {
    if (round == 2) {
      return new double[] {1};
    }
    return rounds() == 2
        ? Shares.equal(ladder.count())
        : Shares.divide(ladder.count(), spec.firstShare(), waves().size());
  }

  @Override
  public List<Question> questions(int round, double[] found) {
    if (round == 2) {
      return List.of(SideQuestion.of(found[0], setting.response(2)));
    }
    List<Question> questions = ladder.questions(setting.response(Digit.CELLS));
    if (rounds() == 1) {
      questions.addAll(waves());
    }
    return questions;
  }

  /**
   * Returns the second half of one round. In the paper the period is so long, rho sigma, that no
   * value is closer to another point than to the one next to the mean: rho = ceil(2 sqrt(ln 4n)).
   */
  private List<SideQuestion> waves() {
    RandomizedResponse response = setting.response(2);
    int periods = (int) Math.ceil(2 * Math.sqrt(StrictMath.log(4 * setting.users())));
    int count = sharp() ? WAVES : OFFSETS_PER_SIGMA * periods;
    double period = sigma * (sharp() ? WAVE_PERIOD : periods);
    double offset = sharp() ? period / WAVES : OFFSET * sigma;
    List<SideQuestion> waves = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      waves.add(new SideQuestion(i * offset, period, response));
    }
    return waves;
  }

  @Override
  public double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    if (round == 2) {
      SideQuestion side = (SideQuestion) questions.get(0);
      return refine(side, side.threshold(), cells[0]);
    }
    double first = firstMean(questions, cells);
    if (rounds() == 2) {
      return new double[] {first};
    }
    return sharp() ? together(first, questions, cells) : nearest(first, questions, cells);
  }

  private double firstMean(List<Question> questions, long[][] cells) {
    int levels = ladder.count();
    if (spec.decoder() == GaussianSpec.Decoder.THRESHOLDS) {
      return ThresholdDecoder.decode(
              ladder, setting.response(Digit.CELLS), setting.beta(), Arrays.copyOf(cells, levels))
          .mean(0);
    }
    return LeastSquares.fit(questions.subList(0, levels), Arrays.copyOf(cells, levels))
        .locate(ladder, LeastSquares.Range.from(spec))
        .mean();
  }

  private double[] refine(SideQuestion side, double point, long[] cells) {
    ThresholdEstimate reading = ThresholdEstimate.estimate(side, cells);
    return new double[] {point + sigma * reading.quantile(), sigma, sigma * reading.deviation()};
  }

  /** Reads one round as in the paper: from the group with the nearest point only. */
  private double[] nearest(double first, List<Question> questions, long[][] cells) {
    int group = ladder.count();
    double nearest = Double.POSITIVE_INFINITY;
    for (int g = ladder.count(); g < questions.size(); g++) {
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
    LeastSquares all = LeastSquares.fit(questions, cells);
    LeastSquares.Point point =
        all.refine(all.evaluate(first, sigma), LeastSquares.Range.from(spec), WAVE_REACH * sigma);
    return new double[] {point.mean(), sigma, all.meanDeviation(point, Sigma.KNOWN)};
  }

  @Override
  public int width(int round) {
    if (round > rounds()) {
      return RESULT;
    }
    return round == 1 ? 0 : 1;
  }

  @Override
  public List<String> refusals() {
    return FeasibilityCheck.refusals(setting, ladder, Sigma.KNOWN);
  }

  @Override
  public List<String> warnings() {
    return FeasibilityCheck.warnings(setting, ladder, Sigma.KNOWN);
  }
}
