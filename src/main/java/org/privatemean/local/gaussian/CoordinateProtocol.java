package org.privatemean.local.gaussian;

import java.util.List;

/**
 * A protocol as one coordinate sees it: what each round asks, and how the counts of its answers
 * lead to the next. Everything here is a function of public values and of counts of randomized
 * answers.
 */
sealed interface CoordinateProtocol permits KnownSigma, UnknownSigma, KnownVar, UnkVar {
  /** Number of results: mean, sigma, standard error. */
  int RESULT = 3;

  /** Number of rounds. */
  int rounds();

  /** The share of the users who take part in a round; they add up to 1. */
  double share(int round);

  /** The share of a round's users that each of its groups has; they add up to 1. */
  double[] groups(int round);

  /**
   * The question of each group.
   *
   * @param round from 1
   * @param found what the rounds before found; empty for the first
   */
  List<Question> questions(int round, double[] found);

  /**
   * Returns what is found after a round; after the last, the mean, sigma and the standard error of
   * the mean.
   *
   * @param cells the counted answers to each question
   */
  double[] next(int round, double[] found, List<Question> questions, long[][] cells);

  /** Returns how many numbers were found before a round, up to the one after the last. */
  int width(int round);

  /** Public reasons for which the protocol cannot work. */
  List<String> refusals();

  /** Public reasons for which what is proved of it does not cover this request. */
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
