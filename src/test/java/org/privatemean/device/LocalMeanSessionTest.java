package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;

/** Sessions of the local mean. */
@Promise("a device's session answers each round of the local run that it joined once")
final class LocalMeanSessionTest extends SessionBattery<LocalMeanState> {
  private static final int USERS = 100;
  private static final Bounds BOUNDS = new Bounds.Statistical(5, 0.5, 2);
  private static final LocalMeanPlan PLAN = plan(40, BOUNDS, USERS);

  private static LocalMeanPlan plan(double rho, Bounds bounds, int users) {
    return LocalMeanPlan.of(
        LocalMeanSpec.paper(new Zcdp(rho), bounds).warningOnly(), users, ROW.length);
  }

  @Override
  LocalMeanState start(long seed, String runId) {
    return LocalMeanState.start(PLAN, seed, runId);
  }

  @Override
  List<Other<LocalMeanState>> others() {
    LocalMeanSpec pure = LocalMeanSpec.pure(new PureDp(40), BOUNDS).warningOnly();
    return List.of(
        other(plan(41, BOUNDS, USERS), "the budget: 40.0 was joined, and this is 41.0"),
        other(plan(40, new Bounds.Statistical(6, 0.5, 2), USERS), "the bounds"),
        other(plan(40, BOUNDS, USERS + 1), "the number of users"),
        other(
            LocalMeanPlan.of(pure.withRoute(LocalMeanSpec.Route.RECENTRED), USERS, ROW.length),
            "the protocol"));
  }

  private static Other<LocalMeanState> other(LocalMeanPlan plan, String named) {
    // Of the users of PURE each is asked in one round only: with this seed the user in the first.
    long seed = 3;
    while (!LocalMeanClient.of(LocalMeanState.start(plan, seed, RUN)).takesPart(USER)) {
      seed++;
    }
    return new Other<>(LocalMeanState.start(plan, seed, RUN), seed == 3 ? named : "");
  }

  @Override
  LocalMeanState next(LocalMeanState state, long salt) {
    LocalMeanTally tally = state.newTally();
    LocalMeanClient client = LocalMeanClient.of(state);
    ReportKey key = ReportKey.fromSeed(salt);
    for (int i = 0; i < USERS; i++) {
      String user = "user " + i;
      tally.take(client.bundle(user, new double[] {i % 5 - 2, 1}, key.bits(state, user)));
    }
    return state.next(tally);
  }

  @Override
  Answers<LocalMeanState> join(Device device, String runId, LocalMeanState start, String user) {
    return device.join(runId, start, user)::answer;
  }

  @Override
  byte[] bare(LocalMeanState state, double[] row, long seed) {
    String requested = USER;
    LocalMeanClient client = LocalMeanClient.of(state);
    for (int i = 0; !client.takesPart(requested); i++) {
      requested = "user " + i;
    }
    return client.bundle(requested, row, bits(seed).substream(0, 0, 0));
  }

  /**
   * With protocol PURE a user answers one round, the one that the seed names, and is asked once.
   */
  @Test
  void answer_ofAllUsersAndRounds_leadsToTheMeanWithOneReportEach() {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(8), BOUNDS).warningOnly();
    int users = 2000;
    LocalMeanState state = LocalMeanState.start(LocalMeanPlan.of(spec, users, ROW.length), 3, RUN);
    List<Device> devices = IntStream.range(0, users).mapToObj(i -> Device.inMemory()).toList();
    LocalMeanState start = state;
    List<LocalMeanSession> sessions =
        IntStream.range(0, users)
            .mapToObj(i -> devices.get(i).join(RUN, start, "user " + i))
            .toList();
    int answers = 0;
    while (!state.isFinished()) {
      LocalMeanTally tally = state.newTally();
      for (LocalMeanSession session : sessions) {
        byte[] bundle = session.answer(state, ROW);
        if (bundle.length > 0) {
          assertTrue(tally.take(bundle));
          answers++;
        }
        assertArrayEquals(bundle, session.answer(state, OTHER_ROW));
      }
      state = state.next(tally);
    }
    assertEquals(users, answers);
    assertArrayEquals(ROW, state.mean(), 1.0);
  }
}
