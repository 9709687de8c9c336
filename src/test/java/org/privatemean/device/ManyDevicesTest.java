package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.BundleIntake;
import org.privatemean.shuffle.BundleIntake.BundleOutcome;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;
import org.privatemean.shuffle.SlotAnalyzer;

/**
 * A whole run of the shuffle mean by sessions: 2 % of the users stay away from the first round on,
 * 0.1 % of the bundles come twice, 10 devices lie about their rows and send a second bundle
 * besides, and one in a hundred devices keeps its ledger on the disk.
 */
final class ManyDevicesTest {
  private static final Bounds BOUNDS = new Bounds.Statistical(10, 0.5, 2);
  private static final int DIMENSION = 2;
  private static final int FORGERS = 10;
  private static final String RUN = "many";

  @TempDir Path folder;

  @Test
  void run_ofTwoThousandDevices_givesTheMeanOfPresentDevices() {
    run(2000, 20, new ApproxDp(4, 1e-6));
  }

  @Test
  @Tag("long")
  void run_ofAHundredThousandDevices_givesTheMeanOfPresentDevices() {
    run(100_000, 1000, new ApproxDp(1, 1e-9));
  }

  private void run(int users, int onDisk, ApproxDp budget) {
    long began = System.nanoTime();
    ShuffleMeanSpec spec = ShuffleMeanSpec.of(budget, BOUNDS).withHonestFraction(0.95);
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec, users, DIMENSION);
    ShuffleMeanState state = ShuffleMeanState.start(plan, 7, RUN);
    Announcement announced =
        Announcement.ofStart(RUN, state.digest()).withUsers(users).withHonestFraction(0.95);
    int present = users - users / 50;
    List<Device> devices = new ArrayList<>();
    List<ShuffleMeanSession> sessions = new ArrayList<>();
    for (int i = 0; i < present; i++) {
      boolean kept = i % (users / onDisk) == 0;
      Device device =
          kept
              ? Device.open(
                  folder.resolve("device " + i), DeviceLimit.ofEpsilon(new ApproxDp(8, 1e-3)))
              : Device.inMemory();
      devices.add(device);
      sessions.add(device.join(announced, state, "user " + i));
    }
    double[][] rows = rows(present);
    long duplicates = 0;
    while (!state.isFinished()) {
      BundleIntake intake = BundleIntake.forOpen(state);
      duplicates += send(state, sessions, rows, intake);
      ShuffleMeanTally tally = state.newTally();
      intake.drainTo(SlotAnalyzer.forOpen(state, tally));
      state = state.next(tally);
    }
    for (Device device : devices) {
      device.close();
    }
    double[] honest = mean(rows, FORGERS);
    double[] found = state.mean();
    double error = Math.hypot(found[0] - honest[0], found[1] - honest[1]);
    System.out.printf(
        "%d devices, %d on disk, %d rounds, %d bundles twice: participants %d, error %.4f of a"
            + " spread of 1.4, %.1f s%n",
        users,
        onDisk,
        plan.roundCount(),
        duplicates,
        state.participants(),
        error,
        (System.nanoTime() - began) * 1e-9);
    assertEquals(present, (double) state.participants(), 0.01 * users);
    assertTrue(error < 0.3, "error " + error);
  }

  /** The bundles of a round, some of them twice. */
  private static long send(
      ShuffleMeanState state,
      List<ShuffleMeanSession> sessions,
      double[][] rows,
      BundleIntake intake) {
    SplittableRandom random = new SplittableRandom(state.round());
    long duplicates = 0;
    for (int i = 0; i < sessions.size(); i++) {
      byte[] bundle = sessions.get(i).answer(state, rows[i]);
      assertEquals(BundleOutcome.TAKEN, intake.take("token " + i, bundle));
      if (random.nextInt(1000) == 0) {
        byte[] again = sessions.get(i).answer(state, new double[DIMENSION]);
        assertArrayEquals(bundle, again);
        assertEquals(BundleOutcome.REPEATED, intake.take("token " + i, again));
        duplicates++;
      }
      if (i < FORGERS) {
        byte[] second = bundle.clone();
        second[second.length - 1] ^= 1;
        assertEquals(BundleOutcome.ANOTHER, intake.take("token " + i, second));
      }
    }
    return duplicates;
  }

  /** Around (3, -1); the first ten are of liars, as far out as can be. */
  private static double[][] rows(int users) {
    SplittableRandom random = new SplittableRandom(11);
    double[][] rows = new double[users][];
    for (int i = 0; i < users; i++) {
      rows[i] =
          i < FORGERS
              ? new double[] {10, 10}
              : new double[] {3 + random.nextGaussian(), -1 + random.nextGaussian()};
    }
    return rows;
  }

  private static double[] mean(double[][] rows, int from) {
    double[] mean = new double[DIMENSION];
    for (double[] row : Arrays.asList(rows).subList(from, rows.length)) {
      for (int j = 0; j < DIMENSION; j++) {
        mean[j] += row[j] / (rows.length - from);
      }
    }
    return mean;
  }
}
