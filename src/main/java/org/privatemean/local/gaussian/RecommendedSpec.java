package org.privatemean.local.gaussian;

import org.privatemean.noise.RandomizedResponse;
import org.privatemean.privacy.ApproxDp;

/** The default requests of the protocols, chosen from public values. */
final class RecommendedSpec {
  private static final double BETA = 0.05;

  /** Shares are whole percents. */
  private static final int MIN_PERCENT = 2;

  private static final int MAX_PERCENT = 50;

  /** The part of beta for a wrong cell. */
  private static final double CONFUSION = 0.05;

  /** The first mean has larger tails than a normal one: its variance is assumed to be larger. */
  private static final double CAUTION = 1.5;

  private static final int POSITIONS = 8;

  private RecommendedSpec() {}

  /**
   * Returns the request of a protocol: for those of digits least squares, one coordinate per user,
   * and the share of {@link #withShare}; for KnownVar a tenth of the users in its first phase, for
   * UnkVar a fifth in each of its searches, where every user reports on all coordinates.
   */
  static GaussianSpec create(
      GaussianEstimator protocol,
      ApproxDp guarantee,
      long users,
      int dimension,
      double radius,
      double sigmaMin,
      double sigmaMax) {
    boolean baseline = protocol.isBaseline();
    GaussianSpec spec =
        new GaussianSpec(
            protocol,
            guarantee.epsilon(),
            guarantee.delta(),
            users,
            dimension,
            radius,
            sigmaMin,
            sigmaMax,
            BETA,
            baseline ? GaussianSpec.Decoder.THRESHOLDS : GaussianSpec.Decoder.LEAST_SQUARES,
            baseline ? GaussianSpec.Refinement.PAPER : GaussianSpec.Refinement.SHARP,
            protocol == GaussianEstimator.KNOWN_VAR ? 0.1 : 0.4,
            baseline ? GaussianSpec.PerUser.ALL_COORDINATES : GaussianSpec.PerUser.ONE_COORDINATE,
            0);
    return baseline ? spec : withShare(spec);
  }

  /**
   * Returns a copy with the share of the users for the digits that minimises the forecast error,
   * among those for which least squares take a wrong cell with probability at most beta / 20.
   */
  static GaussianSpec withShare(GaussianSpec spec) {
    CoordinateSetting setting = CoordinateSetting.from(spec);
    DigitLevels ladder = DigitLevels.compute(spec);
    RandomizedResponse response = setting.response(Digit.CELLS);
    double perLevel = setting.users() / ladder.count();
    double variance = CAUTION / (perLevel * information(spec, ladder, response));
    double best = MAX_PERCENT / 100.0;
    double least = Double.POSITIVE_INFINITY;
    for (int percent = MIN_PERCENT; percent <= MAX_PERCENT; percent++) {
      double share = percent / 100.0;
      double confusion =
          FeasibilityCheck.confusion(response, perLevel * share, spec.protocol().isSigmaKnown());
      // The first mean is off by sqrt(v / s) sigma: E[exp(N(0, v / s)^2)] = 1 / sqrt(1 - 2 v / s).
      double loss = 1 - 2 * variance / share;
      double cost = 1 / (Math.sqrt(Math.max(0, loss)) * (1 - share));
      if (confusion <= CONFUSION * setting.beta() && cost < least) {
        best = share;
        least = cost;
      }
    }
    return spec.withFirstShare(best);
  }

  /** Returns the mean information of one user per level about the mean, in units of sigma. */
  private static double information(
      GaussianSpec spec, DigitLevels ladder, RandomizedResponse response) {
    double sigma = Math.sqrt(spec.sigmaMin()) * Math.sqrt(spec.sigmaMax());
    double h = 1e-3;
    double sum = 0;
    for (int level = ladder.low(); level <= ladder.high(); level++) {
      Digit digit = new Digit(level, response);
      for (int i = 0; i < POSITIONS; i++) {
        double mean = (i + 0.5) / POSITIONS * Math.scalb(1.0, ladder.low());
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
}
