package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.BundleIntake.BundleOutcome;

/** Whatever becomes of bundles on their way, the tally is that of the users taken once. */
final class BundleIntakeTest {
  private static final int USERS = 2000;
  private static final int DIMENSION = 3;
  private static final int ORDERS = 48_000;
  private static final ShuffleMeanSpec SPEC =
      ShuffleMeanSpec.of(new ApproxDp(4, 1e-6), new Bounds.Statistical(10, 0.5, 2));
  private static final ShuffleMeanPlan PLAN = ShuffleMeanPlan.of(SPEC, USERS, DIMENSION);
  private static final double[][] ROWS = ShuffleRun.rows(USERS, DIMENSION, 9);
  private static final ReportKey KEY = ReportKey.fromSeed(5);
  private static final OpenKey SERVER = OpenKey.fromOperatingSystem();
  private static final OpenKey SHUFFLER = OpenKey.fromOperatingSystem();

  private static ShuffleMeanState start() {
    return ShuffleMeanState.start(PLAN, 1);
  }

  /** The first round and that of the sum. */
  private static List<ShuffleMeanState> states() {
    ShuffleMeanState last = start();
    while (last.round() < PLAN.roundCount() - 1) {
      last = ShuffleRun.next(last, ROWS, KEY);
    }
    return List.of(start(), last);
  }

  private static byte[] bundle(ShuffleMeanState state, int user, boolean sealed) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    String id = "user " + user;
    return sealed
        ? client.sealedBundle(
            id, ROWS[user], KEY.bits(state, id), SERVER.sealKey(), SHUFFLER.sealKey())
        : client.bundle(id, ROWS[user], KEY.bits(state, id));
  }

  private static BundleIntake intake(ShuffleMeanState state, boolean sealed) {
    return sealed ? BundleIntake.forSealed(state, SHUFFLER) : BundleIntake.forOpen(state);
  }

  private static ShuffleMeanTally drain(
      BundleIntake intake, ShuffleMeanState state, boolean sealed) {
    ShuffleMeanTally tally = state.newTally();
    intake.drainTo(
        sealed ? SlotAnalyzer.forSealed(state, SERVER, tally) : SlotAnalyzer.forOpen(state, tally));
    return tally;
  }

  private static void multisets(boolean sealed, int users, int trials) {
    Random random = new Random(17);
    for (ShuffleMeanState state : states()) {
      ShuffleMeanState other = ShuffleMeanState.start(PLAN, 2);
      List<byte[]> bundles = new ArrayList<>();
      for (int i = 0; i < users; i++) {
        bundles.add(bundle(state, i, sealed));
      }
      byte[] stale = bundle(other, 0, sealed);
      byte[] elsewhere = bundle(state, 0, !sealed);
      for (int trial = 0; trial < trials; trial++) {
        List<Map.Entry<String, byte[]>> arrivals = new ArrayList<>();
        ShuffleMeanTally expected = state.newTally();
        int copies = 0;
        int whole = 0;
        int cut = 0;
        for (int i = 0; i < users; i++) {
          int times = random.nextInt(4);
          for (int k = 0; k < times; k++) {
            arrivals.add(Map.entry("user " + i, bundles.get(i)));
          }
          if (random.nextBoolean()) {
            byte[] part = Arrays.copyOf(bundles.get(i), random.nextInt(bundles.get(i).length));
            arrivals.add(Map.entry("user " + i, part));
            cut++;
          }
          whole += times > 0 ? 1 : 0;
          copies += Math.max(0, times - 1);
          if (times > 0) {
            String id = "user " + i;
            ShuffleMeanClient.of(state).randomize(ROWS[i], KEY.bits(state, id), expected);
          }
        }
        arrivals.add(Map.entry("a forger", stale));
        arrivals.add(Map.entry("a forger", elsewhere));
        Collections.shuffle(arrivals, random);
        BundleIntake intake = intake(state, sealed);
        arrivals.forEach(arrival -> intake.take(arrival.getKey(), arrival.getValue()));
        assertEquals(whole, intake.count(BundleOutcome.TAKEN));
        assertEquals(copies, intake.count(BundleOutcome.REPEATED));
        assertEquals(1, intake.count(BundleOutcome.STATE));
        assertEquals(1, intake.count(BundleOutcome.VERSION));
        // A part that came after the whole is another bundle of a sender who had its turn.
        assertEquals(cut, intake.count(BundleOutcome.LENGTH) + intake.count(BundleOutcome.ANOTHER));
        assertEquals(2 + copies + cut, intake.dropped());
        ShuffleMeanTally tally = drain(intake, state, sealed);
        assertEquals(expected.acceptedReports(), tally.acceptedReports());
        assertEquals(0, tally.malformed());
        if (whole > 0) {
          assertArrayEquals(state.next(expected).toBytes(), state.next(tally).toBytes());
        }
      }
    }
  }

  @Test
  void take_anyMultisetOfOpenBundles_isTheTallyOfTheUsersTakenOnce() {
    multisets(false, 40, 25);
  }

  @Test
  void take_anyMultisetOfSealedBundles_isTheTallyOfTheUsersTakenOnce() {
    multisets(true, 5, 2);
  }

  /** Nothing of the row is in a bundle's length, nor in the shuffler's view of its slots. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bundle_anyRow_hasOneLength(boolean sealed) {
    for (ShuffleMeanState state : states()) {
      Set<Integer> lengths = new HashSet<>();
      for (int i = 0; i < (sealed ? 4 : 300); i++) {
        lengths.add(bundle(state, i, sealed).length);
      }
      assertEquals(1, lengths.size());
      if (sealed) {
        assertEquals(state.bundleFormat().bytes(true), (long) lengths.iterator().next());
      }
    }
  }

  @Test
  void take_sealedBundleOfAnother_isDropped() {
    ShuffleMeanState state = start();
    BundleIntake intake = intake(state, true);
    byte[] bundle = bundle(state, 0, true);
    assertEquals(BundleOutcome.TAKEN, intake.take("user 0", bundle));
    assertEquals(BundleOutcome.COPIED, intake.take("a forger", bundle));
    // Sealed again by the same bits it is the same bundle; with fresh ones another.
    assertEquals(BundleOutcome.REPEATED, intake.take("user 0", bundle(state, 0, true)));
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    byte[] fresh =
        client.sealedBundle(
            "user 0",
            ROWS[0],
            ReportKey.fromOperatingSystem().bits(state, "user 0"),
            SERVER.sealKey(),
            SHUFFLER.sealKey());
    assertEquals(BundleOutcome.ANOTHER, intake.take("user 0", fresh));
    byte[] damaged = fresh.clone();
    damaged[damaged.length - 1] ^= 1;
    assertEquals(BundleOutcome.SEAL, intake.take("user 1", damaged));
    // The first one that is whole is taken, even after one that was not.
    assertEquals(BundleOutcome.TAKEN, intake.take("user 1", bundle(state, 1, true)));
    byte[] misplaced = bundle(state, 2, true);
    ByteBuffer.wrap(misplaced).putInt(34, 1);
    assertEquals(BundleOutcome.BATCH, intake.take("user 2", misplaced));
    drain(intake, state, true);
    assertThrows(IllegalStateException.class, () -> intake.take("user 3", fresh));
    assertThrows(IllegalStateException.class, () -> intake.drainTo((slot, batch) -> {}));
  }

  /** The shuffler gives on slots of which none equals another, blank or not. */
  @Test
  void drain_sealedSlots_areAllDifferentAndOpenToTheServerAlone() {
    ShuffleMeanState state = start();
    BundleIntake intake = intake(state, true);
    intake.take("user 0", bundle(state, 0, true));
    List<byte[]> slots = new ArrayList<>();
    intake.drainTo((slot, batch) -> slots.add(slot));
    assertEquals(state.bundleFormat().slots(), slots.size());
    assertEquals(slots.size(), slots.stream().map(ByteBuffer::wrap).distinct().count());
    ShuffleMeanTally tally = state.newTally();
    SlotAnalyzer stranger = SlotAnalyzer.forSealed(state, SHUFFLER, tally);
    slots.forEach(slot -> stranger.accept(slot, 0));
    assertEquals(slots.size(), tally.malformed());
    SlotAnalyzer server = SlotAnalyzer.forSealed(state, SERVER, tally);
    slots.forEach(slot -> server.accept(slot, 0));
    assertEquals(slots.size(), tally.malformed());
    assertEquals(slots.size(), tally.acceptedReports() + server.blanks());
    assertNotEquals(0, server.blanks());
    assertTrue(tally.acceptedReports() > 0);
  }

  /** As many slots as the chance asks for: exact tails of a Poisson number, summed from below. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.9, 5, 37.5})
  void slots_anyMean_passTheTailAndNotByMuch(double mean) {
    for (double chance : new double[] {1e-3, 1e-9, 1e-22}) {
      int slots = BundleFormat.slots(7, mean, chance);
      assertTrue(tail(mean, slots - 7) <= chance, mean + " " + chance);
      // Chernoff's bound is off by a factor of sqrt(2 pi k) and no more than 7 slots.
      assertTrue(tail(mean, slots - 7 - 7) > chance || slots <= 7 + Math.ceil(mean) + 7);
    }
    assertEquals(12, BundleFormat.slots(12, 0, 1e-9));
  }

  /** P[X > k]. */
  private static double tail(double mean, int k) {
    double term = Math.exp(-mean);
    double sum = 0;
    for (int i = 1; i <= k + 200; i++) {
      term *= mean / i;
      sum += i > k ? term : 0;
    }
    return sum;
  }

  /** Counts of the orders of 4 messages, by the number of the permutation. */
  private static long[] orders(boolean broken) {
    NoiseKey key = NoiseKey.fromSeed(3);
    long[] counts = new long[24];
    for (int run = 0; run < ORDERS; run++) {
      int[] order = BundleIntake.randomOrder(4, key.substream(1, 0, run));
      if (broken && run % 10 == 0) {
        Arrays.sort(order);
      }
      counts[number(order)]++;
    }
    return counts;
  }

  private static int number(int[] order) {
    int number = 0;
    for (int i = 0; i < order.length; i++) {
      int chosen = order[i];
      int below = (int) Arrays.stream(order, i, order.length).filter(x -> x < chosen).count();
      number = number * (order.length - i) + below;
    }
    return number;
  }

  /** Laurent and Massart 2000: a chi-square of 23 degrees passes this with less than 1e-6. */
  private static boolean isUniform(long[] counts) {
    double expected = (double) ORDERS / counts.length;
    double statistic = 0;
    for (long count : counts) {
      statistic += (count - expected) * (count - expected) / expected;
    }
    double x = Math.log(1e6);
    return statistic <= 23 + 2 * Math.sqrt(23 * x) + 2 * x;
  }

  @Test
  void randomOrder_allOrders_areEquallyLikely() {
    assertTrue(isUniform(orders(false)));
    assertFalse(isUniform(orders(true)), "one order in ten left as it came");
  }

  @Test
  void randomOrder_manyNumbers_hasEachOnce() {
    int[] order = BundleIntake.randomOrder(5000, NoiseKey.fromSeed(4).substream(1, 0, 0));
    Arrays.sort(order);
    assertArrayEquals(IntStream.range(0, 5000).toArray(), order);
  }
}
