package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.numeric.Normal;
import org.privatemean.privacy.ApproxDp;

/**
 * Median errors in units of sigma, means uniform in +-0.9 R, against figures that were measured
 * with 20 or 40 runs and are themselves uncertain by 15 to 25 %. A figure below what any epsilon-DP
 * report of these users can tell is replaced by 1.25 times that bound: answers about the side of a
 * known mean, from all users, have 1.08 times at epsilon 1.
 */
class GaussianRoundAccuracyTest {

  private static double median(double[] sorted) {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private static GaussianSpec spec(double epsilon, double users, double radius) {
    return Specs.knownSigma(epsilon, (long) users, radius, 1);
  }

  private static GaussianSpec unknown(double epsilon, double users) {
    return Specs.unknownSigma(epsilon, (long) users, 256, 0.1, 10);
  }

  /** One run in a hundred may be worse than the worst: a first part may take a wrong cell. */
  private static void check(String what, double[] errors, double figure, double worst) {
    assertTrue(median(errors) <= figure, what + ": median " + median(errors));
    double last = errors[errors.length - 1 - errors.length / 100];
    assertTrue(last <= worst, what + ": " + last);
  }

  /** The least median error that n epsilon-DP reports on N(mean, 1) allow: see the page. */
  private static double bound(double epsilon, double users) {
    double gain = Math.expm1(epsilon);
    double best = 0;
    for (double t = 0; t < 3; t += 0.001) {
      double slope = Normal.density(t) / (1 + gain * Normal.cdf(-t));
      best = Math.max(best, gain * gain * slope * slope);
    }
    return 0.6745 / Math.sqrt(best * users);
  }

  @Test
  void bound_threeFigures_areBelowIt() {
    assertEquals(0.00536, bound(1, 1e5), 2e-5);
    assertTrue(0.0046 < bound(1, 1e5));
    assertTrue(0.0012 < bound(1, 1e6));
    assertTrue(0.020 < bound(0.25, 1e5));
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "0.25, 1e5, 64, 0.030",
    "0.5, 1e5, 64, 0.0125",
    "1, 1e5, 64, 0.0046",
    "2, 1e5, 64, 0.0041",
    "0.25, 1e5, 4096, 0.020",
    "1, 1e6, 4096, 0.0012"
  })
  void knownSigma_recommended_hasTheRecordedErrors(
      double epsilon, double n, double radius, double figure) {
    checkRecommended(epsilon, n, radius, figure);
  }

  private static void checkRecommended(double epsilon, double n, double radius, double figure) {
    GaussianSpec spec = spec(epsilon, n, radius);
    double target = figure > bound(epsilon, n) ? figure : 1.25 * bound(epsilon, n);
    double[] errors = SimulatedUsers.errors(spec, 1, 1, 200, 141);
    check("recommended", errors, target, 6 * target);
  }

  @ParameterizedTest
  @CsvSource({"0.25, 0.071", "0.5, 0.020", "1, 0.0087", "2, 0.0062"})
  void knownSigma_paper_hasTheRecordedErrors(double epsilon, double figure) {
    double[] errors = paperErrors(spec(epsilon, 1e5, 64).withFirstShare(0.5), 100, 142);
    // At epsilon 0.25 the proof does not cover it, and in some runs it takes a wrong cell.
    check("paper", errors, figure, epsilon == 0.25 ? 128 : 10 * figure);
  }

  /** As {@link SimulatedUsers#errors}, with the paper's first mean; its second round is ours. */
  private static double[] paperErrors(GaussianSpec spec, int runs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] errors = new double[runs];
    for (int r = 0; r < runs; r++) {
      double mean = spec.radius() * (1.8 * random.nextDouble() - 0.9);
      random.nextDouble(); // There sigma is drawn.
      SimulatedUsers users = SimulatedUsers.of(mean, 1, random.nextLong());
      GaussianRound first = GaussianRound.firstUnchecked(spec);
      GaussianTally digits = users.answer(first);
      byte[] bytes = first.next(digits).toBytes();
      double firstMean = ThresholdDecoder.decode(spec, digits.cells()).mean();
      ByteBuffer.wrap(bytes).putDouble(bytes.length - Double.BYTES, firstMean);
      GaussianRound second = GaussianRound.fromBytes(bytes);
      errors[r] = Math.abs(second.next(users.answer(second)).mean() - mean);
    }
    Arrays.sort(errors);
    return errors;
  }

  @Test
  void knownSigma_leastSquaresOnThePapersReports_isBetterThanThresholds() {
    GaussianSpec same = spec(0.25, 1e5, 64).withFirstShare(0.5);
    double[] errors = SimulatedUsers.errors(same, 1, 1, 100, 142);
    check("least squares, same reports", errors, 0.040, 0.3);
  }

  @Test
  void knownSigmaOneRound_recommended_hasTheRecordedErrors() {
    GaussianSpec spec = Specs.inOneRound(spec(1, 1e5, 64));
    double[] errors = SimulatedUsers.errors(spec, 1, 1, 100, 144);
    check("one round, recommended", errors, 0.0166, 0.06);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"1, 1e5, 0.0091", "0.5, 1e5, 0.0213"})
  void unknownSigma_recommended_hasTheRecordedErrors(double epsilon, double n, double figure) {
    GaussianSpec spec = unknown(epsilon, n);
    check("unknown sigma", SimulatedUsers.errors(spec, 0.25, 4, 40, 145), figure, 6 * figure);
  }

  @Test
  void unknownSigmaOneRound_recommended_hasASmallError() {
    GaussianSpec spec = Specs.inOneRound(unknown(1, 1e5));
    assertTrue(median(SimulatedUsers.errors(spec, 0.25, 4, 30, 147)) < 0.03);
  }

  /** sqrt(pi / 2) coth(eps / 2) / sqrt((1 - share) n). */
  @Test
  void knownSigma_manyRuns_haveTheErrorOfTheFormula() {
    GaussianSpec spec = Specs.knownSigma(1, 12_500, 20, 1);
    double[] errors = SimulatedUsers.errors(spec, 1, 1, 400, 150);
    double squares = Arrays.stream(errors).map(error -> error * error).sum();
    double users = (1 - spec.firstShare()) * 12_500;
    double expected = Math.sqrt(Math.PI / 2) / Math.tanh(0.5) / Math.sqrt(users);
    assertEquals(expected, Math.sqrt(squares / errors.length), 0.15 * expected);
  }

  @Test
  @Tag("long")
  void bothSigmas_millionUsers_haveTheRecordedErrors() {
    checkRecommended(1, 1e6, 4096, 0.0012);
    GaussianSpec spec = unknown(1, 1e6);
    double[] errors = SimulatedUsers.errors(spec, 0.25, 4, 200, 148);
    check("unknown sigma", errors, 0.0024, 0.02);
  }

  /** Within what 60 runs leave open, for every form of the protocols. */
  @Tag("long")
  @Test
  void forecast_everyProtocol_isTheRootMeanSquareError() {
    GaussianSpec known = spec(1, 3e4, 64);
    GaussianSpec unknown = Specs.unknownSigma(1, 30_000, 64, 0.5, 2);
    ApproxDp approximate = new ApproxDp(2, 1e-6);
    for (GaussianSpec spec :
        List.of(
            known,
            Specs.inOneRound(known),
            unknown,
            Specs.inOneRound(unknown),
            Specs.knownVar(approximate, 30_000, 20, 1))) {
      double squares = 0;
      double[] errors = SimulatedUsers.errors(spec, 1, 1, 60, 151);
      for (double error : errors) {
        squares += error * error;
      }
      double measured = Math.sqrt(squares / errors.length);
      // The relative deviation of a root mean square is 1 / sqrt(2 * 60) = 0.09.
      assertEquals(1, measured / forecast(spec), 0.42, spec.toString());
    }
  }

  /** Digits tell more of some means than of others: over 16 of them. */
  private static double forecast(GaussianSpec spec) {
    double squares = 0;
    for (int i = 0; i < 16; i++) {
      double error = GaussianProtocol.forecast(spec, 0.3 + 1.1 * i, 1);
      squares += error * error / 16;
    }
    return Math.sqrt(squares);
  }
}
