package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.protocol.ReportKey;
import org.privatemean.release.Warning;
import org.privatemean.request.Bounds;

/** The shuffle mean with a sum in batches: what losses, forgers and liars do to it. */
final class ShuffleMeanBatchesTest {
  private static final int USERS = 3000;
  private static final int DIMENSION = 2;
  private static final int BATCHES = 4;
  private static final double[][] ROWS = ShuffleRun.rows(USERS, DIMENSION, 9);
  private static final ShuffleMeanSpec SPEC =
      ShuffleMeanSpec.of(new ApproxDp(4, 1e-6), new Bounds.Statistical(10, 0.5, 2))
          .withHonestFraction(0.9);
  private static final ShuffleMeanPlan PLAN =
      ShuffleMeanPlan.of(SPEC.withBatches(BATCHES), USERS, DIMENSION);
  private static final ReportKey KEY = ReportKey.fromSeed(5);
  private static final ShuffleMeanState LAST = last(PLAN);

  private static ShuffleMeanState last(ShuffleMeanPlan plan) {
    ShuffleMeanState state = ShuffleMeanState.start(plan, 7);
    while (state.round() < plan.roundCount() - 1) {
      state = ShuffleRun.next(state, ROWS, KEY);
    }
    return state;
  }

  private static BundleIntake intake() {
    return BundleIntake.forOpen(LAST);
  }

  private static ShuffleMeanTally tally(BundleIntake intake) {
    ShuffleMeanTally tally = LAST.newTally();
    intake.drainTo(SlotAnalyzer.forOpen(LAST, tally));
    return tally;
  }

  private static void sendAll(BundleIntake intake) {
    ShuffleMeanClient client = ShuffleMeanClient.of(LAST);
    for (int i = 0; i < USERS; i++) {
      String id = "user " + i;
      intake.take(id, client.bundle(id, ROWS[i], KEY.bits(LAST, id)));
    }
  }

  private static double[][] rowsOf(int... dropped) {
    List<double[]> left = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      int batch = LAST.batch("user " + i);
      if (Arrays.stream(dropped).noneMatch(b -> b == batch)) {
        left.add(ROWS[i]);
      }
    }
    return left.toArray(double[][]::new);
  }

  @Test
  void mean_allBundlesThroughTheIntake_isThatOfTheRunWithout() {
    BundleIntake intake = intake();
    sendAll(intake);
    ShuffleMeanState done = LAST.next(tally(intake));
    ShuffleMeanState direct = ShuffleRun.next(LAST, ROWS, KEY);
    assertArrayEquals(direct.toBytes(), done.toBytes());
    assertEquals(USERS, done.senders());
    assertTrue(done.warnings().isEmpty(), done.warnings().toString());
    double expected = done.error().expectedL2Error();
    assertTrue(ShuffleRun.error(done.mean(), ROWS) < 3.5 * expected);
  }

  /** A bundle of one batch with its messages in another: the batch of the bundle goes. */
  @Test
  void next_forgedBundles_spoilOnlyTheirBatch() {
    BundleIntake intake = intake();
    sendAll(intake);
    BundleFormat format = LAST.bundleFormat();
    MessageBundle forged = new MessageBundle(format);
    int columns = PLAN.geometry().columns();
    for (int i = 0; i < format.slots(); i++) {
      forged.send(PLAN.sumLabel() + (i % (BATCHES * columns)), i);
    }
    intake.take("a forger", forged.toBytes(LAST, 2));
    ShuffleMeanState done = LAST.next(tally(intake));
    double[][] left = rowsOf(2);
    assertEquals(left.length, done.senders());
    assertTrue(ShuffleRun.error(done.mean(), left) < 3.5 * done.error().expectedL2Error());
    double all = ShuffleRun.next(LAST, ROWS, KEY).error().expectedL2Error();
    assertEquals(
        Math.sqrt((double) USERS / left.length), done.error().expectedL2Error() / all, 0.05);
    assertEquals(Warning.Code.DROPPED_BATCHES, done.warnings().get(0).code());
    assertArrayEquals(done.mean(), ShuffleMeanState.of(done.toBytes()).mean());
  }

  @Test
  void next_aForgerInEveryBatch_isRefused() {
    BundleIntake intake = intake();
    sendAll(intake);
    for (int b = 0; b < BATCHES; b++) {
      MessageBundle forged = new MessageBundle(LAST.bundleFormat());
      forged.send(PLAN.sumLabel() + b * PLAN.geometry().columns(), 1);
      intake.take("forger " + b, forged.toBytes(LAST, b));
    }
    ShuffleMeanTally tally = tally(intake);
    assertEquals(BATCHES, tally.droppedBatches());
    assertThrows(IllegalStateException.class, () -> LAST.next(tally));
  }

  /** One lost message, without bundles: three quarters of the users are left. */
  @Test
  void next_oneLostMessage_spoilsItsBatch() {
    ShuffleMeanTally tally = LAST.newTally();
    boolean[] lost = new boolean[1];
    ShuffleRun.send(
        LAST,
        ROWS,
        0,
        USERS,
        KEY,
        (label, body) -> {
          if (lost[0]) {
            tally.send(label, body);
          }
          lost[0] = true;
        });
    ShuffleMeanState done = LAST.next(tally);
    assertEquals(rowsOf(LAST.batch("user 0")).length, done.senders());
  }

  /** Whole bundles of vectors as long as may be: k liars move the mean by what is stated. */
  @Tag("long")
  @Test
  void mean_maliciousUsersWithFullBundles_moveItAtMostAsStated() {
    double[] honest = ShuffleRun.next(LAST, ROWS, KEY).mean();
    SplittableRandom random = new SplittableRandom(3);
    int moved = 0;
    for (int liars = 1; liars <= 8; liars++) {
      ShuffleMeanTally tally = LAST.newTally();
      ShuffleRun.send(LAST, ROWS, liars, USERS, KEY, tally);
      int columns = PLAN.geometry().columns();
      double reach = PLAN.sum(LAST.norm()).largestNorm(USERS / BATCHES) * 0.6;
      for (int k = 0; k < liars; k++) {
        BitSource bits = NoiseKey.fromSeed(1).substream(1, liars, k);
        int first = PLAN.sumLabel() + LAST.batch("user " + k) * columns;
        for (int j = 0; j < columns; j++) {
          long lie = (long) (reach * random.nextDouble(-1, 1));
          PLAN.sum(LAST.norm()).splitting().share(lie, first + j, bits, tally);
        }
      }
      if (tally.droppedBatches() > 0) {
        continue;
      }
      double[] mean = LAST.next(tally).mean();
      double shift = Math.hypot(mean[0] - honest[0], mean[1] - honest[1]);
      assertTrue(shift <= LAST.largestShift(liars) * 1.1, shift + " of " + liars);
      moved += shift > 0.02 * LAST.largestShift(liars) ? 1 : 0;
    }
    assertTrue(moved >= 3, "the bound is not met by nobody lying: " + moved);
  }

  @Test
  void plan_inBatches_chargesOneSumAndTheTail() {
    List<Charge> charges = PLAN.charges();
    assertEquals(
        1, charges.stream().filter(charge -> charge.toString().contains("few honest")).count());
    ShuffleMeanPlan one = ShuffleMeanPlan.of(SPEC, USERS, DIMENSION);
    // The tail is paid for by noise.
    assertTrue(PLAN.noise().rho() < one.noise().rho());
    assertEquals(charges.size() - 1, one.charges().size());
    double price = PLAN.sum(1L << 30).expectedError() / one.sum(1L << 30).expectedError();
    double share = (double) one.batches().honest() / PLAN.batches().honest();
    assertEquals(Math.sqrt(share), price, 0.03 * price);
    assertTrue(price > Math.sqrt(BATCHES) && price < 1.35 * Math.sqrt(BATCHES), "" + price);
  }

  @Test
  void plan_tooManyBatches_isRefusedByName() {
    String refusal =
        assertThrows(
                IllegalArgumentException.class,
                () -> ShuffleMeanPlan.of(SPEC.withBatches(200), USERS, DIMENSION))
            .getMessage();
    assertTrue(refusal.contains("batches"), refusal);
    assertThrows(IllegalArgumentException.class, () -> SPEC.withBatches(0));
    assertEquals(5, Batches.forForgers(4));
  }

  @Test
  void randomize_withoutAnIdInBatches_isRefused() {
    ShuffleMeanClient client = ShuffleMeanClient.of(LAST);
    assertThrows(
        IllegalStateException.class,
        () -> client.randomize(ROWS[0], KEY.bits(LAST, "u"), (label, body) -> {}));
  }

  @Test
  void bundle_ofABatch_namesTheBatch() {
    ShuffleMeanClient client = ShuffleMeanClient.of(LAST);
    boolean[] seen = new boolean[BATCHES];
    for (int i = 0; i < 40; i++) {
      String id = "user " + i;
      byte[] bundle = client.bundle(id, ROWS[i], KEY.bits(LAST, id));
      assertEquals(LAST.batch(id), ByteBuffer.wrap(bundle).getInt(34));
      seen[LAST.batch(id)] = true;
    }
    assertFalse(IntStream.range(0, BATCHES).anyMatch(b -> !seen[b]));
  }
}
