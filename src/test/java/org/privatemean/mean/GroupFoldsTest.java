package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.GroupBlock.GroupEncoder;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.mean.GroupedMean.GroupCounts;
import org.privatemean.mean.GroupedMean.GroupExcess;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.group.GroupedBlocks.SlotTotals;

/** The passes over groups, against what they say reckoned row by row in decimals. */
final class GroupFoldsTest {
  private static final int GROUPS = 7;
  private static final long NORM = 1L << 20;
  private static final MathContext EXACT = new MathContext(60);

  /**
   * Rows of groups.
   *
   * @param groups of each
   * @param weights of each
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Sample(double[][] rows, int[] groups, int[] weights, int dimension) {
    /** Rows of all sizes: usual ones, zeros, subnormal ones, and the largest that are. */
    static Sample of(long seed, int count, int dimension, int mostWeight) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] rows = new double[count][dimension];
      int[] groups = new int[count];
      int[] weights = new int[count];
      for (int i = 0; i < count; i++) {
        int kind = random.nextInt(10);
        double scale =
            switch (kind) {
              case 0 -> 0;
              case 1 -> 0x1p-1060;
              case 2 -> 0x1p498 / Math.sqrt(dimension);
              case 3 -> Math.scalb(1.0, random.nextInt(-500, 497) - dimension);
              default -> 1;
            };
        Arrays.setAll(rows[i], j -> scale * random.nextDouble(-1, 1));
        // Group 5 has no rows.
        int group = random.nextInt(GROUPS);
        groups[i] = group == 5 ? 6 : group;
        weights[i] = random.nextInt(1, mostWeight + 1);
      }
      return new Sample(rows, groups, weights, dimension);
    }

    List<GroupBlock> blocks(long seed, int most) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < rows.length; i++) {
        order.add(i);
      }
      Collections.shuffle(order, new Random(seed));
      GroupEncoder encoder = new GroupEncoder(dimension, NormRange.WIDEST);
      BlockBuilder<GroupBlock> builder = encoder.newBuilder();
      List<GroupBlock> blocks = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(seed);
      int room = random.nextInt(1, most + 1);
      for (int i : order) {
        builder.add(rows[i], groups[i], weights[i]);
        if (--room == 0) {
          blocks.add(builder.build());
          room = random.nextInt(1, most + 1);
        }
      }
      if (!builder.isEmpty()) {
        blocks.add(builder.build());
      }
      return blocks;
    }
  }

  private static long[] fold(GroupQuery question, List<GroupBlock> blocks) {
    long[] all = new long[question.slots() * question.width()];
    for (int k = 0; k < blocks.size(); k += 3) {
      // A task has some blocks.
      SlotTotals task = new SlotTotals(question.slots(), question.width());
      blocks.subList(k, Math.min(k + 3, blocks.size())).forEach(b -> question.add(b, task));
      task.addTo(all);
    }
    return all;
  }

  private static double[] centres(long seed, int dimension) {
    return new SplittableRandom(seed).doubles((long) GROUPS * dimension, -0.5, 0.5).toArray();
  }

  private static final Slots SOME = Slots.each(GROUPS, new int[] {6, 0, 3, 5});
  private static final Slots CLASSES = new Slots(new int[] {1, 0, -1, 1, 0, 1, 0}, 2);
  private static final double[] LOWS = {0.125, 0.3, 1, 0x1p-490, 0.01, 1, 0x1p300};
  private static final double[] NORMS = {1, 0.7, 0.25, 0x1p-480, 3, 1, 0x1p497};

  /** Every kind of question, by number. */
  private static final List<IntFunction<GroupQuery>> QUESTIONS =
      List.of(
          d -> new GroupCounts(GROUPS),
          d -> GroupCells.create(frame(d, null, false), SOME, LOWS, 2, 10, 13, 12, 5, 11, 3, 9),
          d -> GroupCells.open(frame(d, null, false), CLASSES, new double[] {0x1p-3}, 24, 96),
          d -> GroupCells.octaves(frame(d, null, false), SOME, 0x1p-5, new int[] {1, 2, 4, 5, 6}),
          d -> GroupSum.create(frame(d, null, false), SOME, NORMS),
          d -> GroupSum.create(frame(d, weights(d), false), CLASSES, 0.75),
          d ->
              GroupSum.create(
                  frame(d, weights(d), true), Slots.together(GROUPS, new int[] {0, 1, 4}), 2),
          d ->
              new GroupSum(
                  frame(d, null, false),
                  SOME,
                  Arrays.stream(NORMS).map(c -> 0.6 * c).toArray(),
                  NORMS),
          d -> new GroupExcess(frame(d, null, false), CLASSES, NORMS),
          d -> exponents(d, Slots.together(GROUPS, new int[] {0, 2, 6})),
          d -> GroupSum.create(frame(d, null, false).withLimits(weights(d)), SOME, NORMS));

  private static long versions = 1;

  private static GroupTransform frame(int d, double[] weights, boolean squares) {
    versions++;
    return frame(versions, d, centres(3, d), weights, squares);
  }

  private static GroupTransform frame(
      long version, int d, double[] centres, double[] weights, boolean squares) {
    GroupTransform frame = new GroupTransform(version, d, centres, weights, null, null, false);
    return squares ? frame.withSquares() : frame;
  }

  private static GroupExponents exponents(int d, Slots slots) {
    return new GroupExponents(frame(1, d, new double[d], null, false), slots);
  }

  private static double[] weights(int d) {
    return new SplittableRandom(9).doubles(d, 0.1, 8).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 40})
  void totals_ofAnyBlocksInAnyOrder_areTheSame(int dimension) throws Exception {
    Sample sample = Sample.of(dimension, 400, dimension, 5);
    for (IntFunction<GroupQuery> each : QUESTIONS) {
      GroupQuery question = each.apply(dimension);
      long[] expected = fold(question, sample.blocks(0, 1000));
      assertTrue(Arrays.stream(expected).anyMatch(x -> x != 0));
      for (int seed = 1; seed < 6; seed++) {
        List<GroupBlock> blocks = sample.blocks(seed, 1 << (2 * seed));
        assertArrayEquals(expected, fold(question, blocks));
        List<GroupBlock> copies = new ArrayList<>();
        for (GroupBlock block : blocks) {
          copies.add(new GroupEncoder(dimension, NormRange.WIDEST).read(block.toBytes()));
          copies.set(copies.size() - 1, copied(copies.get(copies.size() - 1)));
        }
        assertArrayEquals(expected, fold(copied(question), copies));
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T copied(T object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }

  /** What is seen of a row, and its length, both in doubles as they are rounded. */
  private static double[] seen(Sample sample, int i, double[] weights, boolean squares) {
    double[] centres = centres(3, sample.dimension);
    double[] seen = new double[sample.dimension];
    for (int j = 0; j < seen.length; j++) {
      seen[j] = sample.rows[i][j] - centres[sample.groups[i] * seen.length + j];
      seen[j] *= weights == null ? 1 : weights[j];
      if (squares) {
        double cut = Math.min(Math.abs(seen[j]), 0x1p249);
        seen[j] = cut * cut;
      }
    }
    return seen;
  }

  private static BigDecimal length(double[] vector) {
    BigDecimal sum = BigDecimal.ZERO;
    for (double x : vector) {
      sum = sum.add(new BigDecimal(x).pow(2));
    }
    return sum.sqrt(EXACT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void sum_ofClippedRows_isThatOfDecimals(int dimension) {
    Sample sample = Sample.of(3 + dimension, 300, dimension, 3);
    for (double share : new double[] {0, 0.6}) {
      double[] inner = Arrays.stream(NORMS).map(c -> share * c).toArray();
      GroupSum question = new GroupSum(frame(dimension, null, false), SOME, inner, NORMS);
      long[] totals = fold(question, sample.blocks(1, 64));
      BigDecimal[] sums = new BigDecimal[totals.length];
      Arrays.fill(sums, BigDecimal.ZERO);
      double[] off = new double[SOME.count()];
      for (int i = 0; i < sample.rows.length; i++) {
        int slot = SOME.of(sample.groups[i]);
        if (slot < 0) {
          continue;
        }
        double[] seen = seen(sample, i, null, false);
        BigDecimal norm = length(seen);
        int g = sample.groups[i];
        BigDecimal low = new BigDecimal(inner[g]);
        BigDecimal radius = new BigDecimal(NORMS[g]).subtract(low);
        BigDecimal over = norm.subtract(low).max(BigDecimal.ZERO).min(radius);
        off[slot] += sample.weights[i];
        for (int j = 0; j < dimension && norm.signum() > 0; j++) {
          BigDecimal steps =
              new BigDecimal(seen[j])
                  .multiply(over)
                  .multiply(new BigDecimal(NORM))
                  .divide(norm.multiply(radius), EXACT);
          int at = slot * dimension + j;
          sums[at] = sums[at].add(steps.multiply(new BigDecimal(sample.weights[i])));
        }
      }
      for (int k = 0; k < totals.length; k++) {
        // A row is rounded to the nearest step, or cut to the step before, or clipped by some.
        double most = 2.5 * off[k / dimension];
        assertEquals(sums[k].doubleValue(), (double) totals[k], most, "total " + k);
      }
      for (int j = 0; j < dimension; j++) {
        assertEquals(0, totals[3 * dimension + j], "a group without rows");
      }
    }
  }

  @Test
  void summand_ofAnyRow_hasAnIntegerNormWithinTheLattice() {
    SplittableRandom random = new SplittableRandom(4);
    PrivacyUnit unit = PrivacyUnit.row(Neighbours.ADD_REMOVE);
    long longest = 0;
    for (int run = 0; run < 20_000; run++) {
      int d = run % 3 == 0 ? 1 + random.nextInt(3) : 1 + random.nextInt(60);
      int exponent = random.nextInt(4) == 0 ? random.nextInt(-1060, 498) : random.nextInt(-3, 4);
      double[] row = new double[d];
      double spread = random.nextInt(3) == 0 ? 1e-12 : 1;
      double size = Math.scalb(1.0, exponent) / Math.sqrt(d);
      Arrays.setAll(row, j -> size * (1 + spread * random.nextDouble(-1, 1)));
      double norm = Math.sqrt(Arrays.stream(row).map(x -> x * x).sum());
      // At the norm of the row, a rounding above or below it, or anywhere.
      double outer =
          switch (random.nextInt(5)) {
            case 0 -> norm;
            case 1 -> Math.nextUp(norm);
            case 2 -> Math.nextDown(norm);
            case 3 -> norm * (1 + 1e-6 * random.nextDouble(-1, 1));
            default -> Math.scalb(random.nextDouble(0.5, 1), random.nextInt(-490, 490));
          };
      outer = Math.max(outer, 0x1p-498);
      double inner = random.nextBoolean() ? 0 : outer * random.nextDouble(0, 0.999);
      boolean squares = random.nextInt(4) == 0;
      double[] weights = random.nextInt(3) == 0 ? new double[d] : null;
      if (weights != null) {
        Arrays.setAll(weights, j -> Math.scalb(1.0, random.nextInt(-498, 498)));
      }
      GroupTransform frame = frame(run, d, new double[d], weights, squares);
      GroupSum sum =
          new GroupSum(
              frame,
              Slots.together(1, new int[1]),
              new double[] {squares ? 0 : inner},
              new double[] {outer});
      SlotTotals totals = new SlotTotals(1, d);
      BlockBuilder<GroupBlock> builder = new GroupEncoder(d, NormRange.WIDEST).newBuilder();
      builder.add(row);
      sum.add(builder.build(), totals);
      long[] steps = totals.dense();
      BigInteger square = BigInteger.ZERO;
      for (long step : steps) {
        square = square.add(BigInteger.valueOf(step).pow(2));
        assertTrue(!squares || step >= 0, "a square below 0");
      }
      assertTrue(square.compareTo(sum.squaredSensitivity(unit)) <= 0, "run " + run);
      assertTrue(square.bitLength() <= 41, "run " + run);
      longest = Math.max(longest, square.sqrt().longValue());
    }
    assertTrue(longest >= NORM - 60, "nothing came near: " + longest);
  }

  @Test
  void sum_ofRowsWithSquaresThatUnderflow_isAtMostTheNorm() {
    // Of all squares only the first is not 0; the row is ten times as long as its norm is computed.
    double[] row = new double[200];
    Arrays.fill(row, 0.7 * 0x1p-537);
    row[0] = 0x1p-537;
    GroupTransform frame = frame(1, row.length, new double[row.length], null, false);
    GroupSum sum = GroupSum.create(frame, Slots.together(1, new int[1]), 1.01 * 0x1p-537);
    long square = 0;
    for (long step : one(sum, new GroupBlock(row.length, row, new int[1], new int[0]))) {
      square += step * step;
    }
    assertTrue(square > 0 && square <= NORM * NORM, "squared norm " + square);
  }

  @Test
  void sum_ofRowsWithNanNorm_isZero() {
    double[] weights = {0x1p600, 0x1p600};
    GroupTransform frame = frame(1, 2, new double[2], weights, false);
    GroupBlock block = new GroupBlock(2, new double[] {1, 1, 0x1p498, 0}, new int[2], new int[0]);
    SlotTotals totals = new SlotTotals(1, 2);
    GroupSum.create(frame, Slots.together(1, new int[1]), 1).add(block, totals);
    assertArrayEquals(new long[2], totals.dense());
  }

  @Test
  void cells_ofNormsAroundEveryEdge_areThoseOfTheEdges() {
    int perOctave = 24;
    double[] edges = new double[97];
    Arrays.setAll(edges, k -> Math.scalb(StrictMath.pow(2, k % 24 / 24.0), k / 24));
    for (boolean open : new boolean[] {false, true}) {
      for (int k = 0; k < edges.length; k++) {
        for (double norm :
            new double[] {Math.nextDown(edges[k]), edges[k], Math.nextUp(edges[k])}) {
          GroupTransform frame = frame(1, 1, new double[1], null, false);
          Slots slots = Slots.together(1, new int[1]);
          double[] low = {1};
          GroupCells cells =
              open
                  ? GroupCells.open(frame, slots, low, perOctave, 96)
                  : GroupCells.create(frame, slots, low, perOctave, 96);
          SlotTotals totals = new SlotTotals(1, 96);
          cells.add(new GroupBlock(1, new double[] {-norm}, new int[1], new int[0]), totals);
          int cell = norm < edges[k] ? Math.max(0, k - 1) : k;
          long[] expected = new long[96];
          if (cell < 96 || open) {
            expected[Math.min(cell, 95)] = 1;
          }
          // The norm is the root of a square, which may be off by a rounding.
          if (Math.sqrt(norm * norm) == norm) {
            assertArrayEquals(expected, totals.dense(), k + " " + norm);
          }
        }
      }
    }
  }

  @Test
  void cells_ofZerosHugeRowsAndNoNumbers_areTheFirstAndTheLast() {
    double[] values = {0, Double.MIN_VALUE, 0x1p498, Double.POSITIVE_INFINITY, Double.NaN};
    GroupBlock block = new GroupBlock(1, values, new int[5], new int[] {1, 2, 4, 8, 16});
    GroupTransform frame = frame(1, 1, new double[1], null, false);
    Slots slots = Slots.together(1, new int[1]);
    long[] open = one(GroupCells.open(frame, slots, new double[] {1}, 1, 5), block);
    assertArrayEquals(new long[] {3, 0, 0, 0, 28}, open);
    long[] closed = one(GroupCells.create(frame, slots, new double[] {1}, 1, 5), block);
    assertArrayEquals(new long[] {3, 0, 0, 0, 0}, closed);
    assertArrayEquals(
        new long[2 * 1],
        one(
            GroupSum.create(
                frame(2, 1, new double[1], null, false), Slots.each(2, new int[] {1, 0}), 1e-3, 1),
            new GroupBlock(1, new double[] {Double.NaN}, new int[1], new int[0])));
    assertArrayEquals(
        new long[] {28 * NORM},
        one(
            new GroupExcess(frame, slots, new double[] {1}),
            new GroupBlock(
                1,
                new double[] {0, 1e-300, 0x1p498, -5, 9},
                new int[5],
                new int[] {1, 2, 4, 8, 16})));
  }

  private static long[] one(GroupQuery question, GroupBlock block) {
    SlotTotals totals = new SlotTotals(question.slots(), question.width());
    question.add(block, totals);
    return totals.dense();
  }

  @Test
  void counts_ofWeights_areTheirSums() {
    Sample sample = Sample.of(8, 500, 3, 1 << 20);
    long[] expected = new long[GROUPS];
    for (int i = 0; i < sample.rows.length; i++) {
      expected[sample.groups[i]] += sample.weights[i];
    }
    assertArrayEquals(expected, fold(new GroupCounts(GROUPS), sample.blocks(1, 50)));
  }

  @Test
  void cells_ofGroups_countEveryRowWhereItsNormIs() {
    int d = 3;
    Sample sample = Sample.of(11, 600, d, 4);
    int[] counts = {10, 13, 12, 5, 11, 3, 9};
    GroupCells question =
        GroupCells.create(frame(1, d, centres(3, d), null, false), SOME, LOWS, 2, counts);
    long[] expected = new long[question.slots() * 13];
    for (int i = 0; i < sample.rows.length; i++) {
      int g = sample.groups[i];
      double ratio = length(seen(sample, i, null, false)).doubleValue() / LOWS[g];
      double cell = ratio < 1 ? 0 : Math.floor(2 * Math.log(ratio) / Math.log(2));
      if (SOME.of(g) >= 0 && cell < counts[g]) {
        expected[SOME.of(g) * 13 + (int) cell] += sample.weights[i];
      }
    }
    assertArrayEquals(expected, fold(question, sample.blocks(1, 50)));
  }

  @Test
  void excess_ofClasses_isThatOfDecimals() {
    int d = 4;
    Sample sample = Sample.of(12, 400, d, 3);
    GroupExcess question = new GroupExcess(frame(1, d, centres(3, d), null, false), CLASSES, NORMS);
    BigDecimal[] sums = {BigDecimal.ZERO, BigDecimal.ZERO};
    double[] rows = new double[2];
    for (int i = 0; i < sample.rows.length; i++) {
      int slot = CLASSES.of(sample.groups[i]);
      if (slot >= 0) {
        BigDecimal norm = new BigDecimal(NORMS[sample.groups[i]]);
        BigDecimal over =
            length(seen(sample, i, null, false))
                .subtract(norm)
                .max(BigDecimal.ZERO)
                .divide(norm.multiply(new BigDecimal(2)), EXACT)
                .min(BigDecimal.ONE);
        sums[slot] = sums[slot].add(over.multiply(new BigDecimal(NORM * sample.weights[i])));
        rows[slot] += sample.weights[i];
      }
    }
    long[] totals = fold(question, sample.blocks(1, 50));
    for (int k = 0; k < 2; k++) {
      double above = totals[k] - sums[k].doubleValue();
      // Rounded up, row by row.
      assertTrue(above > -1e-3 && above <= rows[k] + 1e-3, k + ": " + above);
      assertTrue(totals[k] > 0);
    }
  }

  @Test
  void exponents_ofGroups_countEveryCoordinateOnce() {
    int d = 3;
    Sample sample = Sample.of(13, 400, d, 3);
    int[] requested = {0, 2, 6};
    Slots slots = Slots.together(GROUPS, requested);
    long[] expected = new long[d * OctaveCounts.CELLS];
    for (int i = 0; i < sample.rows.length; i++) {
      for (int j = 0; j < d && slots.of(sample.groups[i]) >= 0; j++) {
        expected[j * OctaveCounts.CELLS + octave(sample.rows[i][j])] += sample.weights[i];
      }
    }
    assertArrayEquals(expected, fold(exponents(d, slots), sample.blocks(2, 50)));
  }

  private static int octave(double x) {
    int cell = 0;
    while (cell + 1 < OctaveCounts.CELLS && Math.abs(x) >= OctaveCounts.edge(cell + 1)) {
      cell++;
    }
    return cell;
  }

  @Test
  void exponents_ofSomeColumns_countValuesBelowTheLeastAsZero() {
    int d = 4;
    Sample sample = Sample.of(15, 400, d, 3);
    int[] requested = {0, 2, 6};
    int[] columns = {1, 3};
    double[] least = new SplittableRandom(8).doubles(2L * GROUPS, 0, 0.5).toArray();
    Slots slots = Slots.together(GROUPS, requested);
    long[] expected = new long[2 * OctaveCounts.CELLS];
    for (int i = 0; i < sample.rows.length; i++) {
      for (int k = 0; k < 2 && slots.of(sample.groups[i]) >= 0; k++) {
        double x = seen(sample, i, null, false)[columns[k]];
        boolean counts = Math.abs(x) >= least[2 * sample.groups[i] + k];
        expected[k * OctaveCounts.CELLS + octave(counts ? x : 0)] += sample.weights[i];
      }
    }
    GroupExponents question = new GroupExponents(frame(d, null, false), slots, columns, least);
    assertArrayEquals(expected, fold(question, sample.blocks(2, 50)));
    PrivacyUnit unit = PrivacyUnit.row(Neighbours.REPLACE);
    assertEquals(BigInteger.valueOf(4), question.squaredSensitivity(unit));
  }

  @Test
  void sum_ofClippedCoordinates_isThatOfRowsClippedBefore() {
    int d = 3;
    Sample sample = Sample.of(16, 200, d, 3);
    double[] limits = new SplittableRandom(9).doubles((long) GROUPS * d, 0, 0.4).toArray();
    Sample clipped = Sample.of(16, 200, d, 3);
    double[] centres = centres(3, d);
    for (int i = 0; i < clipped.rows.length; i++) {
      for (int j = 0; j < d; j++) {
        int at = clipped.groups[i] * d + j;
        double off = clipped.rows[i][j] - centres[at];
        clipped.rows[i][j] = Math.max(-limits[at], Math.min(limits[at], off));
      }
    }
    versions++;
    GroupTransform plain =
        new GroupTransform(versions, d, new double[GROUPS * d], null, null, null, false);
    long[] expected = fold(GroupSum.create(plain, SOME, NORMS), clipped.blocks(1, 64));
    GroupTransform frame = frame(d, null, false).withLimits(limits);
    assertArrayEquals(expected, fold(GroupSum.create(frame, SOME, NORMS), sample.blocks(1, 64)));
  }

  @Test
  void norms_ofFewGroups_areThoseOfAllAndNotCached() {
    GroupBlock block = Sample.of(17, 300, 5, 3).blocks(3, 1_000_000).get(0);
    GroupTransform frame = frame(5, null, false);
    Slots few = Slots.each(GROUPS, new int[] {2});
    double[] ofFew = frame.norms(block, few);
    double[] all = frame.norms(block, Slots.each(GROUPS, new int[] {0, 1, 2, 3, 4, 5, 6}));
    for (int i = 0; i < block.rows(); i++) {
      assertTrue(all[i] > 0);
      assertEquals(block.group(i) == 2 ? all[i] : 0, ofFew[i]);
    }
    assertSame(all, frame.norms(block, SOME));
    assertNotSame(all, frame.norms(block, few));
    assertNotSame(all, frame(5, null, false).norms(block, SOME));
  }

  @Test
  void frame_ofGroups_isTheSameUntilSomethingChanges() {
    GroupState state = new GroupState(2, new double[] {3, 4});
    state.startAt(new double[] {1, 2});
    GroupTransform before = state.frame();
    assertSame(before, state.frame());
    Runnable back = state.remember();
    List<Runnable> changes =
        List.of(
            () -> state.move(new int[] {1}, new double[] {0.5, 0}),
            () -> state.weighBy(new double[] {1, 2}, null),
            () -> state.weighBy(null, new double[4]),
            () -> state.startAt(new double[2]),
            back);
    for (Runnable change : changes) {
      GroupTransform last = state.frame();
      change.run();
      assertNotEquals(last.version(), state.frame().version());
    }
    assertArrayEquals(before.centres(), state.frame().centres());
    GroupTransform scaled = state.frame(new double[] {2, 3});
    assertNotEquals(scaled.version(), state.frame().version());
  }

  @Test
  void block_ofAnyRows_isSortedByGroupAndKeepsThem() {
    Sample sample = Sample.of(14, 300, 2, 3);
    GroupBlock block = sample.blocks(3, 1).get(0);
    assertEquals(1, block.rows());
    List<GroupBlock> all = sample.blocks(3, 1_000_000);
    GroupBlock whole = all.get(0);
    for (int i = 1; i < whole.rows(); i++) {
      assertTrue(whole.group(i - 1) <= whole.group(i));
    }
    for (int i = 0; i < whole.rows(); i = whole.endOfGroup(i)) {
      assertTrue(whole.endOfGroup(i) > i);
    }
  }
}
