package org.privatemean.local.gaussian;

import java.util.Arrays;
import java.util.List;

/**
 * The protocols of Joseph et al.: digits at all levels, then a second part in the same or a round.
 */
abstract sealed class DigitProtocol extends CoordinateProtocol permits KnownSigma, UnknownSigma {
  private final DigitLevels ladder;

  DigitProtocol(CoordinateSetting setting, int width) {
    super(setting, width);
    this.ladder = DigitLevels.compute(setting.spec());
  }

  final DigitLevels ladder() {
    return ladder;
  }

  final boolean isSharp() {
    return spec().refinement() == GaussianSpec.Refinement.SHARP;
  }

  final boolean byThresholds() {
    return spec().decoder() == GaussianSpec.Decoder.THRESHOLDS;
  }

  @Override
  final int rounds() {
    return spec().protocol().isOneRound() ? 1 : 2;
  }

  @Override
  final double share(int round) {
    if (rounds() == 1) {
      return 1;
    }
    return round == 1 ? spec().firstShare() : 1 - spec().firstShare();
  }

  static double[] equalShares(int groups) {
    double[] shares = new double[groups];
    Arrays.fill(shares, 1.0 / groups);
    return shares;
  }

  /** Returns the first share for the digits together, and the rest for the other groups. */
  final double[] shares(int others) {
    int digits = ladder.count();
    double[] shares = new double[digits + others];
    Arrays.fill(shares, 0, digits, spec().firstShare() / digits);
    Arrays.fill(shares, digits, shares.length, (1 - spec().firstShare()) / others);
    return shares;
  }

  final List<Question> digits() {
    return ladder.questions(setting().response(Digit.CELLS));
  }

  final LeastSquares fitDigits(List<Question> questions, long[][] cells) {
    int levels = ladder.count();
    return LeastSquares.fit(spec(), questions.subList(0, levels), Arrays.copyOf(cells, levels));
  }

  final ThresholdDecoder decodeDigits(long[][] cells) {
    return ThresholdDecoder.decode(
        ladder,
        setting().response(Digit.CELLS),
        setting().beta(),
        Arrays.copyOf(cells, ladder.count()));
  }

  @Override
  final List<String> refusals() {
    return FeasibilityCheck.refusals(setting());
  }

  @Override
  final List<String> warnings() {
    return FeasibilityCheck.warnings(setting());
  }
}
