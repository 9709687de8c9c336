package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.ApproxDp;

class DigitProtocolTest {

  private static String refusal(GaussianSpec spec) {
    return assertThrows(IllegalArgumentException.class, () -> GaussianRound.first(spec))
        .getMessage();
  }

  @Test
  void first_usersForWhichThresholdsFail_isAccepted() {
    GaussianRound.first(Specs.knownSigma(0.25, 100_000, 4096, 1));
    GaussianRound.first(Specs.unknownSigma(0.5, 100_000, 256, 0.1, 10));
  }

  @Test
  void first_leastSquaresWithTooFewUsers_isRefused() {
    String message = refusal(Specs.knownSigma(0.25, 5_000, 4096, 1));
    assertTrue(message.startsWith("least squares would take a wrong cell"), message);
    GaussianRound.first(Specs.knownSigma(1, 3000, 64, 1));
    refusal(Specs.knownSigma(1, 300, 64, 1));
    // Where all users are asked digits, all count.
    GaussianSpec digits = Specs.unknownSigma(1, 3000, 64, 1, 2).withFirstShare(0.05);
    refusal(digits);
    assertEquals(1, GaussianRound.first(Specs.inOneRound(digits)).rounds());
  }

  @Test
  void withRecommendedShare_moreUsersOrEpsilon_isSmallerAndKeepsTheRisk() {
    double last = 0.5;
    for (double epsilon : new double[] {0.1, 0.25, 0.5, 1, 4}) {
      GaussianSpec spec = Specs.knownSigma(epsilon, 100_000, 4096, 1);
      assertTrue(spec.firstShare() <= last, epsilon + ": " + spec.firstShare());
      last = spec.firstShare();
      double perLevel = ((DigitProtocol) GaussianProtocol.create(spec)).usersPerLevel();
      double risk =
          DigitProtocol.confusion(RandomizedResponse.withAnswers(4, epsilon), perLevel, true);
      assertTrue(risk <= 0.0025 || last == 0.5, "risk " + risk);
    }
    assertEquals(0.02, last);
  }

  /** At the worst mean, 0, and at any: the forecast is above, and at the worst not by far. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"0.25, 526", "1, 33"})
  void confusion_fewUsers_isAboveTheShareOfWrongCells(double epsilon, int perLevel) {
    GaussianSpec spec =
        Specs.knownSigma(epsilon, Math.round(perLevel * 13 / 0.15), 4096, 1).withFirstShare(0.15);
    double forecast =
        DigitProtocol.confusion(RandomizedResponse.withAnswers(4, epsilon), perLevel, true);
    SplittableRandom random = new SplittableRandom(121);
    int runs = 200;
    int wrongAtWorst = 0;
    int wrong = 0;
    for (int r = 0; r < runs; r++) {
      wrongAtWorst += isWrong(spec, 0, random.nextLong()) ? 1 : 0;
      wrong += isWrong(spec, 8000 * random.nextDouble() - 4000, random.nextLong()) ? 1 : 0;
    }
    double margin = 5 * Math.sqrt(runs * forecast);
    assertTrue(wrong <= runs * forecast + margin, wrong + " wrong");
    assertTrue(wrongAtWorst <= runs * forecast + margin, wrongAtWorst + " wrong at 0");
    assertTrue(wrongAtWorst >= runs * forecast / 15, wrongAtWorst + " wrong at 0");
  }

  private static boolean isWrong(GaussianSpec spec, double mean, long seed) {
    GaussianRound round = GaussianRound.firstUnchecked(spec);
    GaussianTally tally = SimulatedUsers.of(mean, 1, seed).answer(round);
    return Math.abs(round.next(tally).found()[0] - mean) > 2;
  }

  @Test
  void spec_valuesOutOfRange_areRefusedByName() {
    assertNamed("epsilon", () -> Specs.knownSigma(0, 10, 1, 1));
    assertNamed("epsilon", () -> Specs.knownSigma(65, 10, 1, 1));
    assertNamed("users", () -> Specs.knownSigma(1, 0, 1, 1));
    assertNamed("radius", () -> Specs.knownSigma(1, 10, Double.NaN, 1));
    assertNamed("radius", () -> Specs.knownSigma(1, 10, 0x1p61, 1));
    assertNamed("sigmaMin", () -> Specs.knownSigma(1, 10, 1, 0));
    assertNamed("sigmaMax", () -> Specs.unknownSigma(1, 10, 1, 2, 1));
    GaussianSpec spec = Specs.knownSigma(1, 10, 1, 1);
    assertNamed("beta", () -> Specs.with(spec, 1, 0));
    assertNamed("mean", () -> GaussianProtocol.forecast(spec, 1.1, 1));
    assertNamed("sigma", () -> GaussianProtocol.forecast(spec, 0, 0));
    assertNamed("firstShare", () -> spec.withFirstShare(1));
    assertNamed("firstShare", () -> spec.withFirstShare(0));
    ApproxDp pure = new ApproxDp(1, 0);
    assertNamed("delta", () -> Specs.knownVar(pure, 10, 1, 1));
    ApproxDp approximate = new ApproxDp(1, 1e-9);
    assertNamed("radius", () -> Specs.knownVar(approximate, 10, 0x1p20, 1));
    GaussianSpec baseline = Specs.unkVar(approximate, 10, 1, 1, 2);
    assertNamed("delta", () -> Specs.with(baseline, GaussianEstimator.KNOWN_SIGMA_ONE_ROUND));
  }

  private static void assertNamed(String name, org.junit.jupiter.api.function.Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.startsWith(name + " must be "), message);
  }
}
