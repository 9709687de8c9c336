package org.privatemean.local;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.numeric.Normal;

/**
 * UVGausstimate and 1RoundUVGausstimate (Joseph et al., section 4): digits at all levels give a
 * first mean and sigma, then positions or thresholds near that mean both numbers. In one round
 * {@link GaussianSpec.Refinement#SHARP} asks for digits only.
 */
final class UnknownSigma extends DigitProtocol {
  /** Half of the sensitivity of positions. */
  private static final int HALF_STEPS = 512;

  /** Distance of the two thresholds from the first mean, in sigmas. */
  private static final double SPACING = 0.6;

  private static final double MIN_SHARE = 0.02;

  /** Closer quantiles do not determine sigma. */
  private static final double MIN_SPREAD = 0.2;

  UnknownSigma(CoordinateSetting setting) {
    super(setting, 2);
  }

  @Override
  double[] groups(int round) {
    if (round == 2) {
      return equalShares(isSharp() ? 2 : 1);
    }
    return rounds() == 2 || isSharp() ? equalShares(levels) : shares(levels * offsets());
  }

  @Override
  List<Question> questions(int round, double[] found) {
    if (round == 1) {
      List<Question> questions = digits();
      if (rounds() == 1 && !isSharp()) {
        questions.addAll(positions());
      }
      return questions;
    }
    double mean = found[0];
    double sigma = found[1];
    if (!isSharp()) {
      double halfWidth = sigma * (2 + Math.sqrt(StrictMath.log(4 * setting().users())));
      return List.of(position(mean, halfWidth, false));
    }
    RandomizedResponse response = setting().response(2);
    return List.of(
        SideQuestion.of(mean - SPACING * sigma, response),
        SideQuestion.of(mean + SPACING * sigma, response));
  }

  private int offsets() {
    return (int) Math.ceil(Math.sqrt(StrictMath.log(4 * setting().users())) + 6);
  }

  /** Returns, for each level j and i = 1 .. rho, the offset from i 2^j + rho 2^j Z. */
  private List<Question> positions() {
    List<Question> positions = new ArrayList<>();
    for (int level = low; level < low + levels; level++) {
      double width = Math.scalb(1.0, level);
      for (int i = 1; i <= offsets(); i++) {
        positions.add(position(i * width, offsets() * width / 2, true));
      }
    }
    return positions;
  }

  private NoisyPosition position(double centre, double halfWidth, boolean wraps) {
    IntegerNoise noise = IntegerNoise.Laplace.create(2 * HALF_STEPS, setting().epsilon());
    return new NoisyPosition(centre, halfWidth, wraps, HALF_STEPS, noise);
  }

  @Override
  double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    if (round == 2) {
      return isSharp()
          ? fromSigns(found, questions, cells)
          : ((NoisyPosition) questions.get(0)).average(cells[0], found[1]);
    }
    double[] first = byThresholds() ? byThresholds(cells) : byFit(questions, cells);
    if (rounds() == 2) {
      return Arrays.copyOf(first, 2);
    }
    return isSharp() ? first : nearest(first[0], first[1], questions, cells);
  }

  private double[] byThresholds(long[][] cells) {
    ThresholdDecoder decoder = decodeDigits(cells);
    int level = decoder.sigmaLevel();
    double sigma = Math.scalb(1.0, low + level);
    // With digits only there is no second half to read.
    return new double[] {decoder.mean(level), sigma, 2 * sigma};
  }

  private double[] byFit(List<Question> questions, long[][] cells) {
    LeastSquares digits = fitDigits(questions, cells);
    LeastSquares.Point point = digits.locate();
    double deviation = rounds() == 1 ? digits.meanDeviation(point) : 0;
    return new double[] {point.mean(), point.sigma(), deviation};
  }

  /** Reads one round as in the paper: from the group of sigma's level with the nearest point. */
  private double[] nearest(double mean, double sigma, List<Question> questions, long[][] cells) {
    int level = Math.max(low, Math.min(low + levels - 1, Math.getExponent(sigma * Math.sqrt(2))));
    int firstGroup = levels + (level - low) * offsets();
    int group = firstGroup;
    double point = Double.POSITIVE_INFINITY;
    for (int g = firstGroup; g < firstGroup + offsets(); g++) {
      double candidate = ((NoisyPosition) questions.get(g)).nearestPoint(mean);
      if (Math.abs(candidate - mean) < Math.abs(point - mean)) {
        group = g;
        point = candidate;
      }
    }
    return ((NoisyPosition) questions.get(group)).average(point, cells[group], sigma);
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

  /** Returns the normal quantile of the share of values below the threshold. */
  private static double quantileBelow(SideQuestion side, long[] cells) {
    return Normal.quantile(
        Math.max(MIN_SHARE, Math.min(1 - MIN_SHARE, 1 - side.shareAbove(cells))));
  }
}
