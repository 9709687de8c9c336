package org.privatemean.local.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.numeric.Normal;

/**
 * UVGausstimate and 1RoundUVGausstimate (Joseph et al., section 4): digits at all levels give a
 * first mean and sigma; then positions near that mean are averaged with Laplace noise, or two
 * shares of values above thresholds give both numbers.
 *
 * <p>In one round {@link GaussianSpec.Refinement#SHARP} asks for digits only, and reads mean and
 * sigma from all of them at once: the paper has a group of the second half for each level and each
 * of rho offsets, and uses one of them.
 */
final class UnknownSigma implements CoordinateProtocol {
  /** Half of the sensitivity of positions. */
  private static final int HALF_STEPS = 512;

  /** Distance of the two thresholds from the first mean, in sigmas. */
  private static final double SPACING = 0.6;

  private static final double MIN_SHARE = 0.02;

  /** Closer quantiles do not determine sigma. */
  private static final double MIN_SPREAD = 0.2;

  private final CoordinateSetting setting;
  private final GaussianSpec spec;
  private final DigitLevels ladder;

  UnknownSigma(CoordinateSetting setting) {
    this.setting = setting;
    this.spec = setting.spec();
    this.ladder = DigitLevels.compute(spec);
  }

  private boolean sharp() {
    return spec.refinement() == GaussianSpec.Refinement.SHARP;
  }

  private boolean digitsOnly() {
    return rounds() == 1 && sharp();
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
      return Shares.equal(sharp() ? 2 : 1);
    }
    return rounds() == 2 || digitsOnly()
        ? Shares.equal(ladder.count())
        : Shares.divide(ladder.count(), spec.firstShare(), ladder.count() * offsets());
  }

  @Override
  public List<Question> questions(int round, double[] found) {
    if (round == 1) {
      List<Question> questions = ladder.questions(setting.response(Digit.CELLS));
      if (rounds() == 1 && !sharp()) {
        questions.addAll(positions());
      }
      return questions;
    }
    double mean = found[0];
    double sigma = found[1];
    if (!sharp()) {
      double halfWidth = sigma * (2 + Math.sqrt(StrictMath.log(4 * setting.users())));
      return List.of(position(mean, halfWidth, NoisyPosition.OutOfRange.IS_CUT));
    }
    RandomizedResponse response = setting.response(2);
    return List.of(
        SideQuestion.of(mean - SPACING * sigma, response),
        SideQuestion.of(mean + SPACING * sigma, response));
  }

  /** Returns the paper's rho of one round. */
  private int offsets() {
    return (int) Math.ceil(Math.sqrt(StrictMath.log(4 * setting.users())) + 6);
  }

  /**
   * Returns, for each level j and i = 1 .. rho, the offset from the nearest of i 2^j + rho 2^j Z.
   */
  private List<Question> positions() {
    List<Question> positions = new ArrayList<>();
    for (int level = ladder.low(); level <= ladder.high(); level++) {
      double width = Math.scalb(1.0, level);
      for (int i = 1; i <= offsets(); i++) {
        positions.add(position(i * width, offsets() * width / 2, NoisyPosition.OutOfRange.WRAPS));
      }
    }
    return positions;
  }

  private NoisyPosition position(double centre, double halfWidth, NoisyPosition.OutOfRange beyond) {
    IntegerNoise noise = IntegerNoise.Laplace.create(2 * HALF_STEPS, setting.epsilon());
    return new NoisyPosition(centre, halfWidth, beyond, HALF_STEPS, noise);
  }

  @Override
  public double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    if (round == 2) {
      return sharp() ? fromSigns(found, questions, cells) : fromPosition(found, questions, cells);
    }
    if (spec.decoder() == GaussianSpec.Decoder.THRESHOLDS) {
      return byThresholds(questions, cells);
    }
    int levels = ladder.count();
    LeastSquares digits =
        LeastSquares.fit(questions.subList(0, levels), Arrays.copyOf(cells, levels));
    LeastSquares.Point point = digits.locate(ladder, LeastSquares.Range.from(spec));
    double[] first = {point.mean(), point.sigma()};
    if (rounds() == 2) {
      return first;
    }
    return sharp()
        ? new double[] {point.mean(), point.sigma(), digits.meanDeviation(point, Sigma.UNKNOWN)}
        : nearest(first, questions, cells);
  }

  private double[] byThresholds(List<Question> questions, long[][] cells) {
    ThresholdDecoder decoder =
        ThresholdDecoder.decode(
            ladder,
            setting.response(Digit.CELLS),
            setting.beta(),
            Arrays.copyOf(cells, ladder.count()));
    int level = decoder.sigmaLevel();
    double[] first = {decoder.mean(level), Math.scalb(1.0, ladder.low() + level)};
    if (rounds() == 2) {
      return first;
    }
    // Only digits: there is no second half to read.
    return sharp()
        ? new double[] {first[0], first[1], 2 * first[1]}
        : nearest(first, questions, cells);
  }

  private double[] fromPosition(double[] found, List<Question> questions, long[][] cells) {
    NoisyPosition position = (NoisyPosition) questions.get(0);
    return average(found[1], position, position.centre(), cells[0]);
  }

  private static double[] average(
      double sigma, NoisyPosition position, double point, long[] cells) {
    double users = Math.max(1, (double) cells[0]);
    double deviation = Math.hypot(sigma, position.noiseDeviation()) / Math.sqrt(users);
    return new double[] {point + position.meanOffset(cells), sigma, deviation};
  }

  /** Reads one round as in the paper: from the group of sigma's level with the nearest point. */
  private double[] nearest(double[] found, List<Question> questions, long[][] cells) {
    double mean = found[0];
    double sigma = found[1];
    int level =
        Math.max(ladder.low(), Math.min(ladder.high(), Math.getExponent(sigma * Math.sqrt(2))));
    int firstGroup = ladder.count() + (level - ladder.low()) * offsets();
    int group = firstGroup;
    double nearest = Double.POSITIVE_INFINITY;
    double point = mean;
    for (int g = firstGroup; g < firstGroup + offsets(); g++) {
      NoisyPosition position = (NoisyPosition) questions.get(g);
      double candidate = position.nearestPoint(mean);
      if (Math.abs(candidate - mean) < nearest) {
        nearest = Math.abs(candidate - mean);
        group = g;
        point = candidate;
      }
    }
    return average(sigma, (NoisyPosition) questions.get(group), point, cells[group]);
  }

  /** Returns mean and sigma from two points of the distribution function, which determine them. */
  private static double[] fromSigns(double[] found, List<Question> questions, long[][] cells) {
    SideQuestion low = (SideQuestion) questions.get(0);
    SideQuestion high = (SideQuestion) questions.get(1);
    double lowQuantile = shareBelow(low, cells[0]);
    double highQuantile = shareBelow(high, cells[1]);
    double spread = highQuantile - lowQuantile;
    if (spread < MIN_SPREAD) {
      return new double[] {found[0], found[1], 2 * found[1]};
    }
    double sigma = (high.threshold() - low.threshold()) / spread;
    // d mean / d quantile is -sigma highQuantile / spread and sigma lowQuantile / spread.
    double fromLow = highQuantile * deviation(low, cells[0], lowQuantile);
    double fromHigh = lowQuantile * deviation(high, cells[1], highQuantile);
    return new double[] {
      low.threshold() - sigma * lowQuantile, sigma, sigma / spread * Math.hypot(fromLow, fromHigh)
    };
  }

  /** Returns the normal quantile of the share of values below the threshold. */
  private static double shareBelow(SideQuestion side, long[] cells) {
    return Normal.quantile(
        Math.max(MIN_SHARE, Math.min(1 - MIN_SHARE, 1 - side.shareAbove(cells))));
  }

  private static double deviation(SideQuestion side, long[] cells, double quantile) {
    double users = Math.max(1, (double) Histogram.total(cells));
    return side.response().scale() / (2 * Math.sqrt(users)) / Normal.density(quantile);
  }

  @Override
  public int width(int round) {
    if (round > rounds()) {
      return RESULT;
    }
    return round == 1 ? 0 : 2;
  }

  @Override
  public List<String> refusals() {
    return FeasibilityCheck.refusals(setting, ladder, Sigma.UNKNOWN);
  }

  @Override
  public List<String> warnings() {
    return FeasibilityCheck.warnings(setting, ladder, Sigma.UNKNOWN);
  }
}
