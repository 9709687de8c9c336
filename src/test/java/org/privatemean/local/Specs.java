package org.privatemean.local;

import org.privatemean.privacy.ApproxDp;

/** Requests of each protocol, in two rounds and in one. */
final class Specs {
  private Specs() {}

  static GaussianSpec knownSigma(double epsilon, long users, double radius, double sigma) {
    ApproxDp pure = new ApproxDp(epsilon, 0);
    return recommended(GaussianEstimator.KNOWN_SIGMA, pure, users, radius, sigma, sigma);
  }

  static GaussianSpec unknownSigma(
      double epsilon, long users, double radius, double sigmaMin, double sigmaMax) {
    ApproxDp pure = new ApproxDp(epsilon, 0);
    return recommended(GaussianEstimator.UNKNOWN_SIGMA, pure, users, radius, sigmaMin, sigmaMax);
  }

  static GaussianSpec knownVar(ApproxDp guarantee, long users, double radius, double sigma) {
    return recommended(GaussianEstimator.KNOWN_VAR, guarantee, users, radius, sigma, sigma);
  }

  static GaussianSpec unkVar(
      ApproxDp guarantee, long users, double radius, double sigmaMin, double sigmaMax) {
    return recommended(GaussianEstimator.UNK_VAR, guarantee, users, radius, sigmaMin, sigmaMax);
  }

  static GaussianSpec inOneRound(GaussianSpec spec) {
    return switch (spec.protocol()) {
      case KNOWN_SIGMA -> with(spec, GaussianEstimator.KNOWN_SIGMA_ONE_ROUND);
      case UNKNOWN_SIGMA -> with(spec, GaussianEstimator.UNKNOWN_SIGMA_ONE_ROUND);
      default -> throw new IllegalArgumentException("protocol must be of two rounds");
    };
  }

  private static GaussianSpec recommended(
      GaussianEstimator protocol,
      ApproxDp guarantee,
      long users,
      double radius,
      double sigmaMin,
      double sigmaMax) {
    double epsilon = guarantee.epsilon();
    double delta = guarantee.delta();
    return GaussianProtocol.withRecommendedShare(
        new GaussianSpec(
            protocol, epsilon, delta, users, radius, sigmaMin, sigmaMax, 0.05, 0.5, 0));
  }

  static GaussianSpec with(GaussianSpec spec, GaussianEstimator protocol) {
    return with(spec, protocol, spec.beta(), 0);
  }

  static GaussianSpec with(GaussianSpec spec, double beta, long seed) {
    return with(spec, spec.protocol(), beta, seed);
  }

  static GaussianSpec withSeed(GaussianSpec spec, long seed) {
    return with(spec, spec.beta(), seed);
  }

  private static GaussianSpec with(
      GaussianSpec spec, GaussianEstimator protocol, double beta, long seed) {
    return new GaussianSpec(
        protocol,
        spec.epsilon(),
        spec.delta(),
        spec.users(),
        spec.radius(),
        spec.sigmaMin(),
        spec.sigmaMax(),
        beta,
        spec.firstShare(),
        seed);
  }
}
