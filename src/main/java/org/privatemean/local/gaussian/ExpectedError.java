package org.privatemean.local.gaussian;

import java.util.List;

/** The error of one coordinate to be expected before anybody reports. */
final class ExpectedError {
  private static final double MAX_SIGMA = 0x1p400;

  private ExpectedError() {}

  /**
   * The standard error of one coordinate of the mean to be expected, from public values alone: what
   * the protocol would find if every count were its expectation. It does not count the risk that
   * the first part goes wrong, which {@link CoordinateProtocol#refusals} and {@link
   * CoordinateProtocol#warnings} are about.
   *
   * @param mean a mean that the coordinate may have
   * @param sigma a standard deviation that it may have
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
