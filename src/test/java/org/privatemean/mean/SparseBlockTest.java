package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** Rows by their coordinates that are not 0, beside the same rows as columns. */
final class SparseBlockTest {
  private static final MathContext DIGITS = new MathContext(40);
  private static final BigInteger NORM = BigInteger.ONE.shiftLeft(40);

  private static VectorBlock columns(double[]... rows) {
    VectorEncoder encoder = new VectorEncoder(rows[0].length, NormRange.WIDEST);
    return EncodedBlocks.encode(encoder, rows, rows.length).get(0);
  }

  private static VectorBlock sparse(double[]... rows) {
    VectorEncoder encoder = VectorEncoder.sparse(rows[0].length, NormRange.WIDEST);
    return EncodedBlocks.encode(encoder, rows, rows.length).get(0);
  }

  /** The same rows, given by what they have that is not 0, and some zeros of either sign. */
  private static VectorBlock given(double[]... rows) {
    BlockBuilder<VectorBlock> builder =
        VectorEncoder.sparse(rows[0].length, NormRange.WIDEST).newBuilder();
    for (double[] row : rows) {
      int[] indices = new int[row.length];
      double[] values = new double[row.length];
      int count = 0;
      for (int j = 0; j < row.length; j++) {
        if (row[j] != 0 || j % 3 == 0) {
          indices[count] = j;
          values[count++] = row[j] == 0 && j % 2 == 0 ? -0.0 : row[j];
        }
      }
      if (!builder.addSparse(indices, values, count, 1)) {
        builder.add(row);
      }
    }
    return builder.build();
  }

  /** Mostly zeros; some rows of any length, some all zeros, some without any. */
  private static double[] row(SplittableRandom random, int dimension, double radius) {
    double[] row = new double[dimension];
    double share = random.nextInt(4) == 0 ? 1 : random.nextDouble();
    double length =
        switch (random.nextInt(6)) {
          case 0 -> 0;
          case 1 -> Math.scalb(radius, random.nextInt(-60, 60));
          case 2 -> 1e308;
          default -> radius * 2 * random.nextDouble() / Math.sqrt(dimension);
        };
    for (int j = 0; j < dimension; j++) {
      row[j] = random.nextDouble() < share ? length * random.nextGaussian() : 0;
      row[j] = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, row[j]));
    }
    return row;
  }

  private static double[] centre(SplittableRandom random, int dimension, double radius) {
    double scale = random.nextBoolean() ? 0 : radius * Math.scalb(1.0, random.nextInt(-10, 30));
    double[] centre = new double[dimension];
    Arrays.setAll(centre, j -> scale * random.nextGaussian());
    return centre;
  }

  private static CentredTransform view(SplittableRandom random, int dimension, double radius) {
    double[] centre = centre(random, dimension, radius);
    return switch (random.nextInt(4)) {
      case 0 -> new CentredTransform(centre);
      case 1 ->
          new CentredTransform(
              centre, random.doubles(dimension, 0.01, 10).toArray(), new double[0]);
      case 2 ->
          new CentredTransform(
              centre,
              random.doubles(dimension, 0.01, 10).toArray(),
              random.doubles(dimension, 0, 3 * radius).toArray());
      default ->
          new CentredTransform(
                  centre,
                  random.doubles(dimension, 1 / radius, 2 / radius).toArray(),
                  new double[0])
              .withSquares();
    };
  }

  private static BigInteger[] total(AnchoredSum sum, VectorBlock block) {
    return total(sum, List.of(block));
  }

  private static BigInteger[] total(AnchoredSum sum, List<VectorBlock> blocks) {
    long[] totals = new long[new FactorSum(sum).size()];
    blocks.forEach(block -> new FactorSum(sum).add(block, totals));
    return new FactorSum(sum).of(totals).total();
  }

  private static BigInteger square(BigInteger[] vector) {
    return Arrays.stream(vector).map(x -> x.multiply(x)).reduce(BigInteger.ZERO, BigInteger::add);
  }

  /** Of each row alone, so that the sensitivity follows; and of all it is the sum of these. */
  @Tag("long")
  @Test
  void sum_anyRows_addsSummandsWithinTheNorm() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 10_000; k++) {
      int dimension = 1 + random.nextInt(40);
      double radius = Math.scalb(random.nextDouble(1, 2), random.nextInt(-100, 100));
      CentredTransform view = view(random, dimension, radius);
      boolean squares = view.squares();
      double outer = squares ? random.nextDouble(1, 50) : radius;
      AnchoredSum sum =
          squares
              ? AnchoredSum.of(view, outer)
              : AnchoredSum.forExcess(view, random.nextInt(3) * outer / 3, outer);
      double[][] rows = new double[4][];
      Arrays.setAll(rows, i -> row(random, dimension, radius));
      BigInteger[] all = new BigInteger[dimension];
      Arrays.fill(all, BigInteger.ZERO);
      for (double[] row : rows) {
        BigInteger[] summand = total(sum, sparse(row));
        assertTrue(
            square(summand).compareTo(NORM.multiply(NORM)) <= 0,
            () -> "row " + Arrays.toString(row));
        for (int j = 0; j < dimension; j++) {
          assertTrue(!squares || summand[j].signum() >= 0);
          all[j] = all[j].add(summand[j]);
        }
      }
      assertArrayEquals(all, total(sum, sparse(rows)));
    }
  }

  /** Rows of both kinds: each adds what it adds alone, within the norm, whatever the others are. */
  @Tag("long")
  @Test
  void sum_bothFormsOfRows_addsSummandsWithinTheNorm() {
    SplittableRandom random = new SplittableRandom(7);
    int held = 0;
    for (int k = 0; k < 1000; k++) {
      int dimension = 16 + random.nextInt(60);
      CentredTransform view = view(random, dimension, 1);
      AnchoredSum sum =
          view.squares()
              ? AnchoredSum.of(view, 3)
              : AnchoredSum.forExcess(view, random.nextInt(3) / 3.0, 1);
      VectorEncoder encoder = VectorEncoder.either(dimension, NormRange.WIDEST);
      double[][] rows = new double[6][];
      BigInteger[] all = new BigInteger[dimension];
      Arrays.fill(all, BigInteger.ZERO);
      for (int i = 0; i < rows.length; i++) {
        double[] row = row(random, dimension, 1);
        for (int j = 0; i % 2 == 0 && j < dimension; j++) {
          row[j] = random.nextInt(40) == 0 ? row[j] : 0;
        }
        rows[i] = row;
        VectorBlock alone = EncodedBlocks.encode(encoder, new double[][] {row}, 1).get(0);
        long some = Arrays.stream(row).filter(x -> x != 0).count();
        assertEquals(some <= dimension / 16, alone.isSparse());
        held += alone.isSparse() ? 1 : 0;
        BigInteger[] summand = total(sum, alone);
        assertTrue(square(summand).compareTo(NORM.multiply(NORM)) <= 0);
        Arrays.setAll(all, j -> all[j].add(summand[j]));
      }
      assertArrayEquals(all, total(sum, EncodedBlocks.encode(encoder, rows, rows.length)));
    }
    assertTrue(held > 1000 && held < 5000, "held " + held);
  }

  /** The blocks of a builder that is given rows by some of their zeros, and of one that is not. */
  @Test
  void blocksOfBothKinds_ofBothFormsOfRows_areTheSame() {
    SplittableRandom random = new SplittableRandom(8);
    VectorEncoder encoder = VectorEncoder.either(32, NormRange.WIDEST);
    for (int k = 0; k < 300; k++) {
      double[] row = new double[32];
      for (int j = random.nextInt(5); j > 0; j--) {
        row[random.nextInt(32)] = random.nextGaussian();
      }
      int[] indices = random.ints(0, 32).limit(40).distinct().sorted().toArray();
      double[] values = Arrays.stream(indices).mapToDouble(j -> row[j]).toArray();
      Arrays.setAll(row, j -> Arrays.binarySearch(indices, j) < 0 ? 0 : row[j]);
      BlockBuilder<VectorBlock> given = encoder.newBuilder();
      boolean few = Arrays.stream(row).filter(x -> x != 0).count() <= 2;
      assertEquals(few, given.addSparse(indices, values, indices.length, 1));
      if (few) {
        BlockBuilder<VectorBlock> inFull = encoder.newBuilder();
        inFull.add(row);
        assertArrayEquals(inFull.build().toBytes(), given.build().toBytes());
        assertTrue(inFull.isEmpty() && given.isEmpty());
      }
    }
  }

  /** A factor that forgot the rounding of coordinates would pass the norm: the test has power. */
  @Test
  void sum_roundedUpEverywhere_isWithinTheNormByTheRoundingAlone() {
    int dimension = 1 << 12;
    double radius = 1L << 20;
    double[] row = new double[dimension];
    Arrays.fill(row, Math.floor(radius / Math.sqrt(dimension)) + 0.5 + 1e-9);
    BigInteger[] summand =
        total(AnchoredSum.of(new CentredTransform(new double[dimension]), radius), sparse(row));
    assertTrue(square(summand).compareTo(NORM.multiply(NORM)) <= 0);
    double naive = Math.floor(0x1p20 * radius / Math.sqrt(dimension * row[0] * row[0]));
    double step = Math.rint(row[0]);
    assertTrue(naive * naive * step * step * dimension > Math.scalb(1.0, 80));
  }

  /** What is released of the two forms differs by rounding alone. */
  @Test
  void sum_ofTheTwoForms_isNearlyTheSame() {
    SplittableRandom random = new SplittableRandom(2);
    for (int k = 0; k < 2000; k++) {
      int dimension = 1 + random.nextInt(40);
      double[] centre = random.doubles(dimension, -0.2, 0.2).toArray();
      CentredTransform view = new CentredTransform(centre);
      AnchoredSum sum = AnchoredSum.forExcess(view, k % 2 == 0 ? 0 : 0.4, 1);
      double[][] rows = new double[20][dimension];
      for (double[] row : rows) {
        double length = random.nextDouble() * 3 / Math.sqrt(dimension);
        Arrays.setAll(row, j -> random.nextBoolean() ? 0 : length * random.nextGaussian());
      }
      long[] expected = new long[dimension];
      sum.add(columns(rows), expected);
      BigInteger[] found = total(sum, sparse(rows));
      for (int j = 0; j < dimension; j++) {
        double off = Math.scalb(found[j].doubleValue(), -20) - expected[j];
        assertTrue(Math.abs(off) <= rows.length * (2 + Math.sqrt(dimension)), "off by " + off);
      }
    }
  }

  private static double norm(CentredTransform view, double[] row) {
    BigDecimal square = BigDecimal.ZERO;
    for (int j = 0; j < row.length; j++) {
      BigDecimal v = new BigDecimal(view.of(j, row[j]));
      square = square.add(v.multiply(v), DIGITS);
    }
    return square.sqrt(DIGITS).doubleValue();
  }

  @Tag("long")
  @Test
  void norms_anyRows_areThoseOfTheRowsInFull() {
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 5000; k++) {
      int dimension = 1 + random.nextInt(200);
      CentredTransform view = view(random, dimension, 1);
      double[][] rows = new double[3][];
      Arrays.setAll(rows, i -> row(random, dimension, 1));
      // Rows beyond the range are scaled, in either form.
      double[] expected = view.squaredNorms(columns(rows));
      double[] found = view.squaredNorms(sparse(rows));
      for (int i = 0; i < rows.length; i++) {
        assertEquals(Math.sqrt(expected[i]), Math.sqrt(found[i]), 4e-10 * Math.sqrt(expected[i]));
      }
    }
  }

  /** Where the differences cancel, so that only the row in full tells its length. */
  @Test
  void norms_rowsNearAFarCentre_areExactToo() {
    SplittableRandom random = new SplittableRandom(4);
    double[] centre = random.doubles(300, 1e5, 2e5).toArray();
    CentredTransform view = new CentredTransform(centre);
    for (int k = 0; k < 200; k++) {
      double[] row = centre.clone();
      row[random.nextInt(300)] += random.nextGaussian() * Math.scalb(1.0, -k % 60);
      double expected = norm(view, row);
      assertEquals(expected, Math.sqrt(view.squaredNorms(sparse(row))[0]), 1e-10 * expected);
    }
  }

  @Test
  void octaves_anyRows_areCountedAsColumnsAre() {
    SplittableRandom random = new SplittableRandom(5);
    for (int k = 0; k < 100; k++) {
      int dimension = 1 + random.nextInt(30);
      OctaveCounts counts = new OctaveCounts(centre(random, dimension, 1));
      double[][] rows = new double[7][];
      Arrays.setAll(rows, i -> row(random, dimension, 1));
      long[] expected = new long[counts.size()];
      long[] found = new long[counts.size()];
      counts.add(columns(rows), expected);
      counts.add(sparse(rows), found);
      assertArrayEquals(expected, found);
    }
  }

  /** However a row came, the same is held of it; and it comes back from its binary form. */
  @Test
  void block_ofBothFormsOfRows_isTheSame() {
    SplittableRandom random = new SplittableRandom(6);
    for (int k = 0; k < 300; k++) {
      int dimension = 1 + random.nextInt(50);
      double[][] rows = new double[1 + random.nextInt(20)][];
      Arrays.setAll(rows, i -> row(random, dimension, 1));
      byte[] bytes = sparse(rows).toBytes();
      assertArrayEquals(bytes, given(rows).toBytes());
      VectorBlock back = VectorBlock.fromBytes(bytes);
      assertTrue(back.isSparse());
      assertEquals(rows.length, back.rows());
      assertArrayEquals(bytes, back.toBytes());
    }
  }

  @Test
  void addSparse_rowNotFiniteOrOutOfRange_isNotAdded() {
    for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e300}) {
      BlockBuilder<VectorBlock> builder = VectorEncoder.sparse(5, NormRange.WIDEST).newBuilder();
      assertFalse(builder.addSparse(new int[] {1, 3}, new double[] {1, odd}, 2, 1));
      assertTrue(builder.isEmpty());
    }
  }

  @Test
  void weights_ofSparseRows_countThem() {
    double[][] rows = {{0, 1, 0}, {2, 0, 0}, {0, 0, 0}};
    VectorEncoder encoder = VectorEncoder.sparse(3, NormRange.WIDEST);
    BlockBuilder<VectorBlock> builder = encoder.newBuilder();
    builder.add(rows[0]);
    builder.add(rows[1], 0, 3);
    builder.add(rows[2]);
    VectorBlock block = builder.build();
    assertEquals(List.of(1, 3, 1), List.of(block.weight(0), block.weight(1), block.weight(2)));
    AnchoredSum sum = AnchoredSum.of(new CentredTransform(new double[3]), 4);
    BigInteger[] once = total(sum, sparse(rows[1]));
    BigInteger[] other = total(sum, sparse(rows[0]));
    BigInteger[] all = total(sum, block);
    for (int j = 0; j < 3; j++) {
      assertEquals(once[j].multiply(BigInteger.valueOf(3)).add(other[j]), all[j]);
    }
    assertArrayEquals(block.toBytes(), VectorBlock.fromBytes(block.toBytes()).toBytes());
    assertThrows(IllegalArgumentException.class, () -> builder.add(rows[0], 1, 1));
  }

  @Test
  void columns_ofSparseRows_areUnavailable() {
    assertThrows(UnsupportedOperationException.class, () -> sparse(new double[] {1, 0}).values());
  }
}
