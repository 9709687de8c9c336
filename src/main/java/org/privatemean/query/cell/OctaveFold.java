package org.privatemean.query.cell;

import java.math.BigInteger;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.WideSum;
import org.privatemean.query.block.OctaveCounts;
import org.privatemean.rows.RowFold;

/**
 * One pass over rows as they are read that counts what {@link OctaveCounts} counts of held ones:
 * the rows by the octave of {@code |x - c|}, for every coordinate.
 *
 * <p>Rows are scaled into the range of norms as {@link NormRange#scale} does; that a row is finite
 * and needs no scaling is seen from the sum of its squares.
 */
public final class OctaveFold implements RowFold {
  private static final long serialVersionUID = 1L;

  private final double[] centre;
  private final NormRange range;

  /** Rows of a smaller square are finite, and within the range whatever was rounded. */
  private final double plain;

  /**
   * A pass.
   *
   * @param centre what is subtracted, in data units; released
   * @param range rows are scaled into
   */
  public OctaveFold(double[] centre, NormRange range) {
    this.centre = centre.clone();
    this.range = range;
    double norm = range.high() * (1 - 1e-6);
    this.plain = norm * norm;
  }

  @Override
  public int size() {
    return Math.multiplyExact(centre.length, OctaveCounts.CELLS);
  }

  @Override
  public Adder start() {
    return new OctaveCounter();
  }

  /**
   * The counts of some columns.
   *
   * <p><b>Sensitivity.</b> A row adds 1 to one cell of each: as many partitions.
   *
   * @param totals what the pass gave
   * @param columns which, public or released
   */
  public static WideSum of(long[] totals, int[] columns) {
    return new ColumnTotals(totals, columns.clone());
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record ColumnTotals(long[] totals, int[] columns) implements WideSum {
    @Override
    public int size() {
      return columns.length * OctaveCounts.CELLS;
    }

    @Override
    public BigInteger squaredSensitivity(PrivacyUnit unit) {
      return unit.squaredSensitivityOfPartitions(columns.length);
    }

    @Override
    public BigInteger[] total() {
      BigInteger[] total = new BigInteger[size()];
      for (int i = 0; i < total.length; i++) {
        int from = columns[i / OctaveCounts.CELLS] * OctaveCounts.CELLS;
        total[i] = BigInteger.valueOf(totals[from + i % OctaveCounts.CELLS]);
      }
      return total;
    }
  }

  private final class OctaveCounter implements Adder {
    private final long[] totals = new long[size()];

    /** Rows that were added by their coordinates that are not 0. */
    private long sparse;

    @Override
    public boolean addPlain(double[] row) {
      double square = 0;
      for (double x : row) {
        square += x * x;
      }
      // Not so for NaN.
      if (square < plain) {
        count(row);
        return true;
      }
      return false;
    }

    @Override
    public boolean addSparse(int[] indices, double[] values, int count) {
      double square = 0;
      for (int k = 0; k < count; k++) {
        square += values[k] * values[k];
      }
      // Not so for NaN.
      if (!(square < plain)) {
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
