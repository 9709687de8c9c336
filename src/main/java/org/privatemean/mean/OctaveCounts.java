package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.WideSum;
import org.privatemean.rows.RowPasses.RowFold;

/**
 * Counts of rows by the octave of {@code |x - c|}, for each of some coordinates. Cell k contains
 * the rows with {@code e_k <= |x - c| < 2 e_k}, {@code e_k = 17/16 2^(k + LOWEST)}, so that the
 * ones of a 0/1 column are known to be below 17/16. The ends contain all values beyond them.
 *
 * <p><b>Sensitivity.</b> A row adds 1, or its weight, to one cell of each of k coordinates.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record OctaveCounts(CentredTransform view, int[] columns) implements ClippedSum<VectorBlock> {
  public static final int LOWEST = -120;

  /** Number of cells of a coordinate: exponents from {@link #LOWEST} to 120. */
  public static final int CELLS = 241;

  /** Ratio of the lower edge of a cell to a power of two. */
  static final double EDGE = 17.0 / 16;

  private static final double INVERSE_EDGE = 16.0 / 17;

  public OctaveCounts(double[] centre) {
    this(centre, IntStream.range(0, centre.length).toArray());
  }

  /** Counts some coordinates of the rows around a centre, ascending; public or released. */
  public OctaveCounts(double[] centre, int[] columns) {
    this(new CentredTransform(centre), columns);
  }

  /** Returns the lower edge of a cell. The edge of the next cell is twice as large. */
  public static double edge(int cell) {
    return Math.scalb(EDGE, cell + LOWEST);
  }

  @Override
  public int size() {
    return Math.multiplyExact(columns.length, CELLS);
  }

  @Override
  public long norm() {
    return (long) Math.ceil(Math.sqrt(columns.length));
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfPartitions(columns.length);
  }

  @Override
  public void add(VectorBlock block, long[] totals) {
    if (block.isSparse()) {
      addSparse(block, totals);
      return;
    }
    double[] values = new double[block.rows()];
    for (int slot = 0; slot < columns.length; slot++) {
      view.coordinate(block, columns[slot], 0, values.length, values);
      int first = slot * CELLS;
      if (block.isWeighted()) {
        for (int i = 0; i < values.length; i++) {
          totals[first + cell(values[i])] += block.weight(i);
        }
        continue;
      }
      for (double value : values) {
        totals[first + cell(value)]++;
      }
    }
  }

  /** Counts all rows as zeros, then corrects for the stored coordinates. */
  private void addSparse(VectorBlock block, long[] totals) {
    long rows = 0;
    for (int i = 0; i < block.rows(); i++) {
      rows += block.weight(i);
    }
    int[] slots = new int[view.size()];
    Arrays.fill(slots, -1);
    for (int slot = 0; slot < columns.length; slot++) {
      slots[columns[slot]] = slot;
      totals[cellOf(slot, 0)] += rows;
    }
    SparseRows sparse = block.sparse();
    for (int i = 0; i < block.rows(); i++) {
      for (int k = sparse.start(i); k < sparse.start(i + 1); k++) {
        int slot = slots[sparse.indices()[k]];
        if (slot >= 0) {
          totals[cellOf(slot, 0)] -= block.weight(i);
          totals[cellOf(slot, sparse.values()[k])] += block.weight(i);
        }
      }
    }
  }

  private int cellOf(int slot, double x) {
    return slot * CELLS + cell(view.of(columns[slot], x));
  }

  /** Returns the cell of a difference; subnormals and zero belong to the first. */
  public static int cell(double difference) {
    int octave = Math.getExponent(difference * INVERSE_EDGE);
    return Math.max(0, Math.min(CELLS - 1, octave - LOWEST));
  }

  /**
   * One pass over rows as they are read, with the counts of {@link OctaveCounts}. Rows are scaled
   * as by {@link NormRange#scale}, unless the sum of squares shows that they need not be.
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
}
