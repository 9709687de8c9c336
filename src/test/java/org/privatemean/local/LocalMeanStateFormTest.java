package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.PublicState;
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
  void of_bytesOfEveryRound_continuesWithTheSameBits(LocalMeanSpec spec) {
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
    assertEquals(140, start.toBytes().length);
    assertEquals(
        "a78ac0486c70d41b47d9e719b600837cf8e21b1e96a64658f172170bd6cc0251", start.digest());
  }

  /** What version 1 wrote: the same without the randomizer and an empty id of the run. */
  @Test
  void of_bytesOfVersion1_isAStateOfARunWithoutId() {
    LocalMeanState start = LocalMeanState.start(LocalMeanPlan.of(specs().get(1), USERS, 3), 11);
    byte[] now = start.toBytes();
    // Before the seed, and behind it.
    int randomizer = 78;
    int id = randomizer + 2 + "PRIV_UNIT".length() + Long.BYTES;
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    kept.write(now, 0, randomizer);
    kept.write(now, id - Long.BYTES, Long.BYTES);
    kept.write(now, id + 2, now.length - id - 2);
    byte[] old = kept.toByteArray();
    old[0] = 1;
    assertEquals(
        "0411a6c27a0df7d1115bdfe60fe53210e70e9213835e64376853b82b45a41c68",
        PublicState.digestOf(old));
    LocalMeanState read = LocalMeanState.of(old);
    assertEquals("", read.runId());
    assertEquals(start.digest(), read.digest());
  }

  @Test
  void digest_ofTwoRunsOfOnePlanAndSeed_differs() {
    LocalMeanPlan plan = LocalMeanPlan.of(specs().get(1), USERS, 3);
    LocalMeanState one = LocalMeanState.start(plan, 11, "one");
    assertNotEquals(one.digest(), LocalMeanState.start(plan, 11, "two").digest());
    assertNotEquals(one.digest(), LocalMeanState.start(plan, 11).digest());
    LocalMeanState read = LocalMeanState.of(next(one).toBytes());
    assertEquals("one", read.runId());
    assertEquals(next(one).digest(), read.digest());
    String tooLong = "x".repeat(257);
    assertThrows(IllegalArgumentException.class, () -> LocalMeanState.start(plan, 11, tooLong));
    assertThrows(IllegalArgumentException.class, () -> LocalMeanState.start(plan, 11, "\uD800"));
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
