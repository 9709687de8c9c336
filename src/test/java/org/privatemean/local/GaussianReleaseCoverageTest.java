package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.local.GaussianRequest.GaussianChoice;

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

  /** The smallest number that a binomial count passes with a probability below {@link #ALPHA}. */
  private static int mostOf(int runs, double probability) {
    double term = Math.pow(1 - probability, runs);
    double below = term;
    int count = 0;
    while (1 - below > ALPHA) {
      count++;
      term *= (runs - count + 1.0) / count * probability / (1 - probability);
      below += term;
    }
    return count;
  }

  /**
   * What many runs came to.
   *
   * @param misses how often the mean was outside of the bar
   * @param ofSmaller how often it was outside of a bar of 0.6 of the width
   * @param error root mean square error
   * @param forecast what was forecast
   */
  private record Found(int misses, int ofSmaller, double error, double forecast) {}

  private static Found found(GaussianRequest request, long users, int runs) {
    GaussianChoice choice = GaussianChoice.choose(request, users, 7);
    SplittableRandom random = new SplittableRandom(41);
    double span = Math.log(request.sigmaMax() / request.sigmaMin());
    int misses = 0;
    int ofSmaller = 0;
    double squares = 0;
    double forecast = 0;
    for (int run = 0; run < runs; run++) {
      double mean = request.meanBound() * (1.8 * random.nextDouble() - 0.9);
      double sigma = request.sigmaMin() * Math.exp(span * (0.1 + 0.8 * random.nextDouble()));
      SimulatedUsers simulated = SimulatedUsers.of(mean, sigma, random.nextLong());
      GaussianRound round = GaussianRound.first(choice.spec());
      while (!round.isFinished()) {
        round = round.next(simulated.answer(round));
      }
      GaussianRelease.Sent sent = new GaussianRelease.Sent(round.rounds(), users, users, users);
      GaussianRelease release = GaussianRelease.create(request, choice, round, sent, false);
      double error = Math.abs(release.mean() - mean);
      misses += error > release.halfWidth() ? 1 : 0;
      ofSmaller += error > 0.6 * release.halfWidth() ? 1 : 0;
      squares += error * error / (sigma * sigma) / runs;
      forecast = release.forecastError();
    }
    double middle = Math.sqrt(request.sigmaMin() * request.sigmaMax());
    return new Found(misses, ofSmaller, Math.sqrt(squares) * middle, forecast);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "kv, 0.5, 10, 2, 2, 40000, 1000",
    "kv, 3, 1000, 0.5, 0.5, 3000, 1000",
    "uv, 2, 20, 0.5, 4, 20000, 400"
  })
  void halfWidth_ofManyRuns_hasTheStatedCoverage(
      String estimator, double epsilon, double bound, double least, double most, long n, int runs) {
    Found found = found(request(estimator, epsilon, bound, least, most), n, runs);
    int allowed = mostOf(runs, 1 - GaussianRequest.USUAL_CONFIDENCE);
    assertTrue(found.misses() <= allowed, () -> found + ", allowed " + allowed);
    // What a bar of 0.6 of the width does is found out.
    assertTrue(found.ofSmaller() > allowed, () -> found + ", allowed " + allowed);
    assertEquals(found.error(), found.forecast(), 0.3 * found.error(), found::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "kv, 1, 64, 1, 1, 100000, 1000",
    "kv1, 1, 64, 1, 1, 100000, 600",
    "uv1, 1, 64, 0.5, 4, 100000, 400",
    "knownVar, 2, 20, 1, 1, 8000, 400",
    "unkVar, 4, 20, 0.5, 4, 6000, 400"
  })
  @Tag("long")
  void halfWidth_ofSlowerEstimators_hasTheStatedCoverage(
      String estimator, double epsilon, double bound, double least, double most, long n, int runs) {
    halfWidth_ofManyRuns_hasTheStatedCoverage(estimator, epsilon, bound, least, most, n, runs);
  }
}
