package org.privatemean.local.gaussian;

import java.util.List;

/** The expected error of one coordinate before any user reports. */
final class ExpectedError {
  private static final double MAX_SIGMA = 0x1p400;

  private ExpectedError() {}

  /**
   * Returns the expected standard error of one coordinate of the mean, from public values alone:
   * the result of the protocol if every count equals its expectation. It excludes the risk of an
   * error in the first part, which {@link CoordinateProtocol#refusals} and {@link
   * CoordinateProtocol#warnings} report.
   *
   * @param mean a possible mean of the coordinate
   * @param sigma a possible standard deviation
   * @throws IllegalArgumentException if the mean is not within the radius, or sigma not in [2^-400,
   *     2^400]
   */
  public static double compute(GaussianSpec spec, double mean, double sigma) {
    check("mean", Math.abs(mean) <= spec.radius(), "within the radius, " + spec.radius(), mean);
    boolean inRange = sigma >= 1 / MAX_SIGMA && sigma <= MAX_SIGMA;
    check("sigma", inRange, "in [2^-400, 2^400]", sigma);
    CoordinateProtocol protocol = CoordinateProtocol.create(spec);
    double users = CoordinateSetting.from(spec).users();
    double[] found = {};
    for (int round = 1; round <= protocol.rounds(); round++) {
      List<Question> questions = protocol.questions(round, found);
      double[] groups = protocol.groups(round);
      long[][] cells = new long[groups.length][];
      for (int g = 0; g < groups.length; g++) {
        double inGroup = users * protocol.share(round) * groups[g];
        cells[g] = questions.get(g).expectedCounts(inGroup, mean, sigma);
      }
      found = protocol.next(round, found, questions, cells);
    }
    return found[2];
  }

  private static void check(String name, boolean good, String bound, double value) {
    if (!good) {
      throw new IllegalArgumentException(name + " must be " + bound + ". Provided value: " + value);
    }
  }
}
