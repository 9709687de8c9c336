package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;

/** A state survives its binary form at every round, and nothing else is taken for one. */
class LocalMeanStateFormTest {
  private static final int USERS = 2000;

  static List<LocalMeanSpec> specs() {
    return List.of(
        LocalMeanSpec.paper(new Zcdp(40), new Bounds.Statistical(5, 0.5, 2)),
        LocalMeanSpec.pure(new PureDp(8), new Bounds.Statistical(5, 0.5, 2)),
        LocalMeanSpec.pure(new PureDp(8), new Bounds.Ball(20, OptionalDouble.of(0.01))),
        LocalMeanSpec.pure(new PureDp(8), new Bounds.Box(20, OptionalDouble.empty())).warningOnly(),
        LocalMeanSpec.pure(new PureDp(8), new Bounds.Statistical(5, 0.5, 2))
            .withRandomizer(LocalMeanSpec.Randomizer.PRIV_UNIT_G),
        LocalMeanSpec.pure(new PureDp(8), new Bounds.Statistical(5, 0.5, 2))
            .withRandomizer(LocalMeanSpec.Randomizer.PROJ_UNIT));
  }

  private static LocalMeanState next(LocalMeanState state) {
    LocalMeanClient client = LocalMeanClient.of(state);
    LocalMeanTally tally = state.newTally();
    for (int i = 0; i < USERS; i++) {
      double[] row = {i % 7 / 7.0, 2, -1 - i % 3};
      client.reports("" + i, row, ReportKey.fromSeed(4).bits(state, "" + i)).forEach(tally::add);
    }
    return state.next(tally);
  }

  @ParameterizedTest
  @MethodSource("specs")
  void of_bytesOfEveryRound_goesOnWithTheSameBits(LocalMeanSpec spec) {
    LocalMeanState straight = LocalMeanState.start(LocalMeanPlan.of(spec, USERS, 3), 11);
    LocalMeanState stopped = straight;
    while (!straight.isFinished()) {
      straight = next(straight);
      stopped = next(LocalMeanState.of(stopped.toBytes()));
      assertArrayEquals(straight.toBytes(), stopped.toBytes());
      assertEquals(straight.received(), stopped.received());
    }
    stopped = LocalMeanState.of(stopped.toBytes());
    assertArrayEquals(straight.mean(), stopped.mean(), 0.0);
    assertEquals(straight.plan().warnings(), stopped.plan().warnings());
    assertTrue(straight.toBytes().length < 300);
  }

  /** States that devices and disks hold must be read by the next version too. */
  @Test
  void toBytes_ofAnOldState_areStillTheSame() {
    LocalMeanState start = LocalMeanState.start(LocalMeanPlan.of(specs().get(1), USERS, 3), 11);
    assertEquals(138, start.toBytes().length);
    assertEquals(
        "e59be7b980f15fc3b53a58c7211bc27a71905edac85a140e73dbdb81c503de7a", start.digest());
  }

  @Test
  void of_otherBytes_isRefused() {
    byte[] good = LocalMeanState.start(LocalMeanPlan.of(specs().get(1), USERS, 3), 11).toBytes();
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThrows(IllegalArgumentException.class, () -> LocalMeanState.of(cut));
    }
    byte[] longer = Arrays.copyOf(good, good.length + 1);
    assertThrows(IllegalArgumentException.class, () -> LocalMeanState.of(longer));
    byte[] newer = good.clone();
    newer[0] = 3;
    String message =
        assertThrows(IllegalArgumentException.class, () -> LocalMeanState.of(newer)).getMessage();
    assertTrue(message.contains("format version 3"), message);
    byte[] protocol = good.clone();
    protocol[3] = 9;
    assertThrows(IllegalArgumentException.class, () -> LocalMeanState.of(protocol));
  }

  @Test
  void reportKey_bits_areAFunctionOfKeyStateAndId() {
    LocalMeanPlan plan = LocalMeanPlan.of(specs().get(1), USERS, 3);
    LocalMeanState first = LocalMeanState.start(plan, 11);
    ReportKey key = ReportKey.fromSeed(4);
    long bits = key.bits(first, "a").nextBits(63);
    assertEquals(
        bits, ReportKey.fromSeed(4).bits(LocalMeanState.start(plan, 11), "a").nextBits(63));
    assertNotEquals(bits, key.bits(first, "b").nextBits(63));
    assertNotEquals(bits, key.bits(LocalMeanState.start(plan, 12), "a").nextBits(63));
    assertNotEquals(bits, key.bits(next(first), "a").nextBits(63));
    // The same round and seed of another run: the difference of two reports would show the row.
    LocalMeanPlan other = LocalMeanPlan.of(specs().get(2), USERS, 3);
    assertNotEquals(bits, key.bits(LocalMeanState.start(other, 11), "a").nextBits(63));
    assertNotEquals(bits, ReportKey.fromSeed(5).bits(first, "a").nextBits(63));
    assertNotEquals(
        ReportKey.fromOperatingSystem().bits(first, "a").nextBits(63),
        ReportKey.fromOperatingSystem().bits(first, "a").nextBits(63));
    assertNotEquals(key.publicSeed(), ReportKey.fromSeed(5).publicSeed());
    assertEquals("ReportKey(from a seed)", key.toString());
  }
}
