package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.local.LocalMeanSpec.Route;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;

class LocalMeanStateRunTest {
  private static final NoiseKey KEY = NoiseKey.fromSeed(2024);

  /** As good as no flips. */
  private static final PureDp SURE = new PureDp(1000);

  private static double[][] gaussian(int n, double[] mean, double sigma, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[n][mean.length];
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = mean[j] + sigma * random.nextGaussian();
      }
    }
    return rows;
  }

  private static double[] mean(double[][] rows) {
    double[] mean = new double[rows[0].length];
    for (double[] row : rows) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += row[j] / rows.length;
      }
    }
    return mean;
  }

  private static double distance(double[] a, double[] b) {
    double square = 0;
    for (int j = 0; j < a.length; j++) {
      square += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return Math.sqrt(square);
  }

  /** The reports of users {@code from, from + by, ...}, each with secret bits of its own. */
  private static LocalMeanTally collect(LocalMeanState state, double[][] rows, int from, int by) {
    LocalMeanClient client = LocalMeanClient.of(state);
    LocalMeanTally tally = state.newTally();
    for (int i = from; i < rows.length; i += by) {
      List<Report> reports =
          client.reports("user " + i, rows[i], KEY.substream(1 + state.round(), 0, i));
      reports.forEach(tally::add);
    }
    return tally;
  }

  private static LocalMeanState run(LocalMeanPlan plan, double[][] rows, long publicSeed) {
    LocalMeanState state = LocalMeanState.start(plan, publicSeed);
    while (!state.isFinished()) {
      state = state.next(collect(state, rows, 0, 1));
    }
    return state;
  }

  /** H D q by the matrix: entry (i, j) of H is {@code (-1)^popcount(i & j)}. */
  private static long[] rotated(LocalMeanState state, double[] row) {
    double[] quantised = new double[row.length];
    state.plan().lattice().quantise(row, quantised);
    RandomRotation rotation = state.rotation();
    long[] rotated = new long[rotation.size()];
    for (int i = 0; i < rotated.length; i++) {
      for (int j = 0; j < row.length; j++) {
        int sign = (Integer.bitCount(i & j) & 1) == 1 ? -1 : 1;
        rotated[i] += ((long) quantised[j]) * sign * rotation.sign(j);
      }
    }
    return rotated;
  }

  private static double squaredDistance(long[] v, long[] centre) {
    double square = 0;
    for (int k = 0; k < v.length; k++) {
      square += Math.pow((double) (v[k] - centre[k]), 2);
    }
    return square;
  }

  private static long cell(LocalMeanState state, double[] row, int coordinate) {
    long[] v = rotated(state, row);
    return state.current().task() == RoundTask.CENTRE
        ? state.plan().medianGrid().cell(v[coordinate])
        : state.plan().normGrid().cell(squaredDistance(v, state.centre()));
  }

  /** Every user at every coordinate and level with every index, unflipped. */
  private static LocalMeanTally everything(LocalMeanState state, double[][] rows) {
    LocalMeanTally tally = state.newTally();
    RangeDomain domain = state.plan().domain(state.current().task());
    int levels = domain.levels();
    for (double[] row : rows) {
      for (int k = 0; k < domain.width(); k++) {
        long x = cell(state, row, k);
        for (int level = 0; level < levels; level++) {
          boolean right = (x >>> (levels - 1 - level) & 1) == 1;
          for (long j = 0; j < 1L << level; j++) {
            boolean odd = (Long.bitCount(j & (x >>> (levels - level))) & 1) == 1;
            tally.haar().add(new HaarReport(k, level, j, right ^ odd));
          }
        }
      }
    }
    return tally;
  }

  @Test
  void rounds_withoutNoise_areTheClippedMeanAroundExactMedians() {
    int n = 400;
    double[][] rows = gaussian(n, new double[] {3, -2, 5}, 0.7, 1);
    LocalMeanSpec spec =
        LocalMeanSpec.pure(SURE, new Bounds.Statistical(10, 0.5, 1)).withRoute(Route.MEDIANS);
    LocalMeanPlan plan = LocalMeanPlan.of(spec, n, 3, new ExactBall(4, 0, 0));
    assertEquals(3, plan.roundCount());
    LocalMeanState first = LocalMeanState.start(plan, 7);
    LocalMeanState second = first.next(everything(first, rows));
    LocalMeanState third = second.next(everything(second, rows));
    LocalMeanState end = third.next(collect(third, rows, 0, 1));

    long[] centre = new long[4];
    for (int k = 0; k < 4; k++) {
      int column = k;
      long[] sorted =
          Arrays.stream(rows).mapToLong(r -> rotated(first, r)[column]).sorted().toArray();
      // Cells keep the order: the middle of the order statistic's cell.
      centre[k] = plan.medianGrid().middle(plan.medianGrid().cell(sorted[n / 2]));
    }
    assertArrayEquals(centre, second.centre());

    double[] squares =
        Arrays.stream(rows)
            .mapToDouble(r -> squaredDistance(rotated(first, r), centre))
            .sorted()
            .toArray();
    double quantile = squares[(int) Math.floor(plan.normRank(1) * n)];
    double norm = (double) third.norm();
    assertTrue(norm >= Math.sqrt(quantile) && norm <= 1.05 * Math.sqrt(quantile) + 1);

    double[] sum = new double[4];
    LocalMeanClient client = LocalMeanClient.of(third);
    int users = 0;
    for (int i = 0; i < n; i++) {
      if (client.takesPart("user " + i)) {
        long[] v = rotated(first, rows[i]);
        double factor = Math.min(1, norm / Math.sqrt(squaredDistance(v, centre)));
        for (int k = 0; k < 4; k++) {
          sum[k] += (v[k] - centre[k]) * factor;
        }
        users++;
      }
    }
    double[] expected = new double[3];
    RandomRotation rotation = first.rotation();
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 4; k++) {
        int sign = (Integer.bitCount(j & k) & 1) == 1 ? -1 : 1;
        expected[j] += sign * rotation.sign(j) * (sum[k] / users + centre[k]) / 4;
      }
      expected[j] *= plan.lattice().step();
    }
    // Clipping rounds each coordinate toward zero: by less than one step of the rotated lattice.
    assertEquals(0, distance(expected, end.mean()), 2 * plan.lattice().step());
    assertTrue(distance(mean(rows), end.mean()) < 0.5);
    assertEquals(users, end.received().get(2).accepted());
  }

  /** A randomizer that was given is in no binary form: nothing is made of a part of a plan. */
  @Test
  void state_ofAGivenRandomizer_hasNoBinaryForm() {
    LocalMeanSpec spec =
        LocalMeanSpec.pure(SURE, new Bounds.Statistical(10, 0.5, 1)).withRoute(Route.MEDIANS);
    LocalMeanState state =
        LocalMeanState.start(LocalMeanPlan.of(spec, 400, 3, new ExactBall(4, 0, 0)), 7);
    assertThrows(IllegalStateException.class, state::toBytes);
    assertThrows(IllegalStateException.class, state::digest);
    assertThrows(IllegalStateException.class, () -> stored(state));
    assertThrows(IllegalStateException.class, () -> ReportKey.fromSeed(1).bits(state, "a"));
  }

  @Test
  void rounds_dataShifted_answerShiftsExactly() {
    int n = 400;
    Random random = new Random(5);
    double[][] rows = new double[n][4];
    for (double[] row : rows) {
      // A quarter of 2^-12 keeps off the middle between two points of the lattice.
      Arrays.setAll(row, j -> Math.scalb(random.nextInt(1 << 13) - 4095.75, -12));
    }
    Bounds bounds = new Bounds.Box(16, OptionalDouble.of(0x1p-7));
    LocalMeanSpec spec = LocalMeanSpec.pure(SURE, bounds).withRoute(Route.MEDIANS).warningOnly();
    LocalMeanPlan plan = LocalMeanPlan.of(spec, n, 4, new ExactBall(4, 12, 0));
    double unit = plan.lattice().step() * plan.medianGrid().width();
    double[] shift = {3 * unit, -2 * unit, unit, 0};
    double[][] shifted = new double[n][4];
    for (int i = 0; i < n; i++) {
      int row = i;
      Arrays.setAll(shifted[i], j -> rows[row][j] + shift[j]);
    }
    double[][] answers = new double[2][];
    for (int k = 0; k < 2; k++) {
      double[][] data = k == 0 ? rows : shifted;
      LocalMeanState state = LocalMeanState.start(plan, 11);
      state = state.next(everything(state, data));
      state = state.next(collect(state, data, 0, 1));
      answers[k] = state.next(collect(state, data, 0, 1)).mean();
    }
    for (int j = 0; j < 4; j++) {
      assertEquals(shift[j], answers[1][j] - answers[0][j], 1e-9);
    }
    assertTrue(distance(shift, new double[4]) > 0.1);
  }

  @Test
  void pure_everyUser_reportsInExactlyOneRoundAndOnce() {
    int n = 20_000;
    double[][] rows = gaussian(n, new double[] {3, 1}, 1, 2);
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(1), new Bounds.Statistical(5, 1, 1));
    LocalMeanPlan plan = LocalMeanPlan.of(spec, n, 2);
    int[] reported = new int[n];
    LocalMeanState state = LocalMeanState.start(plan, 3);
    while (!state.isFinished()) {
      LocalMeanClient client = LocalMeanClient.of(state);
      LocalMeanTally tally = state.newTally();
      for (int i = 0; i < n; i++) {
        List<Report> reports =
            client.reports("user " + i, rows[i], KEY.substream(9, state.round(), i));
        reported[i] += reports.size();
        reports.forEach(tally::add);
      }
      double share = plan.rounds().get(state.round()).share();
      assertEquals(
          n * share, (double) tally.acceptedReports(), 4.9 * Math.sqrt(n * share * (1 - share)));
      if (state.round() == 0) {
        // Each coordinate and level gets its share too, whatever the rows.
        double each = share / plan.domain(RoundTask.CENTRE).levels() / 2;
        for (int k = 0; k < 2; k++) {
          for (int level = 0; level < plan.domain(RoundTask.CENTRE).levels(); level++) {
            double found = (double) tally.haar().sums(k, level).count();
            assertEquals(n * each, found, 4.9 * Math.sqrt(n * each));
          }
        }
      }
      state = state.next(tally);
    }
    for (int count : reported) {
      assertEquals(1, count);
    }
  }

  @Test
  void pure_planeRows_errorIsTheNoiseStated() {
    int n = 40_000;
    double[][] rows = gaussian(n, new double[] {11, -7}, 1, 3);
    double radius = 20 * Math.sqrt(2);
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(1), new Bounds.Statistical(radius, 1, 1));
    LocalMeanPlan plan = LocalMeanPlan.of(spec, n, 2);
    double[] exact = mean(rows);
    for (long seed = 1; seed <= 3; seed++) {
      LocalMeanState end = run(plan, rows, seed);
      // Noise, and that half of the users stand for all.
      double deviation = Math.hypot(end.noiseStdDev(), 1 / Math.sqrt(n / 2.0));
      // Two coordinates within 5.3 deviations, and the clipping bias of a few per cent of C.
      assertTrue(distance(exact, end.mean()) < 5.3 * Math.sqrt(2) * deviation);
      assertTrue(end.clippingNorm() > 1 && end.clippingNorm() < 10, "C " + end.clippingNorm());
      assertTrue(deviation < 0.1, "deviation " + deviation);
    }
  }

  @Test
  void pure_eightCoordinates_errorIsTheNoiseStated() {
    int n = 100_000;
    double[] centre = {20, -11, 3, 9, -30, 0, 14, -2};
    double[][] rows = gaussian(n, centre, 1, 10);
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(1), new Bounds.Statistical(20 * Math.sqrt(8), 1, 1));
    LocalMeanState end = run(LocalMeanPlan.of(spec, n, 8), rows, 1);
    assertEquals(3, end.round());
    double deviation = Math.hypot(end.noiseStdDev(), 1 / Math.sqrt(0.8 * n));
    double error = distance(mean(rows), end.mean()) / deviation;
    // Chi-squared with 8 degrees of freedom: above 7.1^2, or below 0.28^2, once in a million.
    assertTrue(error < 7.1 && error > 0.28, "error " + error);
    assertTrue(deviation * Math.sqrt(8) < 0.15, "deviation " + deviation);
  }

  /** Again and again the same users with fresh secret bits, around the same centre. */
  @Test
  void pure_lastRound_squaredErrorOfTheMeanIsCSquaredKOverN() {
    int n = 60;
    int d = 128;
    double[][] rows = gaussian(n, new double[d], 1, 12);
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(2), new Bounds.Statistical(5, 1, 1))
            .withRoute(Route.MEDIANS)
            .warningOnly();
    LocalMeanPlan plan = LocalMeanPlan.of(spec, n, d);
    LocalMeanState state = LocalMeanState.start(plan, 13);
    state = state.next(collect(state, rows, 0, 1));
    state = state.next(collect(state, rows, 0, 1));
    LocalMeanClient client = LocalMeanClient.of(state);
    double[] clipped = new double[d];
    long users = 0;
    for (int i = 0; i < n; i++) {
      if (client.takesPart("user " + i)) {
        long[] v = rotated(state, rows[i]);
        long[] centre = state.centre();
        for (int k = 0; k < d; k++) {
          v[k] -= centre[k];
        }
        ExactClipping.clip(v, state.norm());
        for (int k = 0; k < d; k++) {
          clipped[k] += (double) v[k];
        }
        users++;
      }
    }
    int repeats = 420;
    double square = 0;
    for (int r = 0; r < repeats; r++) {
      LocalMeanTally tally = state.newTally();
      for (int i = 0; i < n; i++) {
        client.reports("user " + i, rows[i], KEY.substream(100 + r, 0, i)).forEach(tally::add);
      }
      assertEquals(users, tally.acceptedReports());
      double[] found = tally.vectorMean();
      for (int k = 0; k < d; k++) {
        square += Math.pow(found[k] - clipped[k] / users, 2);
      }
    }
    double stated = plan.ball().squaredError(state.norm()) / users;
    // 53,760 squares: a relative deviation of 0.6 %, and 3 % is 4.9 of them.
    assertEquals(1, square / repeats / stated, 0.03);
    assertEquals(
        stated,
        Math.pow((double) state.norm(), 2) * plan.ball().relativeSquaredError() / users,
        1e-9 * stated);
  }

  @Test
  void pure_recentred_findsAFarMean() {
    int n = 40_000;
    double[][] rows = gaussian(n, new double[] {11, -7}, 1, 3);
    double radius = 20 * Math.sqrt(2);
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(1), new Bounds.Statistical(radius, 1, 1))
            .withRoute(Route.RECENTRED);
    LocalMeanState end = run(LocalMeanPlan.of(spec, n, 2), rows, 4);
    assertEquals(4, end.round());
    double deviation = Math.hypot(end.noiseStdDev(), 1 / Math.sqrt(n / 2.0));
    assertTrue(distance(mean(rows), end.mean()) < 5.3 * Math.sqrt(2) * deviation);
    assertTrue(end.clippingNorm() < 6, "C " + end.clippingNorm());
  }

  @ParameterizedTest
  @EnumSource(MeanSpec.Grid.class)
  void paper_enoughBudget_errorIsTheNoiseStated(MeanSpec.Grid grid) {
    int n = 15_000;
    double[][] rows = gaussian(n, new double[] {2, -3}, 1, 6);
    LocalMeanSpec spec =
        LocalMeanSpec.paper(new Zcdp(4), new Bounds.Statistical(5, 1, 1)).withGrid(grid);
    LocalMeanPlan plan = LocalMeanPlan.of(spec, n, 2);
    LocalMeanState end = run(plan, rows, 8);
    // Everybody reports in every round, on both medians.
    assertEquals(2L * n, end.received().get(0).accepted());
    assertEquals(n, end.received().get(1).accepted());
    assertEquals(n, end.received().get(2).accepted());
    double c = end.clippingNorm();
    assertEquals(c * Math.sqrt(2 / (4 * 9.0 / 16) / n), end.noiseStdDev(), 0.02 * c);
    // The squared grid's tau clips half of the rows: around poor medians that biases by some 0.1.
    assertTrue(distance(mean(rows), end.mean()) < 5.3 * Math.sqrt(2) * end.noiseStdDev() + 0.15);
  }

  private static LocalMeanState stored(LocalMeanState state)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(state);
    }
    assertTrue(bytes.size() < 10_000, bytes.size() + " bytes");
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (LocalMeanState) in.readObject();
    }
  }

  @Test
  void state_storedAfterEveryRoundAndTalliesSplit_sameAnswerBitForBit()
      throws IOException, ClassNotFoundException {
    int n = 3000;
    double[][] rows = gaussian(n, new double[] {2, -1, 4}, 1, 9);
    LocalMeanSpec spec =
        LocalMeanSpec.paper(new Zcdp(6), new Bounds.Statistical(6, 1, 1))
            .withGrid(MeanSpec.Grid.GEOMETRIC);
    LocalMeanPlan plan = LocalMeanPlan.of(spec, n, 3);
    LocalMeanState state = LocalMeanState.start(plan, 21);
    while (!state.isFinished()) {
      LocalMeanTally last = collect(state, rows, 2, 3);
      last.merge(collect(state, rows, 0, 3));
      last.merge(collect(state, rows, 1, 3));
      state = stored(state).next(last);
    }
    assertArrayEquals(run(plan, rows, 21).mean(), stored(state).mean());
  }

  @Test
  void tally_reportsOfAnotherRoundOrCut_areCountedAndDropped() {
    int n = 2000;
    double[][] rows = gaussian(n, new double[] {2, -1}, 1, 9);
    LocalMeanSpec spec =
        LocalMeanSpec.paper(new Zcdp(8), new Bounds.Statistical(6, 1, 1))
            .withGrid(MeanSpec.Grid.GEOMETRIC);
    LocalMeanState first = LocalMeanState.start(LocalMeanPlan.of(spec, n, 2), 1);
    Report early = LocalMeanClient.of(first).reports("u", rows[0], KEY.substream(5, 0, 0)).get(0);
    LocalMeanState second = first.next(collect(first, rows, 0, 1));
    Report middle = LocalMeanClient.of(second).reports("u", rows[0], KEY.substream(5, 1, 0)).get(0);
    LocalMeanTally norms = collect(second, rows, 0, 1);
    norms.add(early);
    assertEquals(1, norms.rejections().count(RejectionReason.ROUND));
    assertEquals(n, norms.acceptedReports());
    LocalMeanState third = second.next(norms);
    assertEquals(1, third.received().get(1).dropped());
    assertThrows(IllegalArgumentException.class, () -> third.next(norms));

    // The same round around another centre: of the reports of half of the users, and another run.
    LocalMeanState elsewhere = first.next(collect(first, rows, 0, 2));
    assertEquals(second.round(), elsewhere.round());
    assertFalse(Arrays.equals(second.centre(), elsewhere.centre()));
    LocalMeanState rerun = LocalMeanState.start(LocalMeanPlan.of(spec, n, 2), 2);
    for (LocalMeanState other : List.of(elsewhere, rerun)) {
      BitSource secret = KEY.substream(6, 0, 0);
      LocalMeanTally tally = other.round() == 0 ? collect(first, rows, 0, 1) : second.newTally();
      long before = tally.acceptedReports();
      LocalMeanClient.of(other).reports("u", rows[0], secret).forEach(tally::add);
      assertEquals(before, tally.acceptedReports());
      assertTrue(tally.rejections().count(RejectionReason.ROUND) > 0);
    }
    assertThrows(
        IllegalArgumentException.class, () -> second.newTally().merge(elsewhere.newTally()));
    assertThrows(IllegalArgumentException.class, () -> second.next(collect(elsewhere, rows, 0, 1)));

    LocalMeanTally vectors = collect(third, rows, 0, 1);
    LocalMeanState clean = third.next(vectors);
    Report vector = LocalMeanClient.of(third).reports("u", rows[0], KEY.substream(5, 2, 0)).get(0);
    byte[] bytes = vector.toBytes();
    vectors.add(middle);
    vectors.add(Report.of(Arrays.copyOf(bytes, bytes.length - 1)));
    vectors.add(Report.of(Arrays.copyOf(bytes, bytes.length + 1)));
    vectors.add(Report.of(new byte[0]));
    assertEquals(1, vectors.rejections().count(RejectionReason.KIND));
    assertEquals(3, vectors.rejections().count(RejectionReason.LENGTH));
    assertArrayEquals(clean.mean(), third.next(vectors).mean());
  }

  @Test
  void client_wrongRows_areRefused() {
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(1), new Bounds.Statistical(6, 1, 1)).warningOnly();
    LocalMeanState state = LocalMeanState.start(LocalMeanPlan.of(spec, 1000, 2), 1);
    LocalMeanClient client = LocalMeanClient.of(state);
    for (double[] wrong :
        new double[][] {{1}, {1, 2, 3}, {1, Double.NaN}, {Double.POSITIVE_INFINITY, 0}}) {
      assertThrows(
          IllegalArgumentException.class, () -> client.reports("u", wrong, KEY.substream(1, 0, 0)));
    }
    assertThrows(IllegalStateException.class, state::mean);
  }
}
