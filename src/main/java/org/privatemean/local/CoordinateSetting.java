package org.privatemean.local;

import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.ApproxDp;

/**
 * The part of a {@link GaussianSpec} for one coordinate.
 *
 * @param epsilon of a user's report on it
 * @param users expected number of users who report on it over all rounds
 * @param beta its failure probability: that of the whole divided by d
 */
record CoordinateSetting(
    GaussianSpec spec, double epsilon, double delta, double users, double beta) {

  static CoordinateSetting from(GaussianSpec spec) {
    int d = spec.dimension();
    double beta = spec.beta() / d;
    if (spec.perUser() == GaussianSpec.PerUser.ONE_COORDINATE || d == 1) {
      return new CoordinateSetting(
          spec, spec.epsilon(), spec.delta(), (double) spec.users() / d, beta);
    }
    if (spec.delta() == 0) {
      // Rounded down, so that d reports do not exceed epsilon.
      double piece = Math.nextDown(spec.epsilon() / d);
      return new CoordinateSetting(spec, piece, 0, (double) spec.users(), beta);
    }
    ApproxDp piece = piece(spec.guarantee(), d);
    return new CoordinateSetting(spec, piece.epsilon(), piece.delta(), (double) spec.users(), beta);
  }

  /** Returns one of d parts, by basic or by advanced composition (Dwork et al. 2010). */
  static ApproxDp piece(ApproxDp whole, int d) {
    double target = whole.epsilon();
    double advanced =
        MonotoneSearch.halve(0, target, 60, x -> composeEpsilon(x, whole.delta(), d) <= target)
            .low();
    double basic = whole.epsilon() / d;
    return advanced > basic
        ? new ApproxDp(advanced * (1 - 0x1p-40), whole.delta() / (2.0 * d))
        : new ApproxDp(basic * (1 - 0x1p-40), whole.delta() / d * (1 - 0x1p-40));
  }

  private static double composeEpsilon(double epsilon, double delta, int d) {
    return Math.sqrt(2.0 * d * StrictMath.log(2 / delta)) * epsilon
        + d * epsilon * StrictMath.expm1(epsilon);
  }

  RandomizedResponse response(int answers) {
    return RandomizedResponse.withAnswers(answers, epsilon);
  }
}
