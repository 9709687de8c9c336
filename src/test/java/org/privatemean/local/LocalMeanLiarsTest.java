package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.PureDp;
import org.privatemean.request.Bounds;

/** Devices that lie move what is found by no more than is stated, and by a good part of it. */
final class LocalMeanLiarsTest {
  private static final NoiseKey KEY = NoiseKey.fromSeed(12);
  private static final int USERS = 4000;
  private static final int DIMENSION = 2;
  private static final LocalMeanPlan PLAN =
      LocalMeanPlan.of(
          LocalMeanSpec.pure(new PureDp(2), new Bounds.Statistical(6, 1, 1)).warningOnly(),
          USERS,
          DIMENSION);

  private static double[] row(int user) {
    Random random = new Random(user);
    return new double[] {1 + random.nextGaussian(), random.nextGaussian()};
  }

  private static LocalMeanTally honest(LocalMeanState state, int from) {
    LocalMeanClient client = LocalMeanClient.of(state);
    LocalMeanTally tally = state.newTally();
    for (int i = from; i < USERS; i++) {
      byte[] bundle = client.bundle("user " + i, row(i), KEY.substream(state.round(), 0, i));
      if (bundle.length > 0) {
        assertTrue(tally.take(bundle));
      }
    }
    return tally;
  }

  @Test
  void mean_maliciousUsersOfTheLastRound_moveItAtMostAsStated() {
    LocalMeanState state = LocalMeanState.start(PLAN, 1);
    while (state.round() < PLAN.roundCount() - 1) {
      state = state.next(honest(state, 0));
    }
    LocalMeanState last = state;
    LocalMeanClient client = LocalMeanClient.of(last);
    double[] truth = last.next(honest(last, 0)).mean();
    int[] requested =
        IntStream.range(0, USERS).filter(i -> client.takesPart("user " + i)).toArray();
    for (int liars : new int[] {1, 30, 300}) {
      int first = requested[liars];
      LocalMeanTally tally = honest(last, first);
      for (int k = 0; k < liars; k++) {
        // By the protocol, of a row that is as far out as can be.
        tally.take(farthest(client, "user " + requested[k], k));
      }
      LocalMeanState done = last.next(tally);
      double[] moved = done.mean();
      double shift = Math.hypot(moved[0] - truth[0], moved[1] - truth[1]);
      double stated = done.largestShift(liars);
      assertTrue(shift <= stated, shift + " of " + stated);
      assertTrue(liars < 30 || shift > 0.2 * stated, shift + " of " + stated);
    }
    assertThrows(IllegalStateException.class, () -> last.largestShift(1));
  }

  private static byte[] farthest(LocalMeanClient client, String id, int liar) {
    double[] far = {1e6, 0};
    return client.bundle(id, far, KEY.substream(99, 1, liar));
  }

  /** The counts of the medians: signs of any user's choice, on any level. */
  @Test
  void ranks_maliciousUsersOfTheFirstRound_moveThemAtMostAsStated() {
    LocalMeanState start = LocalMeanState.start(PLAN, 1);
    int levels = PLAN.domain(LocalRound.RoundTask.CENTRE).levels();
    double stated = PLAN.rankShift(0);
    long middle = 1L << (levels - 1);
    for (int liars : new int[] {5, 20}) {
      LocalMeanTally clean = honest(start, 0);
      LocalMeanTally attacked = honest(start, 0);
      for (int k = 0; k < liars; k++) {
        attacked.haar().add(new HaarReport(0, 0, 0, true));
      }
      double before = below(clean, middle);
      double shift = Math.abs(below(attacked, middle) - before);
      // Levels are not filled evenly.
      assertTrue(shift <= 1.3 * liars * stated, shift + " of " + liars * stated);
      assertTrue(shift > 0.1 * liars * stated, shift + " of " + liars * stated);
    }
    assertThrows(IllegalArgumentException.class, () -> PLAN.rankShift(PLAN.roundCount() - 1));
    assertEquals(2, Arrays.stream(new int[] {0, 1}).filter(r -> PLAN.rankShift(r) > 0).count());
  }

  private static double below(LocalMeanTally tally, long cells) {
    HaarTally.HaarEstimates estimates =
        tally.haar().estimates(PLAN.response(LocalRound.RoundTask.CENTRE), (double) USERS);
    return estimates.countBelow(0, cells);
  }
}
