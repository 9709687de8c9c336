package org.privatemean.local.gaussian;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.numeric.Normal;

/** The check from public values that the first part can work. */
final class FeasibilityCheck {
  /** Beyond it, even a level with all users in one cell is not recognised as concentrated. */
  static final double PSI_LIMIT = 1 - ThresholdDecoder.CONCENTRATED;

  /** Up to it, such a level is recognised as concentrated for any noise within psi. */
  static final double PSI_COVERED = PSI_LIMIT / 2;

  /** Beyond it, even a level with users uniform over the cells is not recognised as wide. */
  static final double TAU_LIMIT = 0.5 - ThresholdDecoder.EMPTY;

  /** Up to it, cells at most sigma wide are: two neighbours hold 2 (Phi(3) - Phi(1)) = 0.314. */
  static final double TAU_COVERED = (0.314 - ThresholdDecoder.EMPTY) / 2;

  private FeasibilityCheck() {}

  /** Returns the number of users per level for which psi is {@code limit}. */
  static double usersForPsi(double limit, double epsilon, int levels, double beta) {
    double one = ThresholdDecoder.psi(epsilon, 1, levels, beta);
    return one * one / (limit * limit);
  }

  private static double usersForTau(double limit, double epsilon, int levels, double beta) {
    double one = ThresholdDecoder.tau(epsilon, 1, levels, beta);
    return one * one / (limit * limit);
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

  static List<String> refusals(CoordinateSetting setting) {
    double users = usersPerLevel(setting);
    int levels = DigitLevels.compute(setting.spec()).count();
    boolean isSigmaKnown = setting.spec().protocol().isSigmaKnown();
    double epsilon = setting.epsilon();
    if (setting.spec().decoder() == GaussianSpec.Decoder.LEAST_SQUARES) {
      double confusion = confusion(setting.response(Digit.CELLS), users, isSigmaKnown);
      return confusion <= setting.beta()
          ? List.of()
          : List.of(
              String.format(
                  Locale.ROOT,
                  "least squares would take a wrong cell with probability up to %.2g, more than"
                      + " beta = %.2g of a coordinate, with %.0f users for each of %d levels: more"
                      + " users, a larger epsilon or firstShare, or a smaller radius is needed",
                  confusion,
                  setting.beta(),
                  users,
                  levels));
    }
    List<String> refusals = new ArrayList<>();
    tooFew("concentrated", users, usersForPsi(PSI_LIMIT, epsilon, levels, setting.beta()), levels)
        .ifPresent(refusals::add);
    if (!isSigmaKnown) {
      tooFew("wide", users, usersForTau(TAU_LIMIT, epsilon, levels, setting.beta()), levels)
          .ifPresent(refusals::add);
    }
    return refusals;
  }

  private static Optional<String> tooFew(String what, double users, double needed, int levels) {
    return users > needed
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the thresholds can find no level %s with %.0f users for each of %d levels; that"
                    + " takes more than %.0f: more users, a larger epsilon or firstShare, a smaller"
                    + " radius, or the decoder LEAST_SQUARES is needed",
                what,
                users,
                levels,
                needed));
  }

  static List<String> warnings(CoordinateSetting setting) {
    if (setting.spec().decoder() == GaussianSpec.Decoder.LEAST_SQUARES) {
      return List.of();
    }
    double users = usersPerLevel(setting);
    int levels = DigitLevels.compute(setting.spec()).count();
    List<String> warnings = new ArrayList<>();
    double forMean = usersForPsi(PSI_COVERED, setting.epsilon(), levels, setting.beta());
    if (users < forMean) {
      warnings.add(describeGap("the first mean is within 2 sigma", users, forMean));
    }
    double forSigma = usersForTau(TAU_COVERED, setting.epsilon(), levels, setting.beta());
    if (!setting.spec().protocol().isSigmaKnown() && users < forSigma) {
      warnings.add(
          describeGap("the sigma found is at least half of the true one", users, forSigma));
    }
    return warnings;
  }

  private static String describeGap(String claim, double users, double needed) {
    return String.format(
        Locale.ROOT,
        "with %.0f users a level it is not proved that %s: that takes %.0f",
        users,
        claim,
        needed);
  }

  static double usersPerLevel(CoordinateSetting setting) {
    GaussianSpec spec = setting.spec();
    boolean digitsOnly =
        spec.protocol() == GaussianEstimator.UNKNOWN_SIGMA_ONE_ROUND
            && spec.refinement() == GaussianSpec.Refinement.SHARP;
    return setting.users()
        * (digitsOnly ? 1 : spec.firstShare())
        / DigitLevels.compute(spec).count();
  }
}
