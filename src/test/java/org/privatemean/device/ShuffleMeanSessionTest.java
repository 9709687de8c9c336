package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.BundleIntake;
import org.privatemean.shuffle.MessageSink;
import org.privatemean.shuffle.OpenKey;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;
import org.privatemean.shuffle.SlotAnalyzer;

/** Sessions of the shuffle mean. */
@Promise("a device's session answers each round of the shuffle run that it joined once")
final class ShuffleMeanSessionTest extends SessionBattery<ShuffleMeanState> {
  private static final int USERS = 100;
  private static final Bounds BOUNDS = new Bounds.Statistical(10, 1, 1);
  private static final ShuffleMeanPlan PLAN = plan(8, BOUNDS, USERS, 1);
  private static final List<Other<ShuffleMeanState>> OTHERS =
      List.of(
          other(plan(9, BOUNDS, USERS, 1), "the budget"),
          other(plan(8, new Bounds.Statistical(11, 1, 1), USERS, 1), "the bounds"),
          other(plan(8, BOUNDS, USERS + 1, 1), "the number of users"),
          other(plan(8, BOUNDS, USERS, 0.9), "honestFraction: 1.0 was joined, and this is 0.9"));

  private static ShuffleMeanPlan plan(double epsilon, Bounds bounds, int users, double gamma) {
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(epsilon, 1e-3), bounds)
            .withHonestFraction(gamma)
            .withRounds(4)
            .warningOnly();
    return ShuffleMeanPlan.of(spec, users, ROW.length);
  }

  private static Other<ShuffleMeanState> other(ShuffleMeanPlan plan, String named) {
    return new Other<>(ShuffleMeanState.start(plan, 3, RUN), named);
  }

  @Override
  ShuffleMeanState start(long seed, String runId) {
    return ShuffleMeanState.start(PLAN, seed, runId);
  }

  @Override
  List<Other<ShuffleMeanState>> others() {
    return OTHERS;
  }

  @Override
  ShuffleMeanState next(ShuffleMeanState state, long salt) {
    ShuffleMeanTally tally = state.newTally();
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    ReportKey key = ReportKey.fromSeed(salt);
    for (int i = 0; i < state.plan().users(); i++) {
      client.randomize(new double[] {3 * (i % 5) - 6, salt}, key.bits(state, "user " + i), tally);
    }
    return state.next(tally);
  }

  @Override
  Answers<ShuffleMeanState> join(Device device, String runId, ShuffleMeanState start, String user) {
    return device.join(runId, start, user)::answer;
  }

  @Override
  byte[] bare(ShuffleMeanState state, double[] row, long seed) {
    return ShuffleMeanClient.of(state).bundle(USER, row, bits(seed).substream(0, 0, 0));
  }

  @Test
  void answer_withAnnouncedKeys_isSealedAndPinned() throws Exception {
    OpenKey server = OpenKey.fromOperatingSystem();
    OpenKey shuffler = OpenKey.fromOperatingSystem();
    ShuffleMeanState start = start(3, RUN);
    Announcement announced =
        Announcement.ofStart(RUN, start.digest())
            .withUsers(USERS)
            .withHonestFraction(1)
            .sealedTo(server.sealKey(), shuffler.sealKey());
    DeviceKey key = DeviceKey.fromOperatingSystem();
    try (Device device = Device.inMemory(key, Optional.empty())) {
      ShuffleMeanSession session = device.join(announced, start, USER);
      assertTrue(session.seals());
      byte[] sent = session.answer(start, ROW);
      assertEquals(start.plan().bundleBytes().get(0), sent.length);
      assertArrayEquals(sent, session.answer(start, OTHER_ROW));
      // The slots hold what an open bundle of the same bits holds.
      byte[] open =
          Device.inMemory(key, Optional.empty()).join(RUN, start, USER).answer(start, ROW);
      List<String> messages = new ArrayList<>();
      SlotAnalyzer sealed = SlotAnalyzer.forSealed(start, server, added(messages));
      mix(BundleIntake.forSealed(start, shuffler), sent, sealed);
      List<String> openMessages = new ArrayList<>();
      SlotAnalyzer bare = SlotAnalyzer.forOpen(start, added(openMessages));
      mix(BundleIntake.forOpen(start), open, bare);
      Collections.sort(messages);
      Collections.sort(openMessages);
      assertEquals(openMessages, messages);
      assertEquals(bare.blanks(), sealed.blanks());
      assertThrows(RefusedException.class, () -> device.join(RUN, start, USER));
      Announcement others = announced.sealedTo(shuffler.sealKey(), server.sealKey());
      assertThrows(RefusedException.class, () -> device.join(others, start, USER));
    }
  }

  private static MessageSink.BatchSink added(List<String> messages) {
    return (batch, label, body) -> messages.add(batch + " " + label + " " + body);
  }

  private static void mix(BundleIntake intake, byte[] bundle, SlotAnalyzer analyzer) {
    assertEquals(BundleIntake.BundleOutcome.TAKEN, intake.take(USER, bundle));
    intake.drainTo(analyzer);
  }

  @Test
  void join_startThatContradictsTheAnnouncement_isRefused() {
    ShuffleMeanState start = start(3, RUN);
    Announcement announced = Announcement.ofStart(RUN, start.digest());
    Device device = Device.inMemory();
    contradicted(device, Announcement.ofStart("run 2", start.digest()), "run's id");
    contradicted(device, Announcement.ofStart(RUN, start(4, RUN).digest()), "plan and seed");
    contradicted(device, announced.withUsers(USERS + 1), "number of users");
    contradicted(device, announced.withHonestFraction(0.95), "honestFraction");
    byte[] salt = new byte[16];
    Announcement committed =
        Announcement.ofCommitment(
            RUN, Announcement.planDigest(start(9, RUN)), Announcement.commitment(3, salt));
    contradicted(device, committed, "not opened");
    byte[] otherSalt = salt.clone();
    otherSalt[0] = 1;
    contradicted(device, committed.opened(otherSalt), "committed to");
    ShuffleMeanState otherSeed = start(4, RUN);
    assertThrows(
        RefusedException.class, () -> device.join(committed.opened(salt), otherSeed, USER));
    for (Other<ShuffleMeanState> other : OTHERS) {
      assertThrows(
          RefusedException.class, () -> device.join(committed.opened(salt), other.start(), USER));
    }
    // Nothing of all this was joined, and what is announced is.
    assertFalse(device.join(committed.opened(salt), start, USER).seals());
    assertThrows(IllegalArgumentException.class, () -> Announcement.commitment(3, new byte[15]));
  }

  private void contradicted(Device device, Announcement announced, String named) {
    RefusedException refused =
        assertThrows(RefusedException.class, () -> device.join(announced, start(3, RUN), USER));
    assertTrue(refused.getMessage().contains(named), refused.getMessage());
  }
}
