package org.privatemean.mean;

import java.io.NotSerializableException;
import java.math.BigInteger;
import java.util.Arrays;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;

/**
 * Totals of a {@link CellFold} over all rows: exact functions of private data, held in this process
 * alone, while noise steps request counts and sums. Proofs: {@code recentred-mean}, "On a sample".
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record CellTotals(CellGrid grid, int dimension, long[] totals)
    implements Block, Blocks<CellTotals> {
  private static final int SHIFT = 20;

  /** Covers the rounding errors of {@link CellFold} and the few roundings of a bound. */
  private static final double SLACK = 1e-9;

  private static final int EXCESS_ROUNDING = 3;
  private static final int WITHOUT = -1;

  long count(int cell) {
    return totals[CellGrid.COUNTS + cell];
  }

  /** Returns the number of rows of an octave beyond the last norm. */
  long octave(int octave) {
    return totals[octave];
  }

  /** Returns M_k, the length of norm k in steps of {@code g 2^-20}. */
  long multiple(int k) {
    return (long) Math.floor(CellFold.UNIT * grid.ratio(k));
  }

  /** Returns the sum of all views clipped at norm k of the grid. */
  public WideSum clipped(int k) {
    return between(WITHOUT, k);
  }

  /**
   * Returns the difference between the sums clipped at norm k and at norm i below it.
   *
   * <p><b>Sensitivity.</b> That of one summand per row, in steps of {@code g 2^-40}, of a norm of
   * at most the R of the page.
   */
  public WideSum between(int i, int k) {
    return new WideSum(
        grid.norm(0) / CellFold.UNIT / CellFold.UNIT,
        unit -> unit.squaredSensitivityOfSum(largest(i, k)),
        () -> difference(i, k));
  }

  private long largest(int i, int k) {
    double root = Math.sqrt(dimension);
    double upper = grid.ratio(k);
    double lower = i == WITHOUT ? 0 : grid.ratio(i);
    double length = upper - lower + SLACK * (upper + lower);
    double floors = i == WITHOUT ? 0 : CellFold.UNIT;
    double bound = CellFold.UNIT * (CellFold.UNIT * length + root * (0.5 + lower)) + floors;
    return (long) Math.ceil(bound * (1 + SLACK));
  }

  private BigInteger[] difference(int i, int k) {
    BigInteger[] sum = vector(k);
    if (i != WITHOUT) {
      BigInteger[] less = vector(i);
      Arrays.setAll(sum, j -> sum[j].subtract(less[j]));
    }
    return sum;
  }

  private BigInteger[] vector(int k) {
    BigInteger multiple = BigInteger.valueOf(multiple(k));
    BigInteger[] sum = new BigInteger[dimension];
    long[] vectors = new long[dimension];
    long[] directions = new long[dimension];
    for (int cell = 0; cell < grid.clips(); cell++) {
      if (cell <= k) {
        add(grid.vectors(cell, dimension), vectors);
      }
      if (cell + 1 > k) {
        add(grid.directions(cell, dimension), directions);
      }
    }
    for (int j = 0; j < sum.length; j++) {
      sum[j] =
          BigInteger.valueOf(vectors[j])
              .shiftLeft(SHIFT)
              .add(multiple.multiply(BigInteger.valueOf(directions[j])));
    }
    return sum;
  }

  private void add(int first, long[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.addExact(sums[j], totals[first + j]);
    }
  }

  /**
   * Returns the sum of the amounts by which clipping to norm C of index k reduces the norms of rows
   * that were clipped to 2 C, {@code min(max(|v| - C, 0), C)}, in steps of {@code g 2^-20}.
   *
   * <p><b>Sensitivity.</b> A row adds from -1 to {@code M_k + 2}, rounding included, so the sum
   * changes by at most {@code M_k + 3}.
   */
  public WideSum excess(int k) {
    return new WideSum(
        grid.norm(0) / CellFold.UNIT,
        unit -> unit.squaredSensitivityOfInterval(multiple(k) + EXCESS_ROUNDING),
        () -> new BigInteger[] {BigInteger.valueOf(exactExcess(k))});
  }

  private long exactExcess(int k) {
    long norm = multiple(k);
    long total = 0;
    int twice = k + CellGrid.PER_OCTAVE;
    for (int cell = k + 1; cell <= grid.size(); cell++) {
      long most = Math.multiplyExact(count(cell), norm);
      long part = cell <= twice ? totals[grid.norms() + cell] - most : most;
      total = Math.addExact(total, part);
    }
    return total;
  }

  @Override
  public int rows() {
    throw new UnsupportedOperationException("the number of rows is private if it is not known");
  }

  @Override
  public byte[] toBytes() {
    throw new UnsupportedOperationException("exact totals do not leave the process");
  }

  @SuppressWarnings("unused") // Called by Java serialization.
  private Object writeReplace() throws NotSerializableException {
    throw new NotSerializableException("exact totals do not leave the process");
  }

  @Override
  public long[] fold(Fold<CellTotals> fold, String description) {
    long[] found = new long[fold.size()];
    fold.add(this, found);
    return found;
  }

  @Override
  public void close() {
    Arrays.fill(totals, 0);
  }

  /** Norm of a row, as an integer that depends on its cell, or on its octave beyond all cells. */
  record CellStatistic(boolean isOctave, int first, int last) implements RowStatistic<CellTotals> {
    /** Creates the index of the cell between two norms: 0 for rows of earlier cells. */
    public static CellStatistic between(int first, int last) {
      return new CellStatistic(false, first, last - first);
    }

    /** Creates the octave beyond the last norm for clipping: 0 within it, at most {@code last}. */
    public static CellStatistic farOctave(int last) {
      return new CellStatistic(true, 0, last);
    }

    @Override
    public Universe universe() {
      return new Universe(0, last);
    }

    @Override
    public void count(CellTotals block, long[] base, int shift, int bits, long[] counts) {
      CellGrid grid = block.grid;
      for (int cell = 0; cell < grid.size(); cell++) {
        int octave = cell < grid.clips() ? 0 : 1;
        add(isOctave ? octave : cell - first, block.count(cell), base[0], shift, bits, counts);
      }
      for (int octave = 0; octave < CellGrid.COUNTS; octave++) {
        int value = isOctave ? octave + 2 : grid.size() - first;
        add(value, block.octave(octave), base[0], shift, bits, counts);
      }
    }

    private void add(int value, long rows, long base, int shift, int bits, long[] counts) {
      // Unsigned: a value below the base has its high bits set and is left out.
      long offset = Math.max(0, Math.min(last + 1, value)) - base;
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)] += rows;
      }
    }
  }
}
