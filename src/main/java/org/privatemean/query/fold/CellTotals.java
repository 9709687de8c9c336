package org.privatemean.query.fold;

import java.io.NotSerializableException;
import java.math.BigInteger;
import java.util.Arrays;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Fold;

/**
 * Totals of a {@link CellFold} over all rows: exact functions of private data. They are held in
 * this process while noise steps request counts and sums, and in no other form. The rest is
 * dropped.
 *
 * <p>The sum clipped at norm {@code e_k} is an integer vector, in steps of {@code g 2^-40}:
 *
 * <pre>  V_k = 2^20 sum of the vectors of cells up to k + M_k sum of the directions beyond,
 *   M_k = floor(2^20 e_k / g)</pre>
 */
public final class CellTotals implements Block, Blocks<CellTotals> {
  private static final long serialVersionUID = 1L;

  private static final int SHIFT = 20;
  private static final double SCALE = 0x1p20;

  private final CellGrid grid;
  private final CellLayout layout;
  private final long[] totals;

  CellTotals(CellGrid grid, int dimension, long[] totals) {
    this.grid = grid;
    this.layout = new CellLayout(grid, dimension);
    this.totals = totals;
  }

  /** Returns the norms. */
  public CellGrid grid() {
    return grid;
  }

  int dimension() {
    return layout.dimension();
  }

  /** Returns the number of rows in a cell. */
  long count(int cell) {
    return totals[layout.counts() + cell];
  }

  /**
   * Returns the sum of the norms of the rows of a cell other than the first, each rounded down to a
   * step.
   */
  long norms(int cell) {
    return totals[layout.norms() + cell];
  }

  /** Returns the number of rows of an octave beyond the last norm. */
  long octave(int octave) {
    return totals[octave];
  }

  /** Returns M_k. */
  long multiple(int k) {
    return (long) Math.floor(SCALE * grid.ratio(k));
  }

  /** Returns V_k. */
  BigInteger[] clipped(int k) {
    BigInteger multiple = BigInteger.valueOf(multiple(k));
    BigInteger[] sum = new BigInteger[dimension()];
    long[] vectors = new long[sum.length];
    long[] directions = new long[sum.length];
    for (int cell = 0; cell < grid.clips(); cell++) {
      if (cell <= k) {
        add(layout.vectors(cell), vectors);
      }
      if (cell + 1 > k) {
        add(layout.directions(cell), directions);
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
}
