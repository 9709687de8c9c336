package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.WideSum;
import org.privatemean.rows.RowEncoder.BlockBuilder;

@Promise("the matrix of second moments changes by at most its stated sensitivity")
final class SecondMomentMatrixTest {
  private static final BigInteger BOUND = BigInteger.ONE.shiftLeft(60);

  private static long[] totals(SecondMomentMatrix sum, double[]... rows) {
    long[] totals = new long[sum.size()];
    if (rows.length > 0) {
      sum.add(EncodedBlocks.of(rows), totals);
    }
    return totals;
  }

  /** Square of the Frobenius norm of the difference of two matrices. */
  private static BigInteger squaredChange(SecondMomentMatrix sum, long[] one, long[] other) {
    BigInteger[] before = sum.of(one).total();
    BigInteger[] after = sum.of(other).total();
    BigInteger square = BigInteger.ZERO;
    for (int k = 0; k < before.length; k++) {
      square = square.add(before[k].subtract(after[k]).pow(2));
    }
    return square;
  }

  private static SecondMomentMatrix around(double[] centre, double norm) {
    return new SecondMomentMatrix(new CentredTransform(centre), norm);
  }

  @Test
  void totals_ofNeighbours_changeWithinTheSensitivity() {
    SplittableRandom random = new SplittableRandom(1);
    double mostOne = 0;
    double mostTwo = 0;
    for (int k = 0; k < 20_000; k++) {
      int dimension = 1 + random.nextInt(6);
      double[] centre = random.doubles(dimension, -1, 1).toArray();
      SecondMomentMatrix sum = around(centre, Math.scalb(random.nextDouble(1, 2), -3));
      double[][] wild = Replay.wildRows(random, 1, dimension);
      double[] one = random.nextInt(3) == 0 ? wild[0] : row(random, dimension);
      double[] other = row(random, dimension);
      long[] ofOne = totals(sum, one);
      BigInteger alone = squaredChange(sum, ofOne, new long[sum.size()]);
      BigInteger replaced = squaredChange(sum, ofOne, totals(sum, other));
      assertTrue(alone.compareTo(BOUND) <= 0, () -> "one row: " + alone);
      assertTrue(replaced.compareTo(BOUND.shiftLeft(1)) <= 0, () -> "replaced: " + replaced);
      mostOne = Math.max(mostOne, alone.doubleValue() / BOUND.doubleValue());
      mostTwo = Math.max(mostTwo, replaced.doubleValue() / BOUND.doubleValue());
    }
    // Nearly reached: sensitivities smaller by a thousandth would be found.
    assertTrue(mostOne > 0.999, "one row reached " + mostOne);
    assertTrue(mostTwo > 1.998, "a replacement reached " + mostTwo);
  }

  /** Often along one axis, so that two rows are orthogonal. */
  private static double[] row(SplittableRandom random, int dimension) {
    double[] row = new double[dimension];
    double length = Math.exp(random.nextDouble(-4, 20));
    if (random.nextBoolean()) {
      row[random.nextInt(dimension)] = random.nextBoolean() ? length : -length;
      return row;
    }
    Arrays.setAll(row, j -> length * random.nextGaussian());
    return row;
  }

  @Test
  void squaredSensitivity_ofBothRelations_isThatOfOrthogonalRows() {
    WideSum sum = around(new double[2], 1).of(new long[3]);
    assertEquals(BOUND.shiftLeft(1), sum.squaredSensitivity(PrivacyUnit.row(Neighbours.REPLACE)));
    assertEquals(BOUND, sum.squaredSensitivity(PrivacyUnit.row(Neighbours.ADD_REMOVE)));
  }

  /** Against the definition, with integers of its own. */
  @Test
  void totals_ofRowsWithinTheNorm_areTheSumsOfProducts() {
    SplittableRandom random = new SplittableRandom(2);
    int dimension = 37;
    double[][] rows = new double[1500][dimension];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextDouble(-1, 1));
    }
    double[] centre = random.doubles(dimension, -0.1, 0.1).toArray();
    double norm = 2 * Math.sqrt(dimension);
    SecondMomentMatrix sum = around(centre, norm);
    double perUnit = 1 / Math.sqrt(sum.step());
    long[] expected = new long[sum.size()];
    for (double[] row : rows) {
      long[] integers = new long[dimension];
      Arrays.setAll(integers, j -> Math.round((row[j] - centre[j]) * perUnit));
      for (int i = 0, k = 0; i < dimension; i++) {
        for (int j = i; j < dimension; j++, k++) {
          expected[k] += integers[i] * integers[j];
        }
      }
    }
    assertArrayEquals(expected, totals(sum, rows));
  }

  @Test
  void totals_ofSplitRows_areThoseOfAll() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] rows = Replay.wildRows(random, 700, 5);
    SecondMomentMatrix sum = around(new double[5], 3);
    long[] whole = totals(sum, rows);
    long[] parts = new long[sum.size()];
    for (int from = 0; from < rows.length; ) {
      int to = Math.min(rows.length, from + 1 + random.nextInt(90));
      sum.add(EncodedBlocks.of(Arrays.copyOfRange(rows, from, to)), parts);
      from = to;
    }
    assertArrayEquals(whole, parts);
  }

  /** The sum of the 37 largest products takes more bits than a double has. */
  @Test
  void totals_ofWeightedRows_areThoseOfRepeatedRows() {
    double[][] rows = new double[37][];
    int[] weights = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {40 + i, 11 - i};
      weights[i] = (1 << 20) - i;
    }
    SecondMomentMatrix sum = around(new double[2], 3);
    BlockBuilder<VectorBlock> builder = new VectorEncoder(2, NormRange.WIDEST).newBuilder();
    long[] expected = new long[sum.size()];
    for (int i = 0; i < rows.length; i++) {
      builder.add(rows[i], 0, weights[i]);
      long[] once = totals(sum, rows[i]);
      for (int k = 0; k < expected.length; k++) {
        expected[k] += weights[i] * once[k];
      }
    }
    long[] found = new long[sum.size()];
    sum.add(builder.build(), found);
    assertArrayEquals(expected, found);
  }

  @Test
  void totals_ofRowsTooLongForADouble_areZero() {
    SecondMomentMatrix sum = around(new double[2], 1);
    assertArrayEquals(new long[3], totals(sum, new double[] {1.7e308, 1.7e308}));
  }
}
