package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.geometry.NormRange;
import org.privatemean.query.WideSum;
import org.privatemean.rows.RowPasses.RowFold;

/**
 * One pass over rows as they are read, with the counts of {@link OctaveCounts}. Rows are scaled as
 * by {@link NormRange#scale}, unless the sum of squares shows that they need not be.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record OctaveFold(double[] centre, NormRange range) implements RowFold {
  @Override
  public int size() {
    return Math.multiplyExact(centre.length, OctaveCounts.CELLS);
  }

  @Override
  public Adder start() {
    return new OctaveCounter();
  }

  /**
   * Returns the counts of some columns.
   *
   * <p><b>Sensitivity.</b> A row adds 1 to one cell of each column: one partition per column.
   */
  public static WideSum of(long[] totals, int[] columns) {
    BigInteger[] counts = new BigInteger[columns.length * OctaveCounts.CELLS];
    for (int i = 0; i < counts.length; i++) {
      int from = columns[i / OctaveCounts.CELLS] * OctaveCounts.CELLS;
      counts[i] = BigInteger.valueOf(totals[from + i % OctaveCounts.CELLS]);
    }
    return new WideSum(
        1, unit -> unit.squaredSensitivityOfPartitions(columns.length), () -> counts);
  }

  private final class OctaveCounter implements Adder {
    private final long[] totals = new long[size()];
    private long sparse;

    @Override
    public boolean addPlain(double[] row) {
      boolean isPlain = range.isPlain(row, row.length);
      if (isPlain) {
        count(row);
      }
      return isPlain;
    }

    @Override
    public boolean addSparse(int[] indices, double[] values, int count) {
      if (!range.isPlain(values, count)) {
        return false;
      }
      sparse++;
      for (int k = 0; k < count; k++) {
        totals[cell(0, indices[k])]--;
        totals[cell(values[k], indices[k])]++;
      }
      return true;
    }

    @Override
    public void add(double[] row) {
      double[] scaled = new double[centre.length];
      range.scale(row, scaled);
      count(scaled);
    }

    private void count(double[] row) {
      for (int j = 0; j < row.length; j++) {
        totals[cell(row[j], j)]++;
      }
    }

    private int cell(double x, int j) {
      return j * OctaveCounts.CELLS + OctaveCounts.cell(x - centre[j]);
    }

    @Override
    public long[] totals() {
      for (int j = 0; sparse > 0 && j < centre.length; j++) {
        totals[cell(0, j)] += sparse;
      }
      return totals;
    }
  }
}
