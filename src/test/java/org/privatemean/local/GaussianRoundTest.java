package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.PublicState;

class GaussianRoundTest {

  private static final ApproxDp APPROXIMATE = new ApproxDp(4, 1e-6);

  /** Every protocol, small. */
  static List<GaussianSpec> specs() {
    GaussianSpec known = Specs.knownSigma(2, 6000, 16, 1);
    GaussianSpec unknown = Specs.unknownSigma(2, 6000, 16, 0.5, 2);
    return List.of(
        known,
        Specs.inOneRound(known),
        unknown,
        Specs.inOneRound(unknown),
        Specs.knownVar(APPROXIMATE, 6000, 16, 1),
        Specs.unkVar(APPROXIMATE, 6000, 16, 0.5, 2));
  }

  private static final double MEAN = 5.3;

  /** Every user draws a value and answers, in binary form, in the round that is the user's. */
  private static GaussianTally answers(GaussianRound round, long from, long to) {
    GaussianTally tally = round.tally();
    GaussianRandomizer randomizer = round.randomizer();
    for (long user = from; user < to; user++) {
      SplittableRandom random = new SplittableRandom(user + 17);
      double value = MEAN + random.nextGaussian();
      OptionalInt group = randomizer.groupOf(user);
      if (group.isPresent()) {
        tally.add(randomizer.randomize(value, group.getAsInt(), SimulatedUsers.bits(random)));
      }
    }
    return tally;
  }

  @ParameterizedTest
  @MethodSource("specs")
  void next_stoppedAfterEveryRound_resumesToTheSameEstimate(GaussianSpec spec) throws Exception {
    GaussianRound through = GaussianRound.firstUnchecked(spec);
    GaussianRound resumed = through;
    long users = 0;
    while (!through.isFinished()) {
      GaussianTally whole = answers(through, 0, spec.users());
      GaussianTally parts = answers(resumed, 3000, spec.users());
      parts.merge(javaCopy(answers(resumed, 0, 3000)));
      users += whole.acceptedReports();
      assertEquals(0, whole.droppedReports());
      through = through.next(whole);
      resumed = GaussianRound.fromBytes(resumed.next(parts).toBytes());
      assertEquals(through, resumed);
      assertEquals(through, javaCopy(through));
      assertEquals(through.hashCode(), resumed.hashCode());
    }
    assertEquals(spec.users(), users, "every user answered once");
    assertEquals(through.mean(), resumed.mean());
    double error = through.standardError();
    assertTrue(error > 0 && error < 10, "error " + error);
  }

  @SuppressWarnings("unchecked")
  private static <T> T javaCopy(T object) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }

  @Test
  void randomize_realUsers_meanIsWithinItsError() {
    for (GaussianSpec spec : specs().subList(0, 4)) {
      GaussianRound round = GaussianRound.first(spec);
      while (!round.isFinished()) {
        round = round.next(answers(round, 0, spec.users()));
      }
      double error = Math.abs(round.mean() - MEAN);
      assertTrue(error < 5 * round.standardError(), spec + " is off by " + error);
      assertTrue(round.standardError() < 0.2);
    }
  }

  @Test
  void groupOf_manyUsers_hasTheSharesForAnyValues() {
    GaussianSpec spec = Specs.knownSigma(1, 100_000, 64, 1).withFirstShare(0.15);
    GaussianRandomizer randomizer = GaussianRound.first(spec).randomizer();
    int n = 60_000;
    int[] groups = new int[7];
    for (long user = 0; user < n; user++) {
      randomizer.groupOf(user).ifPresent(group -> groups[group]++);
    }
    double p = 0.15 / 7;
    for (int users : groups) {
      assertEquals(n * p, users, 5.5 * Math.sqrt(n * p));
    }
    GaussianRandomizer other = GaussianRound.first(Specs.withSeed(spec, 1)).randomizer();
    int same = 0;
    for (long user = 0; user < n; user++) {
      same += randomizer.groupOf(user).isPresent() && other.groupOf(user).isPresent() ? 1 : 0;
    }
    assertEquals(n * 0.15 * 0.15, same, 5.5 * Math.sqrt(n * 0.15 * 0.15));
  }

  @Test
  void randomize_nan_isRefused() {
    GaussianRandomizer randomizer =
        GaussianRound.first(Specs.knownSigma(1, 100_000, 64, 1)).randomizer();
    var bits = NoiseKey.fromSeed(1).substream(0, 0, 0);
    assertThrows(IllegalArgumentException.class, () -> randomizer.randomize(Double.NaN, 0, bits));
    byte[] report = randomizer.randomize(Double.POSITIVE_INFINITY, 6, bits);
    assertEquals(6, GaussianReport.fromBytes(report).group());
  }

  /** Rounds that devices and disks hold must be read by the next version too. */
  @Test
  void toBytes_ofAnOldRound_areStillTheSame() {
    assertEquals(
        "dbfa1b7be770a1fa5d44077c89e862e3afaa39cc4b3f5486d8172876035fb59b",
        digest(Specs.knownSigma(1, 100_000, 64, 1)));
    assertEquals(
        "9a2485509dc25810bbcfb078bfdd0346dc64afcf7a68e91a82969de6c4891f2d",
        digest(Specs.unkVar(APPROXIMATE, 100_000, 64, 0.5, 2)));
  }

  private static String digest(GaussianSpec spec) {
    return PublicState.digestOf(GaussianRound.first(spec).toBytes());
  }

  @Test
  void fromBytes_anyTruncationOrChangedForm_isRefused() {
    GaussianSpec spec = Specs.knownSigma(1, 100_000, 64, 1);
    GaussianRound first = GaussianRound.first(spec);
    GaussianRound second = first.next(SimulatedUsers.of(1, 1, 3).answer(first));
    byte[] bytes = second.toBytes();
    assertTrue(bytes.length < 200, bytes.length + " bytes");
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(IllegalArgumentException.class, () -> GaussianRound.fromBytes(cut));
    }
    byte[] notFinite = bytes.clone();
    Arrays.fill(notFinite, bytes.length - 8, bytes.length, (byte) 0xFF);
    byte[] version = bytes.clone();
    version[0] = 9;
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 8);
    byte[] decoder = bytes.clone();
    decoder[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("LEAST_SQUARES")] = 'B';
    for (byte[] bad : List.of(notFinite, version, longer, decoder)) {
      assertThrows(IllegalArgumentException.class, () -> GaussianRound.fromBytes(bad));
    }
    String message =
        assertThrows(IllegalArgumentException.class, () -> GaussianRound.fromBytes(version))
            .getMessage();
    assertTrue(message.contains("format version 9, and this version reads 1"), message);
  }

  @Test
  void next_wrongState_isRefused() {
    GaussianRound first = GaussianRound.first(Specs.knownSigma(1, 100_000, 64, 1));
    SimulatedUsers users = SimulatedUsers.of(3, 1, 3);
    GaussianTally tally = users.answer(first);
    GaussianRound second = first.next(tally);
    assertNotEquals(first, second);
    assertThrows(IllegalArgumentException.class, () -> second.next(tally));
    assertThrows(IllegalArgumentException.class, () -> second.tally().merge(tally));
    assertThrows(IllegalStateException.class, second::mean);
    GaussianRound finished = second.next(users.answer(second));
    assertTrue(finished.isFinished());
    assertFalse(second.isFinished());
    assertThrows(IllegalStateException.class, finished::tally);
    assertThrows(IllegalStateException.class, finished::randomizer);
  }

  /** Another run whose first round ended elsewhere, and one with another public seed. */
  @Test
  void add_reportOfTheSameRoundOfAnotherState_isDroppedAndCounted() {
    GaussianSpec spec = Specs.knownSigma(2, 6000, 16, 1);
    GaussianRound here = GaussianRound.first(spec);
    here = here.next(SimulatedUsers.of(MEAN, 1, 8).answer(here));
    GaussianRound there = GaussianRound.first(spec);
    there = there.next(SimulatedUsers.of(-3, 1, 8).answer(there));
    assertEquals(here.number(), there.number());
    GaussianTally tally = answers(here, 0, 3000);
    GaussianTally mixed = here.tally();
    mixed.merge(tally);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20; i++) {
      mixed.add(there.randomizer().randomize(4, 0, SimulatedUsers.bits(random)));
    }
    assertEquals(20, mixed.rejections().count(RejectionReason.ROUND));
    assertEquals(tally.acceptedReports(), mixed.acceptedReports());
    assertEquals(here.next(tally), here.next(mixed));
    assertNotEquals(
        GaussianRound.first(spec).stamp(), GaussianRound.first(Specs.withSeed(spec, 1)).stamp());
  }

  /** Four bytes would hold 2^31 steps: one report could move the mean of 6000 anywhere. */
  @Test
  void add_forgedPositionBeyondTheNoise_isMalformedAndChangesNothing() {
    GaussianSpec spec = Specs.knownVar(APPROXIMATE, 6000, 16, 1);
    GaussianRound round = GaussianRound.firstUnchecked(spec);
    round = round.next(SimulatedUsers.of(5.3, 1, 8).answer(round));
    GaussianTally honest = round.tally();
    GaussianRandomizer randomizer = round.randomizer();
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 3000; i++) {
      double value = 5.3 + random.nextGaussian();
      honest.add(randomizer.randomize(value, 0, SimulatedUsers.bits(random)));
    }
    assertEquals(3000, honest.acceptedReports());
    GaussianTally forged = round.tally();
    forged.merge(honest);
    NoisyPosition position = (NoisyPosition) round.questions().get(0);
    int bound = (int) position.bound();
    double deviations = 12 * position.noise().standardDeviation();
    assertEquals(32 + deviations, bound, 1, "h + 12 standard deviations");
    for (int sent : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, bound + 1, -bound - 1}) {
      forged.add(
          new GaussianReport(round.stamp(), 0, 0, ByteBuffer.allocate(4).putInt(sent).array())
              .toBytes());
    }
    assertEquals(4, forged.rejections().count(RejectionReason.RANGE));
    assertEquals(round.next(honest), round.next(forged));
    // The most that a false report can do: its bound over the number of reports.
    forged.add(
        new GaussianReport(round.stamp(), 0, 0, ByteBuffer.allocate(4).putInt(bound).array())
            .toBytes());
    assertEquals(3001, forged.acceptedReports());
  }

  @Test
  void next_noReportsAtAll_givesANumber() {
    for (GaussianSpec spec : specs()) {
      GaussianRound round = GaussianRound.firstUnchecked(spec);
      while (!round.isFinished()) {
        round = round.next(round.tally());
      }
      assertTrue(Math.abs(round.mean()) <= 64, spec + " gives " + round.mean());
    }
  }

  /**
   * Counts decide, and the rest is arithmetic that scales: no unit is favoured, none underflows.
   */
  @ParameterizedTest
  @MethodSource("specs")
  void next_scaledByAPowerOfTwo_scalesTheAnswer(GaussianSpec spec) {
    for (int power : new int[] {-300, 301}) {
      double scale = Math.scalb(1.0, power);
      GaussianRound round = GaussianRound.firstUnchecked(spec);
      GaussianRound scaled = GaussianRound.firstUnchecked(scaled(spec, scale));
      while (!round.isFinished()) {
        GaussianTally tally = SimulatedUsers.of(MEAN, 1, 8).answer(round);
        GaussianTally same = scaled.tally();
        for (int g = 0; g < tally.cells().length; g++) {
          System.arraycopy(tally.cells()[g], 0, same.cells()[g], 0, tally.cells()[g].length);
        }
        round = round.next(tally);
        scaled = scaled.next(same);
      }
      assertEquals(round.mean() * scale, scaled.mean(), 1e-9 * scale);
    }
  }

  private static GaussianSpec scaled(GaussianSpec spec, double scale) {
    return new GaussianSpec(
        spec.protocol(),
        spec.epsilon(),
        spec.delta(),
        spec.users(),
        spec.radius() * scale,
        spec.sigmaMin() * scale,
        spec.sigmaMax() * scale,
        spec.beta(),
        spec.firstShare(),
        spec.assignmentSeed());
  }
}
