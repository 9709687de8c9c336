package org.privatemean.local.gaussian;

/** The default requests, chosen from public values. */
final class RecommendedSpec {
  private static final double ANY_SHARE = 0.15;

  private RecommendedSpec() {}

  /**
   * Returns the recommended request for a known sigma: two rounds, least squares, one coordinate
   * per user, and the share of {@link #withShare}.
   */
  public static GaussianSpec knownSigma(
      double epsilon, long users, int dimension, double radius, double sigma) {
    return recommend(GaussianProtocol.KNOWN_SIGMA, epsilon, users, dimension, radius, sigma, sigma);
  }

  /**
   * Returns the recommended request for a bounded sigma: two rounds, least squares, two thresholds
   * in the second, one coordinate per user, and the share of {@link #withShare}.
   */
  public static GaussianSpec unknownSigma(
      double epsilon, long users, int dimension, double radius, double sigmaMin, double sigmaMax) {
    return recommend(
        GaussianProtocol.UNKNOWN_SIGMA, epsilon, users, dimension, radius, sigmaMin, sigmaMax);
  }

  private static GaussianSpec recommend(
      GaussianProtocol protocol,
      double epsilon,
      long users,
      int dimension,
      double radius,
      double sigmaMin,
      double sigmaMax) {
    return withShare(
        new GaussianSpec(
            protocol,
            epsilon,
            0,
            users,
            dimension,
            radius,
            sigmaMin,
            sigmaMax,
            GaussianSpec.DEFAULT_BETA,
            GaussianSpec.Decoder.LEAST_SQUARES,
            GaussianSpec.Refinement.SHARP,
            ANY_SHARE,
            GaussianSpec.PerUser.ONE_COORDINATE,
            0));
  }

  /**
   * Returns a copy with the share of the users for the digits that minimises the forecast error of
   * the last answer, among those for which the decoder LEAST_SQUARES takes a wrong cell with
   * probability at most beta / 20; half of the users if there is none. From public values: 2 to 50
   * %.
   */
  public static GaussianSpec withShare(GaussianSpec spec) {
    return spec.withFirstShare(DigitShare.recommend(spec));
  }
}
