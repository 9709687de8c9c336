package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.protocol.RoundState;

/**
 * What a server may try on a session. Each attempt is refused or gets the bytes that were sent; the
 * bare client, a function of what it is given, answers them all.
 *
 * @param <S> the states of a model
 */
abstract class SessionBattery<S extends RoundState<?, ?, S>> {
  static final String RUN = "run 1";
  static final String USER = "user 7";
  static final double[] ROW = {1.2578125, -0.5390625};
  static final double[] OTHER_ROW = {-3.5703125, 2.0234375};

  @TempDir Path folder;

  /** What a session does. */
  interface Answers<S> {
    byte[] answer(S state, double[] row);
  }

  /** The state of round 0 of the run that is joined. */
  abstract S start(long seed, String runId);

  /** Starts of the same seed and run that differ otherwise, with a word of what is said of them. */
  abstract List<Other<S>> others();

  record Other<S>(S start, String named) {}

  /** The state after the coming round; another one for every salt. */
  abstract S next(S state, long salt);

  abstract Answers<S> join(Device device, String runId, S start, String user);

  /** The bundle of the bare client, from bits of a seed. */
  abstract byte[] bare(S state, double[] row, long seed);

  private S start() {
    return start(3, RUN);
  }

  private Device device(boolean onDisk) {
    return onDisk ? Device.open(folder.resolve("device")) : Device.inMemory();
  }

  private static void refused(String named, Runnable attempt) {
    RefusedException refused = assertThrows(RefusedException.class, attempt::run);
    assertTrue(refused.getMessage().contains(named), refused.getMessage());
    for (double[] row : List.of(ROW, OTHER_ROW)) {
      for (double x : row) {
        assertFalse(refused.getMessage().contains(Double.toString(x)), refused.getMessage());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answer_sameState_returnsTheSentBytesForAnyRow(boolean onDisk) {
    try (Device device = device(onDisk)) {
      Answers<S> session = join(device, RUN, start(), USER);
      byte[] sent = session.answer(start(), ROW);
      assertTrue(sent.length > 0);
      assertArrayEquals(sent, session.answer(start(), OTHER_ROW));
      byte[] spoiled = session.answer(start(), ROW);
      Arrays.fill(spoiled, (byte) 0);
      assertArrayEquals(sent, join(device, RUN, start(), USER).answer(start(), OTHER_ROW));
    }
    // Power: what the bare client makes of the other row, under the same bits, differs.
    assertFalse(Arrays.equals(bare(start(), ROW, 1), bare(start(), OTHER_ROW, 1)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answer_twoStatesOfARound_isForTheFirstOnly(boolean onDisk) {
    S one = next(start(), 1);
    S other = next(start(), 2);
    assertFalse(one.digest().equals(other.digest()));
    try (Device device = device(onDisk)) {
      Answers<S> session = join(device, RUN, start(), USER);
      byte[] sent = session.answer(one, ROW);
      refused("for another state", () -> session.answer(other, ROW));
      assertArrayEquals(sent, session.answer(one, OTHER_ROW));
    }
    assertTrue(bare(one, ROW, 1).length > 0 && bare(other, ROW, 2).length > 0);
  }

  @Test
  void answer_goingBackToASkippedRound_isRefused() {
    S second = next(start(), 1);
    S third = next(second, 1);
    try (Device device = Device.inMemory()) {
      Answers<S> session = join(device, RUN, start(), USER);
      byte[] first = session.answer(start(), ROW);
      session.answer(third, ROW);
      refused("skipped stays skipped", () -> session.answer(second, ROW));
      // What was answered is sent again.
      assertArrayEquals(first, session.answer(start(), OTHER_ROW));
    }
    assertTrue(bare(second, ROW, 1).length > 0);
  }

  @Test
  void answer_stateOfAnotherRun_isRefusedWithTheDifference() {
    try (Device device = Device.inMemory()) {
      Answers<S> session = join(device, RUN, start(), USER);
      refused("the public seed", () -> session.answer(start(4, RUN), ROW));
      refused("the run's id", () -> session.answer(start(3, "run 2"), ROW));
      refused("the run's id", () -> session.answer(start(3, ""), ROW));
      for (Other<S> other : others()) {
        refused(other.named(), () -> session.answer(other.start(), ROW));
        S later = next(other.start(), 1);
        refused(other.named(), () -> session.answer(later, ROW));
        assertTrue(bare(other.start(), ROW, 1).length > 0);
        assertTrue(bare(later, ROW, 1).length > 0);
      }
      assertTrue(session.answer(start(), ROW).length > 0);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void join_again_isRefusedUnlessAllIsTheSame(boolean onDisk) {
    try (Device device = device(onDisk)) {
      Answers<S> session = join(device, RUN, start(), USER);
      byte[] sent = session.answer(start(), ROW);
      for (Other<S> other : others()) {
        refused(other.named(), () -> join(device, RUN, other.start(), USER));
      }
      refused("the public seed", () -> join(device, RUN, start(4, RUN), USER));
      refused("another user", () -> join(device, RUN, start(), "user 8"));
      refused("another run", () -> join(device, RUN, start(3, "run 2"), USER));
      S late = next(start(), 1);
      refused("round 0", () -> join(device, RUN, late, USER));
      refused("round 0", () -> join(device, "late", next(start(3, ""), 1), USER));
      // Another run is joined, and its bits are of its own though all else is the same.
      byte[] again = join(device, "unnamed 1", start(3, ""), USER).answer(start(3, ""), ROW);
      byte[] more = join(device, "unnamed 2", start(3, ""), USER).answer(start(3, ""), ROW);
      assertFalse(Arrays.equals(again, more));
      assertArrayEquals(sent, session.answer(start(), OTHER_ROW));
    }
  }

  @Test
  void answer_afterARestart_returnsOnlyTheSentBytes() {
    S first = next(start(), 1);
    byte[] sent;
    try (Device device = device(true)) {
      sent = join(device, RUN, start(), USER).answer(first, ROW);
    }
    try (Device device = device(true)) {
      Answers<S> session = join(device, RUN, start(), USER);
      assertArrayEquals(sent, session.answer(first, OTHER_ROW));
      refused("another state", () -> session.answer(next(start(), 2), ROW));
      refused("skipped", () -> session.answer(start(), ROW));
      refused("the public seed", () -> join(device, RUN, start(4, RUN), USER));
      refused("another user", () -> join(device, RUN, start(), "user 8"));
    }
  }

  @Test
  void answer_ofAFinishedRun_isRefused() {
    try (Device device = Device.inMemory()) {
      Answers<S> session = join(device, RUN, start(), USER);
      Set<Integer> rounds = new HashSet<>();
      S state = start();
      while (!state.isFinished()) {
        assertTrue(session.answer(state, ROW).length > 0);
        rounds.add(state.round());
        state = next(state, 1);
      }
      assertEquals(rounds.size(), state.plan().roundCount());
      S over = state;
      refused("over", () -> session.answer(over, ROW));
    }
  }

  @Test
  void answer_invalidRow_spendsNothing() {
    try (Device device = Device.inMemory()) {
      Answers<S> session = join(device, RUN, start(), USER);
      assertThrows(IllegalArgumentException.class, () -> session.answer(start(), new double[] {1}));
      assertThrows(
          IllegalArgumentException.class,
          () -> session.answer(start(), new double[] {Double.NaN, 0}));
      assertTrue(session.answer(start(), ROW).length > 0);
    }
  }

  /** The second defence: without a ledger the same state still has the same bits. */
  @Test
  void answer_ofTheSameKeyWithoutLedger_hasTheSameBits() {
    DeviceKey key = DeviceKey.fromOperatingSystem();
    byte[] one =
        join(Device.inMemory(key, Optional.empty()), RUN, start(), USER).answer(start(), ROW);
    byte[] two =
        join(Device.inMemory(key, Optional.empty()), RUN, start(), USER).answer(start(), ROW);
    byte[] user =
        join(Device.inMemory(key, Optional.empty()), RUN, start(), "user 8").answer(start(), ROW);
    byte[] device = join(Device.inMemory(), RUN, start(), USER).answer(start(), ROW);
    assertArrayEquals(one, two);
    assertFalse(Arrays.equals(one, user));
    assertFalse(Arrays.equals(one, device));
  }

  @Test
  void join_malformedNames_areRefused() {
    try (Device device = Device.inMemory()) {
      assertThrows(IllegalArgumentException.class, () -> join(device, RUN, start(), "half \uD83D"));
      assertThrows(
          IllegalArgumentException.class, () -> join(device, "x".repeat(257), start(3, ""), USER));
    }
  }

  static NoiseKey bits(long seed) {
    return NoiseKey.fromSeed(seed);
  }
}
