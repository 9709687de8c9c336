package org.privatemean.local.gaussian;

import java.util.List;

/**
 * A protocol for one coordinate: the questions of each round, and the step from the counts of their
 * answers to the next round. Everything here is a function of public values and of counts of
 * randomized answers.
 */
sealed interface CoordinateProtocol permits KnownSigma, UnknownSigma, KnownVar, UnkVar {
  /** Number of results: mean, sigma, standard error. */
  int RESULT = 3;

  int rounds();

  /** Returns the share of the users who take part in a round; the shares add up to 1. */
  double share(int round);

  /** Returns the share of a round's users in each of its groups; the shares add up to 1. */
  double[] groups(int round);

  /**
   * Returns the question of each group.
   *
   * @param round from 1
   * @param found results of the rounds before; empty for the first
   */
  List<Question> questions(int round, double[] found);

  /**
   * Returns the results after a round; after the last, the mean, sigma and the standard error of
   * the mean.
   *
   * @param cells the counted answers to each question
   */
  double[] next(int round, double[] found, List<Question> questions, long[][] cells);

  /** Returns the number of results before a round, up to the one after the last. */
  int width(int round);

  /** Returns public reasons for which the protocol cannot work. */
  List<String> refusals();

  /** Returns public reasons for which its proofs do not cover this request. */
  List<String> warnings();

  static CoordinateProtocol create(GaussianSpec spec) {
    CoordinateSetting setting = CoordinateSetting.from(spec);
    return switch (spec.protocol()) {
      case KNOWN_SIGMA, KNOWN_SIGMA_ONE_ROUND -> new KnownSigma(setting);
      case UNKNOWN_SIGMA, UNKNOWN_SIGMA_ONE_ROUND -> new UnknownSigma(setting);
      case KNOWN_VAR -> new KnownVar(setting);
      case UNK_VAR -> new UnkVar(setting);
    };
  }
}
