package org.privatemean.local;

import java.util.Arrays;
import java.util.List;
import org.privatemean.privacy.Checks;

/** A protocol for Gaussian values: questions and steps, functions of public values and counts. */
abstract sealed class GaussianProtocol permits DigitProtocol, KnownVar, UnkVar {
  private final GaussianSpec spec;
  private final int width;

  GaussianProtocol(GaussianSpec spec, int width) {
    this.spec = spec;
    this.width = width;
  }

  static GaussianProtocol create(GaussianSpec spec) {
    return switch (spec.protocol()) {
      case KNOWN_SIGMA, KNOWN_SIGMA_ONE_ROUND -> new KnownSigma(spec);
      case UNKNOWN_SIGMA, UNKNOWN_SIGMA_ONE_ROUND -> new UnknownSigma(spec);
      case KNOWN_VAR -> new KnownVar(spec);
      case UNK_VAR -> new UnkVar(spec);
    };
  }

  /** Returns a copy with the share of the users for the first answers that its protocol needs. */
  static GaussianSpec withRecommendedShare(GaussianSpec spec) {
    return spec.withFirstShare(
        switch (spec.protocol()) {
          case KNOWN_VAR -> 0.1;
          case UNK_VAR -> 0.4;
          default -> DigitProtocol.leastErrorShare(spec);
        });
  }

  /** Returns the standard error of the mean if every count equals its expectation. */
  static double forecast(GaussianSpec spec, double mean, double sigma) {
    double radius = spec.radius();
    Checks.argument("mean", Math.abs(mean) <= radius, "within the radius, " + radius, mean);
    Checks.argument("sigma", GaussianSpec.isSize(sigma), "in [2^-400, 2^400]", sigma);
    GaussianProtocol protocol = create(spec);
    double[] found = {};
    for (int round = 1; round <= protocol.rounds(); round++) {
      List<Question> questions = protocol.questions(round, found);
      double[] groups = protocol.groups(questions.size());
      long[][] cells = new long[groups.length][];
      for (int g = 0; g < groups.length; g++) {
        double inGroup = spec.users() * protocol.share(round) * groups[g];
        cells[g] = questions.get(g).expectedCounts(inGroup, mean, sigma);
      }
      found = protocol.next(round, found, questions, cells);
    }
    return found[2];
  }

  final GaussianSpec spec() {
    return spec;
  }

  int rounds() {
    return spec.protocol().isOneRound() ? 1 : 2;
  }

  /** Returns the share of the users who report in a round. */
  double share(int round) {
    if (rounds() == 1) {
      return 1;
    }
    return round == 1 ? spec.firstShare() : 1 - spec.firstShare();
  }

  /** Returns the shares of the users of a round who answer each of its questions. */
  double[] groups(int questions) {
    double[] equal = new double[questions];
    Arrays.fill(equal, 1.0 / questions);
    return equal;
  }

  abstract List<Question> questions(int round, double[] found);

  /** Returns the results after a round; after the last, mean, sigma and standard error. */
  abstract double[] next(int round, double[] found, List<Question> questions, long[][] cells);

  final int width(int round) {
    return round > rounds() ? 3 : round == 1 ? 0 : width;
  }

  /** Returns public reasons for which the protocol cannot work. */
  List<String> refusals() {
    return List.of();
  }

  /** Returns public reasons for which its proofs do not cover this request. */
  List<String> warnings() {
    return List.of();
  }
}
