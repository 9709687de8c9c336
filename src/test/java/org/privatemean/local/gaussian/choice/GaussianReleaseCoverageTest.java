package org.privatemean.local.gaussian.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.local.gaussian.round.GaussianRound;
import org.privatemean.local.gaussian.round.SimulatedUsers;

/** The error bar misses the mean no more often than it says. */
final class GaussianReleaseCoverageTest {
  /** A test that is in order fails with a probability below this. */
  private static final double ALPHA = 1e-6;

  private static GaussianRequest request(
      String estimator, double epsilon, double bound, double least, double most) {
    return new GaussianRequest(
        estimator,
        epsilon,
        Double.NaN,
        bound,
        least,
        most,
        least == most,
        GaussianRequest.USUAL_BETA,
        GaussianRequest.USUAL_CONFIDENCE);
  }

  private record Misses(int misses, int missesOfSmaller, double meanSquare, double errorSquare) {}

  private static Misses misses(GaussianRequest request, long users, int runs) {
    GaussianChoice choice = GaussianChoice.of(request, users, 7);
    SplittableRandom random = new SplittableRandom(41);
    double span = Math.log(request.sigmaMax() / request.sigmaMin());
    int misses = 0;
    int smaller = 0;
    double squares = 0;
    double errors = 0;
    for (int run = 0; run < runs; run++) {
      double mean = request.meanBound() * (1.8 * random.nextDouble() - 0.9);
      double sigma = request.sigmaMin() * Math.exp(span * (0.1 + 0.8 * random.nextDouble()));
      SimulatedUsers simulated =
          SimulatedUsers.of(new double[] {mean}, sigma, random.nextLong());
      GaussianRound round = GaussianRound.first(choice.spec());
      while (!round.isFinished()) {
        round = round.next(simulated.answer(round));
      }
      GaussianRelease release =
          GaussianRelease.of(
              request,
              choice,
              round.estimate(),
              new GaussianRelease.Sent(round.rounds(), users, users, users),
              false);
      double error = Math.abs(release.mean() - mean);
      misses += error > release.halfWidth() ? 1 : 0;
      smaller += error > 0.7 * release.halfWidth() ? 1 : 0;
      squares += error * error / (sigma * sigma);
      errors += release.standardError() * release.standardError() / (sigma * sigma);
    }
    return new Misses(misses, smaller, squares / runs, errors / runs);
  }

  @ParameterizedTest
  @CsvSource({
    "kv, 1, 64, 1, 1, 100000, 4000",
    "kv, 0.5, 10, 2, 2, 40000, 4000",
    "kv, 3, 1000, 0.5, 0.5, 3000, 4000",
    "kv1, 1, 64, 1, 1, 100000, 1000",
    "uv, 1, 64, 0.1, 10, 100000, 1000",
    "uv, 2, 20, 0.5, 4, 20000, 1000",
    "uv1, 1, 64, 0.1, 10, 100000, 1000",
    "knownVar, 1, 20, 1, 1, 30000, 500",
    "unkVar, 2, 20, 0.5, 4, 30000, 500"
  })
  void halfWidth_ofManyRuns_misses(
      String estimator, double epsilon, double bound, double least, double most, long n, int runs) {
    long t = System.nanoTime();
    Misses found = misses(request(estimator, epsilon, bound, least, most), n, runs);
    System.out.println(
        estimator + " " + epsilon + " " + n + " " + found + " of " + runs + " s "
            + (System.nanoTime() - t) / 1e9);
  }
}
