package org.privatemean.local.gaussian;

import org.privatemean.privacy.ApproxDp;

/** Requests of each protocol, by default, in one round and as in the paper. */
final class Specs {
  private Specs() {}

  static GaussianSpec knownSigma(
      double epsilon, long users, int dimension, double radius, double sigma) {
    ApproxDp pure = new ApproxDp(epsilon, 0);
    return RecommendedSpec.create(
        GaussianEstimator.KNOWN_SIGMA, pure, users, dimension, radius, sigma, sigma);
  }

  static GaussianSpec unknownSigma(
      double epsilon, long users, int dimension, double radius, double sigmaMin, double sigmaMax) {
    ApproxDp pure = new ApproxDp(epsilon, 0);
    return RecommendedSpec.create(
        GaussianEstimator.UNKNOWN_SIGMA, pure, users, dimension, radius, sigmaMin, sigmaMax);
  }

  static GaussianSpec knownVar(
      ApproxDp guarantee, long users, int dimension, double radius, double sigma) {
    return RecommendedSpec.create(
        GaussianEstimator.KNOWN_VAR, guarantee, users, dimension, radius, sigma, sigma);
  }

  static GaussianSpec unkVar(
      ApproxDp guarantee,
      long users,
      int dimension,
      double radius,
      double sigmaMin,
      double sigmaMax) {
    return RecommendedSpec.create(
        GaussianEstimator.UNK_VAR, guarantee, users, dimension, radius, sigmaMin, sigmaMax);
  }

  static GaussianSpec inOneRound(GaussianSpec spec) {
    return switch (spec.protocol()) {
      case KNOWN_SIGMA -> spec.with(GaussianEstimator.KNOWN_SIGMA_ONE_ROUND);
      case UNKNOWN_SIGMA -> spec.with(GaussianEstimator.UNKNOWN_SIGMA_ONE_ROUND);
      default -> throw new IllegalArgumentException("protocol must be of two rounds");
    };
  }

  /** The decoder, the second questions and the halves of the paper. */
  static GaussianSpec asInPaper(GaussianSpec spec) {
    return spec.with(GaussianSpec.Decoder.THRESHOLDS, GaussianSpec.Refinement.PAPER)
        .withFirstShare(0.5);
  }
}
