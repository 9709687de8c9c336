package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.device.Device;
import org.privatemean.mean.Mechanisms;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.protocol.ReportKey;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;
import org.privatemean.shuffle.ShuffleMeanPlan.ShuffleTask;

/** The whole shuffle mean in memory: error, state, ledger, and what becomes of bad messages. */
final class ShuffleMeanStateRunTest {
  private static final int USERS = 2000;
  private static final int DIMENSION = 3;
  private static final ApproxDp BUDGET = new ApproxDp(4, 1e-6);
  private static final Bounds BOUNDS = new Bounds.Statistical(10, 0.5, 2);
  private static final double[][] ROWS = ShuffleRun.rows(USERS, DIMENSION, 9);
  private static final ShuffleMeanSpec SPEC = ShuffleMeanSpec.of(BUDGET, BOUNDS);
  private static final ShuffleMeanPlan PLAN = ShuffleMeanPlan.of(SPEC, USERS, DIMENSION);
  private static final ReportKey KEY = ReportKey.fromSeed(5);

  /** The expected error of a curator at the same guarantee. */
  private static double centralError() {
    Release central = Mechanisms.forecast(SPEC.central(), USERS, DIMENSION, Math.sqrt(DIMENSION));
    return central.noise().expectedL2Error();
  }

  @Test
  void mean_seededRuns_errAsTheCentralMeanAtTheSameGuarantee() {
    int runs = 12;
    double squares = 0;
    double foretold = 0;
    for (int run = 0; run < runs; run++) {
      ShuffleMeanState done =
          ShuffleRun.finish(ShuffleMeanState.start(PLAN, run), ROWS, ReportKey.fromSeed(100 + run));
      double error = ShuffleRun.error(done.mean(), ROWS);
      squares += error * error;
      foretold += done.error().expectedL2Error() / runs;
      assertEquals(
          0, done.messages().stream().mapToLong(ShuffleMeanState.RoundMessages::dropped).sum());
    }
    double measured = Math.sqrt(squares / runs);
    double central = centralError();
    // 36 degrees of freedom: a chi-square is within 0.35 and 2.1 times its mean but for 1e-4, and
    // the seeds are fixed.
    assertTrue(measured < 1.3 * central, measured + " against " + central);
    assertTrue(measured > 0.6 * foretold && measured < 1.45 * foretold, measured + " " + foretold);
    assertTrue(foretold < 1.1 * central, foretold + " against " + central);
  }

  @Test
  void charges_ofThePlan_areNamedAndSpendTheBudgetOnce() {
    List<String> steps = PLAN.charges().stream().map(Charge::step).toList();
    assertEquals(
        List.of("medians", "clipping norm", "clipped sum", "secrecy of the sum's shares"), steps);
    double rho = PLAN.charges().stream().mapToDouble(Charge::rho).sum();
    assertEquals(PLAN.noise().rho(), rho, 1e-3 * rho);
    // One account is worth more than the conversion through zCDP, but not much.
    double zcdp = Conversions.rhoDown(BUDGET).rho();
    assertTrue(rho > 0.9 * zcdp && rho < 1.25 * zcdp, rho + " against " + zcdp);
    assertEquals(0.25, PLAN.charges().get(0).rho() / rho, 0.001);
    assertEquals(0.1875, PLAN.charges().get(1).rho() / rho, 0.001);
    assertEquals(BUDGET.delta() / 16, PLAN.charges().get(3).delta());
  }

  /** Each part a fifth below its deviation, then each with more asked than was planned for. */
  @Test
  void charges_aPartWithLessNoiseOrOneMoreLevel_doNotFit() {
    ShuffleNoise noise = PLAN.noise();
    for (int part = 0; part < 3; part++) {
      ShuffleNoise less =
          new ShuffleNoise(
              noise.rho(),
              noise.medianDummies() * (part == 0 ? 0.64 : 1),
              noise.normDummies() * (part == 1 ? 0.64 : 1),
              noise.sumVariance() * (part == 2 ? 0.64 : 1));
      ShuffleMeanPlan plan = ShuffleRun.unchecked(SPEC, USERS, DIMENSION, less);
      assertThrows(IllegalArgumentException.class, plan::charges, "part " + part);
    }
    SearchRounds medians = PLAN.counts(ShuffleTask.MEDIANS).rounds();
    SearchRounds norms = PLAN.counts(ShuffleTask.NORM).rounds();
    chargeAll(medians, norms);
    // Of a sum this long less is given away than was charged: for its noise counts as Gaussian.
    SearchRounds more = new SearchRounds(medians.levels() * 3 / 2, medians.rounds() * 3 / 2);
    assertThrows(BudgetExceededException.class, () -> chargeAll(more, norms));
    SearchRounds moreNorms = new SearchRounds(norms.levels() * 2, norms.rounds() * 2);
    assertThrows(BudgetExceededException.class, () -> chargeAll(medians, moreNorms));
  }

  /** Charges searches of so many rounds, with the plan's noise, to a grant of its budget. */
  private static void chargeAll(SearchRounds medianRounds, SearchRounds normRounds) {
    SearchCounts medians = PLAN.counts(ShuffleTask.MEDIANS);
    SearchCounts norms = PLAN.counts(ShuffleTask.NORM);
    // The sum of a norm found, as its users draw it.
    VectorSum sum = PLAN.sum(1L << 30);
    ShuffleGrant grant = new ShuffleGrant(BUDGET);
    grant.charge(
        "medians",
        new SearchCounts(0, medians.width(), medianRounds, false, medians.dummies()).charge());
    grant.charge("norm", new SearchCounts(0, 1, normRounds, true, norms.dummies()).charge());
    grant.charge(
        "sum", SkellamMechanism.forVector(sum.dimension(), sum.sensitivity(), sum.variance()));
    grant.charge("secrecy", BUDGET.delta() / 16);
  }

  @Test
  void charges_lessNoise_isRefused() {
    ShuffleNoise noise = PLAN.noise();
    ShuffleNoise less =
        new ShuffleNoise(
            noise.rho(),
            noise.medianDummies() * 0.98,
            noise.normDummies() * 0.98,
            noise.sumVariance() * 0.98);
    ShuffleMeanPlan plan = ShuffleRun.unchecked(SPEC, USERS, DIMENSION, less);
    byte[] forged = ShuffleMeanState.start(plan, 1).toBytes();
    String message =
        assertThrows(IllegalArgumentException.class, () -> ShuffleMeanState.of(forged))
            .getMessage();
    assertTrue(message.contains("does not give the guarantee"), message);
  }

  /** The rho that devices are shown and reports state is that of the noise, to the bit. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-3, 0.5, 0.999999, 2, Double.NaN, Double.POSITIVE_INFINITY})
  void charges_forgedRho_isRefusedHereAndAtJoin(double factor) {
    ShuffleNoise noise = PLAN.noise();
    ShuffleNoise forged =
        new ShuffleNoise(
            noise.rho() * factor, noise.medianDummies(), noise.normDummies(), noise.sumVariance());
    ShuffleMeanPlan plan = ShuffleRun.unchecked(SPEC, USERS, DIMENSION, forged);
    ShuffleMeanState start = ShuffleMeanState.start(plan, 1, "run");
    byte[] bytes = start.toBytes();
    assertThrows(IllegalArgumentException.class, () -> ShuffleMeanState.of(bytes));
    Device device = Device.inMemory();
    assertThrows(IllegalArgumentException.class, () -> device.join("run", start, "u"));
  }

  /**
   * Requests that the noise of the plan does not serve. A lower fraction of honest users is not one
   * of them: every user then sends more noise.
   */
  static Stream<ShuffleMeanSpec> forgedSpecs() {
    ApproxDp lessEpsilon = new ApproxDp(BUDGET.epsilon() * 0.98, BUDGET.delta());
    ApproxDp lessDelta = new ApproxDp(BUDGET.epsilon(), BUDGET.delta() * 0.5);
    OptionalInt rounds = SPEC.rounds();
    return Stream.of(
        spec(lessEpsilon, rounds, 1),
        spec(lessDelta, rounds, 1),
        spec(BUDGET, OptionalInt.of(PLAN.roundCount() + 3), 1),
        spec(BUDGET, rounds, 16));
  }

  private static ShuffleMeanSpec spec(ApproxDp budget, OptionalInt rounds, int batches) {
    return new ShuffleMeanSpec(
        budget,
        BOUNDS,
        SPEC.honestFraction(),
        SPEC.grid(),
        SPEC.beta(),
        SPEC.ifHopeless(),
        rounds,
        batches);
  }

  @ParameterizedTest
  @MethodSource("forgedSpecs")
  void charges_forgedSpec_isRefusedHereAndAtJoin(ShuffleMeanSpec forged) {
    ShuffleMeanPlan plan = ShuffleRun.unchecked(forged, USERS, DIMENSION, PLAN.noise());
    ShuffleMeanState start = ShuffleMeanState.start(plan, 1, "run");
    byte[] bytes = start.toBytes();
    assertThrows(IllegalArgumentException.class, () -> ShuffleMeanState.of(bytes));
    Device device = Device.inMemory();
    assertThrows(IllegalArgumentException.class, () -> device.join("run", start, "u"));
  }

  @Test
  void state_storedAfterEveryRound_continuesWithTheSameBits() {
    ShuffleMeanState straight = ShuffleMeanState.start(PLAN, 11);
    byte[] stored = straight.toBytes();
    int round = 0;
    while (!straight.isFinished()) {
      straight = ShuffleRun.next(straight, ROWS, KEY);
      // The check of the guarantee takes a while: of some states only.
      ShuffleMeanState read =
          round % 3 == 0 ? ShuffleMeanState.of(stored) : ShuffleMeanState.readUnchecked(stored);
      stored = ShuffleRun.next(read, ROWS, KEY).toBytes();
      assertArrayEquals(straight.toBytes(), stored);
      round++;
      assertEquals(round, straight.round());
    }
    ShuffleMeanState read = ShuffleMeanState.of(stored);
    assertArrayEquals(straight.mean(), read.mean(), 0.0);
    assertEquals(straight.messages(), read.messages());
    assertEquals(straight.error(), read.error());
    assertTrue(stored.length < 1200, "bytes " + stored.length);
    assertThrows(IllegalStateException.class, read::task);
    assertThrows(IllegalStateException.class, read::newTally);
  }

  /** States that users and disks hold must be read by the next version too. */
  @Test
  void toBytes_ofAnOldState_areStillTheSame() {
    ShuffleNoise noise = new ShuffleNoise(1, 40, 30, 5000);
    ShuffleMeanState start =
        ShuffleMeanState.start(ShuffleRun.unchecked(SPEC, USERS, DIMENSION, noise), 11);
    assertEquals(
        "81e1b3c8b50ab62946853c87f69e2e1c6d600c9826ac83eaaf34d98ffc99328c", start.digest());
  }

  @Test
  void of_otherBytes_isRefused() {
    byte[] good = ShuffleRun.next(ShuffleMeanState.start(PLAN, 11), ROWS, KEY).toBytes();
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThrows(IllegalArgumentException.class, () -> ShuffleMeanState.readUnchecked(cut));
    }
    byte[] longer = Arrays.copyOf(good, good.length + 1);
    assertThrows(IllegalArgumentException.class, () -> ShuffleMeanState.of(longer));
    byte[] newer = good.clone();
    newer[0] = 3;
    String message =
        assertThrows(IllegalArgumentException.class, () -> ShuffleMeanState.of(newer)).getMessage();
    assertTrue(message.contains("format version 3"), message);
    byte[] kind = good.clone();
    kind[3] = 'x';
    assertThrows(IllegalArgumentException.class, () -> ShuffleMeanState.of(kind));
  }

  @Test
  void digest_ofEveryRoundAndRun_isAnother() {
    ShuffleMeanState first = ShuffleMeanState.start(PLAN, 1);
    ShuffleMeanState second = ShuffleRun.next(first, ROWS, KEY);
    List<String> digests =
        List.of(first.digest(), second.digest(), ShuffleMeanState.start(PLAN, 2).digest());
    assertEquals(3, digests.stream().distinct().count());
    assertEquals(first.digest(), ShuffleMeanState.start(PLAN, 1).digest());
    assertNotEquals(KEY.bits(first, "a").nextBits(63), KEY.bits(second, "a").nextBits(63));
  }

  @Test
  void mean_beforeTheLastRound_isRefused() {
    ShuffleMeanState start = ShuffleMeanState.start(PLAN, 1);
    assertThrows(IllegalStateException.class, start::mean);
    assertThrows(IllegalStateException.class, start::error);
    assertEquals(0, start.clippingNorm());
    assertTrue(start.task().startsWith("medians, round 1 of "), start.task());
  }

  @Test
  void next_tallyOfAnotherRound_isRefused() {
    ShuffleMeanState start = ShuffleMeanState.start(PLAN, 1);
    ShuffleMeanState second = ShuffleRun.next(start, ROWS, KEY);
    ShuffleMeanTally tally = start.newTally();
    assertThrows(IllegalArgumentException.class, () -> second.next(tally));
    ShuffleMeanTally other = second.newTally();
    assertThrows(IllegalArgumentException.class, () -> other.merge(tally));
  }

  /** The same round with another rotation: its counts are of other coordinates. */
  @Test
  void next_tallyOfTheSameRoundOfAnotherRun_isRefused() {
    ShuffleMeanState state = ShuffleMeanState.start(PLAN, 1);
    ShuffleMeanTally other = ShuffleMeanState.start(PLAN, 2).newTally();
    String message =
        assertThrows(IllegalArgumentException.class, () -> state.next(other)).getMessage();
    assertTrue(message.contains("is not one of this state"), message);
    ShuffleMeanTally own = state.newTally();
    assertThrows(IllegalArgumentException.class, () -> own.merge(other));
  }

  @Test
  void state_throughJavasSerialisation_isTheSame() throws Exception {
    ShuffleMeanState last = lastRound();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(last);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(last.digest(), ((ShuffleMeanState) in.readObject()).digest());
    }
  }

  @Test
  void merge_talliesOfParts_isThatOfAll() {
    for (ShuffleMeanState state : List.of(ShuffleMeanState.start(PLAN, 1), lastRound())) {
      ShuffleMeanTally whole = state.newTally();
      ShuffleRun.send(state, ROWS, 0, USERS, KEY, whole);
      ShuffleMeanTally parts = state.newTally();
      for (int from : new int[] {1300, 0, 500}) {
        ShuffleMeanTally part = state.newTally();
        int to = from == 0 ? 500 : from == 500 ? 1300 : USERS;
        ShuffleRun.send(state, ROWS, from, to, KEY, part);
        parts.merge(part);
      }
      assertArrayEquals(state.next(whole).toBytes(), state.next(parts).toBytes());
    }
  }

  private static ShuffleMeanState lastRound() {
    ShuffleMeanState state = ShuffleMeanState.start(PLAN, 3);
    while (state.round() < PLAN.roundCount() - 1) {
      state = ShuffleRun.next(state, ROWS, KEY);
    }
    return state;
  }

  @Test
  void send_messagesOfNoHonestUser_areDroppedAndCounted() {
    for (ShuffleMeanState state : List.of(ShuffleMeanState.start(PLAN, 1), lastRound())) {
      ShuffleMeanTally clean = state.newTally();
      ShuffleRun.send(state, ROWS, 0, USERS, KEY, clean);
      ShuffleMeanTally attacked = state.newTally();
      ShuffleRun.send(state, ROWS, 0, USERS, KEY, attacked);
      attacked.send(-1, 0);
      attacked.send(Integer.MAX_VALUE, 0);
      attacked.send(Integer.MIN_VALUE, 1);
      attacked.send(0, Long.MAX_VALUE);
      attacked.send(PLAN.sumLabel(), -1);
      assertEquals(5, attacked.malformed());
      assertEquals(clean.acceptedReports(), attacked.acceptedReports());
      ShuffleMeanState next = state.next(attacked);
      assertArrayEquals(state.next(clean).search().lefts(), next.search().lefts());
      assertArrayEquals(state.next(clean).sum(), next.sum());
      assertEquals(5, next.messages().get(state.round()).dropped());
    }
  }

  @Test
  void next_sumWithALostOrRepeatedMessage_isRefused() {
    ShuffleMeanState last = lastRound();
    List<long[]> messages = new ArrayList<>();
    ShuffleRun.send(
        last, ROWS, 0, USERS, KEY, (label, body) -> messages.add(new long[] {label, body}));
    for (int change : new int[] {-1, 1}) {
      ShuffleMeanTally tally = last.newTally();
      for (long[] message : messages.subList(change < 0 ? 1 : 0, messages.size())) {
        tally.send((int) message[0], message[1]);
      }
      if (change > 0) {
        tally.send((int) messages.get(0)[0], messages.get(0)[1]);
      }
      String refusal =
          assertThrows(IllegalStateException.class, () -> last.next(tally)).getMessage();
      assertTrue(refusal.contains("lost, repeated or forged"), refusal);
      assertTrue(refusal.contains("do not ask the users again"), refusal);
    }
    ShuffleMeanTally none = last.newTally();
    assertThrows(IllegalStateException.class, () -> last.next(none));
  }

  /** Shuffled here, analysed elsewhere: what a mix between users and server makes of a round. */
  @Test
  void next_messagesWrittenOutAndReadBack_isThatOfTheRun() throws IOException {
    for (ShuffleMeanState state : List.of(ShuffleMeanState.start(PLAN, 1), lastRound())) {
      InMemoryShuffler shuffler = new InMemoryShuffler();
      ShuffleRun.send(state, ROWS, 0, USERS, KEY, shuffler);
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      int count = shuffler.size();
      try (MessageWriter writer = MessageWriter.open(stream, state, state.format(), count)) {
        shuffler.drainTo(writer);
      }
      assertEquals(51 + (long) count * state.format().bytes(), stream.size());
      ShuffleMeanState elsewhere = ShuffleMeanState.of(state.toBytes());
      ShuffleMeanTally tally =
          elsewhere.readMessages(new ByteArrayInputStream(stream.toByteArray()));
      ShuffleMeanTally direct = state.newTally();
      ShuffleRun.send(state, ROWS, 0, USERS, KEY, direct);
      assertArrayEquals(state.next(direct).toBytes(), elsewhere.next(tally).toBytes());
    }
  }

  /** With fewer users than planned for, the mean is that of those whose vectors came in. */
  @Test
  void mean_usersAbsentFromTheSum_isTheMeanOfTheOthers() {
    ShuffleMeanState last = lastRound();
    ShuffleMeanTally tally = last.newTally();
    int stayed = USERS / 2;
    ShuffleRun.send(last, ROWS, 0, stayed, KEY, tally);
    double[][] rows = Arrays.copyOf(ROWS, stayed);
    double error = ShuffleRun.error(last.next(tally).mean(), rows);
    assertTrue(error < 5 * centralError(), "error " + error);
  }

  /** Forged counts move a median by as many ranks as there are forged messages, and no more. */
  @Test
  void next_forgedCounts_moveAMedianByTheirNumber() {
    int forged = USERS / 5;
    ShuffleMeanPlan thresholds = ShuffleMeanPlan.of(SPEC.withRounds(40), USERS, DIMENSION);
    double noise = thresholds.counts(ShuffleTask.MEDIANS).rankError(1e-6);
    assertEquals(USERS / 2.0, medianRank(thresholds, 0), noise);
    assertEquals(USERS / 2.0 - forged, medianRank(thresholds, forged), noise);
    assertTrue(forged > 2 * noise, "one would be taken for the other: " + noise);
    // Of cells a part of the forged messages is taken for dummies.
    double cells = PLAN.counts(ShuffleTask.MEDIANS).rankError(1e-6);
    assertEquals(USERS / 2.0, medianRank(PLAN, 0), cells);
    double moved = medianRank(PLAN, forged);
    assertTrue(moved > USERS / 2.0 - forged - cells && moved < USERS / 2.0 - 50, "to " + moved);
  }

  /** The rank of the first coordinate's median if so many of its messages are forged a round. */
  private static double medianRank(ShuffleMeanPlan plan, int forged) {
    ShuffleMeanState start = ShuffleMeanState.start(plan, 3);
    ShuffleMeanState state = start;
    while (state.current() == ShuffleTask.MEDIANS) {
      ShuffleMeanTally tally = state.newTally();
      ShuffleRun.send(state, ROWS, 0, USERS, KEY, tally);
      for (int i = 0; i < forged; i++) {
        tally.send(state.question().firstLabel(), 0);
      }
      state = state.next(tally);
    }
    ShuffleMeanClient client = ShuffleMeanClient.of(start);
    long median = plan.grids().leaf(state.centre()[0]);
    return Arrays.stream(ROWS).filter(row -> client.values(row)[0] <= median).count();
  }

  @Test
  void costs_forecast_areTheMessagesOfUsers() {
    ShuffleMeanState state = ShuffleMeanState.start(PLAN, 3);
    Map<String, Double> messages = new HashMap<>();
    double bytes = 0;
    while (!state.isFinished()) {
      String task = state.current().label();
      state = ShuffleRun.next(state, ROWS, KEY);
      ShuffleMeanState.RoundMessages round = state.messages().get(state.round() - 1);
      messages.merge(task, (double) round.accepted() / USERS, Double::sum);
      bytes += (double) round.bytes() / USERS;
    }
    List<ShuffleMeanPlan.Cost> costs = PLAN.costs();
    double medians = messages.get("medians");
    assertEquals(costs.get(0).messages(), medians, 0.15 * medians);
    double norms = messages.get("clipping norm");
    assertTrue(norms <= costs.get(1).messages() * 1.01);
    assertTrue(norms >= 0.7 * costs.get(1).messages());
    assertEquals(costs.get(2).messages(), messages.get("clipped sum"));
    assertEquals(PLAN.bytesPerUser(), bytes, 0.15 * bytes);
    assertEquals(PLAN.roundCount(), costs.stream().mapToInt(ShuffleMeanPlan.Cost::rounds).sum());
  }

  @Test
  void plan_lessHonestUsers_addsMoreDummiesAndNoise() {
    ShuffleMeanPlan half = ShuffleMeanPlan.of(SPEC.withHonestFraction(0.5), USERS, DIMENSION);
    assertEquals(PLAN.noise(), half.noise());
    assertTrue(half.messagesPerUser() > PLAN.messagesPerUser());
    double more =
        half.forecast(Math.sqrt(DIMENSION)).noiseStdDev()
            / PLAN.forecast(Math.sqrt(DIMENSION)).noiseStdDev();
    // All users add noise for the half that is counted on: twice its variance.
    assertTrue(more > 1.35 && more < 1.6, "ratio " + more);
  }

  @Test
  void plan_thatCannotWork_isRefusedOrWarnedOf() {
    ShuffleMeanSpec spec = ShuffleMeanSpec.of(new ApproxDp(0.5, 1e-9), BOUNDS);
    String message =
        assertThrows(IllegalArgumentException.class, () -> ShuffleMeanPlan.of(spec, 150, 3))
            .getMessage();
    assertTrue(message.contains("n = 150 users of 3 coordinates"), message);
    assertTrue(message.contains("users are enough"), message);
    ShuffleMeanPlan warned = ShuffleMeanPlan.of(spec.warningOnly(), 150, 3);
    assertEquals(2, warned.warnings().size(), warned.warnings().toString());
    assertEquals(List.of(), PLAN.warnings());
  }

  @Test
  void of_valuesOutOfRange_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> ShuffleMeanPlan.of(SPEC, 0, 3));
    assertThrows(IllegalArgumentException.class, () -> ShuffleMeanPlan.of(SPEC, 1L << 31, 3));
    assertThrows(IllegalArgumentException.class, () -> SPEC.withHonestFraction(0));
    assertThrows(IllegalArgumentException.class, () -> SPEC.withHonestFraction(1.5));
    ApproxDp pure = new ApproxDp(1, 0);
    assertThrows(IllegalArgumentException.class, () -> ShuffleMeanSpec.of(pure, BOUNDS));
    ApproxDp free = new ApproxDp(0, 1e-6);
    assertThrows(IllegalArgumentException.class, () -> ShuffleMeanSpec.of(free, BOUNDS));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new ShuffleMeanSpec(
                BUDGET, BOUNDS, 1, MeanSpec.Grid.GEOMETRIC, 1, InfeasiblePlanPolicy.REFUSE));
    assertThrows(IllegalArgumentException.class, () -> PLAN.forecast(0));
  }

  @Test
  void randomize_invalidRow_isRefused() {
    ShuffleMeanClient client = ShuffleMeanClient.of(ShuffleMeanState.start(PLAN, 1));
    MessageSink sink = ShuffleMeanState.start(PLAN, 1).newTally();
    for (double[] row :
        new double[][] {{1, 2}, {1, 2, Double.NaN}, {1, 2, Double.NEGATIVE_INFINITY}}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> client.randomize(row, KEY.bits(ShuffleMeanState.start(PLAN, 1), "a"), sink));
    }
  }

  /** Rows on a lattice so coarse that the norm is a few of its steps. */
  @Test
  void mean_coarseLattice_equalsTheCentralMean() {
    Bounds coarse = new Bounds.Ball(20, OptionalDouble.of(4));
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(ShuffleMeanSpec.of(BUDGET, coarse), USERS, 3);
    ShuffleMeanState done = ShuffleRun.finish(ShuffleMeanState.start(plan, 1), ROWS, KEY);
    double noise = done.error().expectedL2Error();
    // Rounding to the lattice moves a row by at most 2.
    assertTrue(ShuffleRun.error(done.mean(), ROWS) < 2 + 4 * noise);
    double central =
        2 * done.clippingNorm() / USERS * Math.sqrt(3 / (2 * PLAN.charges().get(2).rho()));
    assertEquals(central, noise, 0.1 * central);
  }
}
