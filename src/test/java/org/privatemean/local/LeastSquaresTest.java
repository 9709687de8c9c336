package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {

  private static final double MANY = 0x1p50;

  /** Counts so large that their shares are the law to 1e-14. */
  private static long[][] expected(GaussianRound round, double mean, double sigma) {
    return round.questions().stream()
        .map(question -> question.expectedCounts(MANY, mean, sigma))
        .toArray(long[][]::new);
  }

  @Test
  void locate_exactExpectations_findsMeanAndSigma() {
    GaussianSpec spec = Specs.unknownSigma(1, 1_000_000, 256, 0.1, 10);
    GaussianRound round = GaussianRound.first(spec);
    SplittableRandom random = new SplittableRandom(91);
    for (int i = 0; i < 60; i++) {
      double sigma = 0.12 * Math.pow(80, random.nextDouble());
      double mean =
          i < 5 ? new double[] {0, 256, -256, 128, 64.5}[i] : 512 * random.nextDouble() - 256;
      LeastSquares squares =
          LeastSquares.fit(spec, round.questions(), expected(round, mean, sigma));
      LeastSquares.Point found = squares.locate();
      assertEquals(mean, found.mean(), 2e-3 * sigma, "sigma " + sigma);
      assertEquals(sigma, found.sigma(), 2e-3 * sigma);
    }
  }

  /** The search sees few points of the grid, and must miss nothing that all of it would show. */
  @Test
  void locate_noisyReports_isNoWorseThanAFullGrid() {
    GaussianSpec spec = Specs.knownSigma(0.25, 60_000, 64, 1).withFirstShare(0.15);
    for (int i = 0; i < 20; i++) {
      SplittableRandom random = new SplittableRandom(100 + i);
      double mean = 128 * random.nextDouble() - 64;
      GaussianRound round = GaussianRound.first(spec);
      long[][] cells = SimulatedUsers.of(mean, 1, random.nextLong()).answer(round).cells();
      LeastSquares squares = LeastSquares.fit(spec, round.questions(), cells);
      double least = Double.POSITIVE_INFINITY;
      for (double m = -64; m <= 64; m += 0.125) {
        least = Math.min(least, squares.evaluate(m, 1).misfit());
      }
      LeastSquares.Point found = squares.locate();
      assertTrue(found.misfit() <= least + 1e-9, found + " but the grid has " + least);
    }
  }

  /**
   * The weights are one over the variances: at the minimum F is chi-square with 3 L - 2 degrees of
   * freedom, 37, at a small epsilon, and errors are as forecast.
   */
  @Test
  void misfit_manyReports_isChiSquareAndErrorsAreAsForecast() {
    GaussianSpec spec = Specs.inOneRound(Specs.unknownSigma(0.5, 1_000_000, 256, 0.1, 10));
    GaussianRound round = GaussianRound.first(spec);
    int runs = 40;
    double misfits = 0;
    double squaredErrors = 0;
    for (int i = 0; i < runs; i++) {
      SplittableRandom random = new SplittableRandom(200 + i);
      double mean = 400 * random.nextDouble() - 200;
      SimulatedUsers users = SimulatedUsers.of(mean, 1, random.nextLong());
      GaussianTally tally = users.answer(round);
      GaussianRound estimate = round.next(tally);
      LeastSquares squares = LeastSquares.fit(spec, round.questions(), tally.cells());
      misfits += squares.evaluate(estimate.mean(), estimate.sigma()).misfit();
      double error = (estimate.mean() - mean) / estimate.standardError();
      squaredErrors += error * error;
    }
    // Deviations: sqrt(2 * 37 / 40) = 1.4 and sqrt(2 / 40) = 0.22; four of them.
    assertEquals(37, misfits / runs, 5.6);
    assertEquals(1, squaredErrors / runs, 0.92);
  }
}
