package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;

/** Asks one question of neighbouring rows, without noise. */
public final class Replay {
  private static final List<Function<double[], double[]>> CHANGES =
      List.of(
          row -> new double[row.length],
          row -> each(row, x -> 1e300),
          row -> each(row, x -> -1e300),
          row -> each(row, x -> Double.MIN_VALUE),
          row -> each(row, x -> -4 * x),
          row -> each(row, x -> 1e3 * x),
          row -> each(row, Math::nextUp),
          row -> each(row, x -> Math.scalb(1.0, Math.getExponent(x))));

  private Replay() {}

  private static double[] each(double[] row, Function<Double, Double> change) {
    return Arrays.stream(row).map(change::apply).toArray();
  }

  public static long[] totals(ClippedSum<VectorBlock> sum, double[]... rows) {
    long[] totals = new long[sum.size()];
    if (rows.length > 0) {
      sum.add(EncodedBlocks.of(rows), totals);
    }
    return totals;
  }

  public static BigInteger squaredChange(long[] one, long[] other) {
    BigInteger square = BigInteger.ZERO;
    for (int j = 0; j < one.length; j++) {
      square = square.add(BigInteger.valueOf(one[j] - other[j]).pow(2));
    }
    return square;
  }

  /** Rows of all sizes: ordinary, zero, subnormal, huge, and on powers of two. */
  public static double[][] wildRows(SplittableRandom random, int count, int dimension) {
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      int kind = random.nextInt(7);
      for (int j = 0; j < dimension; j++) {
        double sign = random.nextBoolean() ? 1 : -1;
        row[j] =
            switch (kind) {
              case 0 -> 0;
              case 1 -> sign * 1e300;
              case 2 -> sign * random.nextDouble() * 1e-310;
              case 3 -> sign * Math.scalb(1.0, random.nextInt(-130, 131));
              case 4 -> sign * Math.exp(random.nextDouble(-90, 90));
              default -> random.nextGaussian();
            };
      }
    }
    return rows;
  }

  /**
   * Replaces one row, or takes it out: the integers move by no more than is claimed.
   *
   * @return the largest share of the claim that was reached when a row was replaced
   */
  public static double assertClaimHolds(
      ClippedSum<VectorBlock> sum, SplittableRandom random, double[][] rows) {
    BigInteger replace = sum.squaredSensitivity(PrivacyUnit.row(Neighbours.REPLACE));
    BigInteger addRemove = sum.squaredSensitivity(PrivacyUnit.row(Neighbours.ADD_REMOVE));
    long[] before = totals(sum, rows);
    int place = random.nextInt(rows.length);
    double[][] without = new double[rows.length - 1][];
    Arrays.setAll(without, i -> rows[i < place ? i : i + 1]);
    BigInteger removed = squaredChange(before, totals(sum, without));
    assertTrue(removed.compareTo(addRemove) <= 0, () -> "removed: " + removed);
    double most = 0;
    for (Function<double[], double[]> change : CHANGES) {
      double[][] other = rows.clone();
      other[place] = change.apply(rows[place]);
      BigInteger replaced = squaredChange(before, totals(sum, other));
      assertTrue(replaced.compareTo(replace) <= 0, () -> "replaced: " + replaced);
      most = Math.max(most, replaced.doubleValue() / replace.doubleValue());
    }
    return most;
  }

  /** However rows are split into blocks, and in whatever order these are added. */
  public static void assertSplitDoesNotMatter(
      ClippedSum<VectorBlock> sum, SplittableRandom random, double[][] rows) {
    long[] expected = totals(sum, rows);
    for (int k = 0; k < 4; k++) {
      long[] totals = new long[sum.size()];
      int from = 0;
      while (from < rows.length) {
        int to = Math.min(rows.length, from + 1 + random.nextInt(rows.length));
        sum.add(EncodedBlocks.of(Arrays.copyOfRange(rows, from, to)), totals);
        from = to;
      }
      assertArrayEquals(expected, totals);
    }
  }
}
