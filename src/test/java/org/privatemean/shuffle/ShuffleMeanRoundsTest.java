package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.SearchGrids.RoundSplit;

/** The shuffle mean in few and many rounds, and with users who stay away. */
@Promise("few rounds and absent users: the budget is kept, the error is small, absence is told")
final class ShuffleMeanRoundsTest {
  private static final ApproxDp BUDGET = new ApproxDp(1, 1e-9);
  private static final Bounds BOX = new Bounds.Box(10, OptionalDouble.empty());

  private static ShuffleMeanSpec spec(int rounds) {
    ShuffleMeanSpec usual = ShuffleMeanSpec.of(BUDGET, BOX).withHonestFraction(0.95);
    return rounds == 0 ? usual : usual.withRounds(rounds);
  }

  @ParameterizedTest
  @CsvSource({
    "10000,1,3,1",
    "10000,8,4,0.95",
    "100000,8,5,0.5",
    "100000,64,6,0.95",
    "1000000,8,0,0.95",
    "1000000,1,40,0.8"
  })
  void plan_anyRounds_spendsTheBudgetAndNoMore(int n, int d, int rounds, double gamma) {
    ShuffleMeanSpec spec = spec(rounds).withHonestFraction(gamma);
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec, n, d);
    assertTrue(rounds == 0 || plan.roundCount() <= rounds, "rounds " + plan.roundCount());
    plan.charges();
    double rho = plan.charges().stream().mapToDouble(charge -> charge.rho()).sum();
    assertEquals(plan.noise().rho(), rho, 2e-3 * rho);
    // A hundredth less noise anywhere does not fit.
    ShuffleNoise noise = plan.noise();
    for (int part = 0; part < 3; part++) {
      ShuffleNoise less =
          new ShuffleNoise(
              noise.rho(),
              noise.medianDummies() * (part == 0 ? 0.96 : 1),
              noise.normDummies() * (part == 1 ? 0.96 : 1),
              noise.sumVariance() * (part == 2 ? 0.98 : 1));
      RoundSplit split = plan.split();
      ShuffleMeanPlan cheap =
          ShuffleMeanPlan.unchecked(
              spec, n, d, split.medians().rounds(), split.norm().rounds(), less);
      assertThrows(IllegalArgumentException.class, cheap::charges, "part " + part);
    }
  }

  @Test
  void plan_aMillionUsersOfEightCoordinates_takesFewRoundsAndMessages() {
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec(0), 1_000_000, 8);
    assertTrue(plan.roundCount() <= 6, "rounds " + plan.roundCount());
    assertTrue(plan.messagesPerUser() <= 100, "messages " + plan.messagesPerUser());
    double rounds = 0;
    for (int r = 0; r < plan.roundCount(); r++) {
      rounds += plan.messages(r);
    }
    assertEquals(plan.messagesPerUser(), rounds, 1e-9 * rounds);
  }

  @Test
  void plan_moreRounds_areAtMostTheRequestedNumberAndErrLess() {
    double margin = Double.POSITIVE_INFINITY;
    for (int rounds : new int[] {4, 5, 6, 9, 40}) {
      ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec(rounds), 10_000, 8);
      assertTrue(plan.roundCount() <= rounds);
      assertTrue(plan.outlook().margin() <= margin * 1.01, "rounds " + rounds);
      margin = plan.outlook().margin();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 2, 41})
  void spec_roundsOutOfRange_areRefusedNamingTheLeast(int rounds) {
    ShuffleMeanSpec usual = ShuffleMeanSpec.of(BUDGET, BOX);
    String message =
        assertThrows(ParamException.class, () -> usual.withRounds(rounds)).getMessage();
    assertTrue(message.contains("rounds must be auto or in [3, 40]: 3 would do"), message);
    assertTrue(message.contains("Provided value: " + rounds), message);
  }

  @ParameterizedTest
  @CsvSource({"10000,8", "10000,64", "1000000,64"})
  void plan_tooFewRounds_isRefusedWithASufficientNumber(int n, int d) {
    ShuffleMeanSpec few = spec(3);
    ParamException refused =
        assertThrows(ParamException.class, () -> ShuffleMeanPlan.of(few, n, d));
    assertEquals("rounds", refused.param());
    String message = refused.getMessage();
    assertTrue(message.contains("rounds = 3 is too few for n = " + n), message);
    assertTrue(message.endsWith("rounds = 4 would do"), message);
    assertEquals(4, ShuffleMeanPlan.of(spec(4), n, d).roundCount());
  }

  @Test
  void plan_warningOnly_acceptsTooFewRounds() {
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec(3).warningOnly(), 10_000, 8);
    assertEquals(3, plan.roundCount());
    assertTrue(plan.warnings().stream().anyMatch(w -> w.code() == Warning.Code.FEW_ROWS));
  }

  @Test
  void toBytes_ofFewRounds_readBackTheSameAndOldFormsAreRefused() {
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec(5), 100_000, 2);
    ShuffleMeanState start = ShuffleMeanState.start(plan, 4);
    ShuffleMeanState read = ShuffleMeanState.of(start.toBytes());
    assertEquals(start.digest(), read.digest());
    assertEquals(plan.split(), read.plan().split());
    assertEquals(plan.spec(), read.plan().spec());
    byte[] old = start.toBytes();
    old[0] = 1;
    String message =
        assertThrows(IllegalArgumentException.class, () -> ShuffleMeanState.of(old)).getMessage();
    assertTrue(message.contains("format version 1"), message);
    assertNotEquals(
        start.digest(),
        ShuffleMeanState.start(ShuffleMeanPlan.of(spec(4), 100_000, 2), 4).digest());
  }

  private static final int USERS = 2500;
  private static final double[][] ROWS = ShuffleRun.rows(USERS, 2, 21);

  private static ShuffleMeanPlan small(int rounds) {
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(6, 1e-6), new Bounds.Statistical(10, 0.5, 2));
    return ShuffleMeanPlan.of(spec.withHonestFraction(0.95).withRounds(rounds), USERS, 2);
  }

  /** All rounds, of which the last users stay away from one on. */
  private static ShuffleMeanState run(ShuffleMeanPlan plan, int absent, int from, int seed) {
    ShuffleMeanState state = ShuffleMeanState.start(plan, seed);
    while (!state.isFinished()) {
      int here = state.round() + 1 < from ? USERS : USERS - absent;
      state = ShuffleRun.next(state, ROWS, 0, here, ReportKey.fromSeed(seed));
    }
    return state;
  }

  private static double error(ShuffleMeanPlan plan, int absent, int from) {
    double[][] present = Arrays.copyOf(ROWS, USERS - absent);
    double squares = 0;
    int runs = 5;
    for (int seed = 0; seed < runs; seed++) {
      ShuffleMeanState done = run(plan, absent, from, seed);
      assertEquals(USERS - absent, done.participants());
      assertEquals(List.of(), done.warnings());
      squares += Math.pow(ShuffleRun.error(done.mean(), present), 2);
    }
    return Math.sqrt(squares / runs);
  }

  /** Before ranks were of those present, 2 % absent multiplied the error by over 100. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {4, 40})
  void mean_absentUsers_errsAsWithoutThem(int rounds) {
    ShuffleMeanPlan plan = small(rounds);
    double foretold = plan.forecast(Math.sqrt(2)).expectedL2Error();
    double nobody = error(plan, 0, 1);
    // Ten squares of normal numbers: above 3.9 times their mean with probability below 1e-6.
    assertTrue(nobody < 2 * foretold, nobody + " against " + foretold);
    for (int from : new int[] {1, 3}) {
      double some = error(plan, USERS / 25, from);
      assertTrue(some < 2 * foretold, some + " against " + foretold + " from round " + from);
    }
  }

  @Test
  void release_fewerThanTheHonestFractionAnswered_warns() {
    ShuffleMeanPlan plan = small(4);
    ShuffleMeanState done = run(plan, USERS / 10, 3, 1);
    assertEquals(USERS - USERS / 10, done.participants());
    Warning warning = done.warnings().get(0);
    assertEquals(Warning.Code.FEW_ANSWERS, warning.code());
    assertTrue(warning.text().startsWith("only 2250 of n = 2500 users"), warning.text());
    assertTrue(warning.text().contains("counts on the noise of 2375"), warning.text());
    Release release = ShuffleRelease.create(done);
    assertEquals(done.warnings(), release.warnings());
    ShuffleMeanState read = ShuffleMeanState.of(done.toBytes());
    assertEquals(done.participants(), read.participants());
    assertEquals(done.warnings(), read.warnings());
  }
}
