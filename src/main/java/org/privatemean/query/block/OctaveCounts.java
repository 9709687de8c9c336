package org.privatemean.query.block;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.sparse.SparseRows;

/**
 * Counts, for every coordinate of the centred rows, the rows by the octave of its absolute value:
 * one question that shows all units at once.
 *
 * <p>Cell k of a coordinate holds the rows with {@code 2^(k + LOWEST) <= |x - c| < 2^(k + 1 +
 * LOWEST)}. Values below the first cell, zeros among them, count to the first and those beyond the
 * last to the last.
 *
 * <p><b>Sensitivity.</b> A row adds 1 to one cell of each coordinate, so replacing it moves at most
 * two cells of each by 1, and adding or removing it one. A row of weight w adds w in place of 1.
 */
public final class OctaveCounts implements ClippedSum<VectorBlock> {
  /** The exponent of the first cell. */
  public static final int LOWEST = -120;

  /** Cells of a coordinate: exponents from {@link #LOWEST} to 120. */
  public static final int CELLS = 241;

  private static final long serialVersionUID = 1L;

  private final CentredView view;

  /** Of the rows around a centre. */
  public OctaveCounts(double[] centre) {
    this.view = new CentredView(centre);
  }

  @Override
  public int size() {
    return Math.multiplyExact(view.size(), CELLS);
  }

  @Override
  public long norm() {
    return (long) Math.ceil(Math.sqrt(view.size()));
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfPartitions(view.size());
  }

  @Override
  public void add(VectorBlock block, long[] totals) {
    if (block.isSparse()) {
      addSparse(block, totals);
      return;
    }
    double[] values = new double[block.rows()];
    for (int j = 0; j < view.size(); j++) {
      view.coordinate(block, j, 0, values.length, values);
      int first = j * CELLS;
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

  /** All rows as if they were 0, and then what they have that is not. */
  private void addSparse(VectorBlock block, long[] totals) {
    long rows = 0;
    for (int i = 0; i < block.rows(); i++) {
      rows += block.weight(i);
    }
    for (int j = 0; j < view.size(); j++) {
      totals[cellOf(j, 0)] += rows;
    }
    SparseRows sparse = block.sparse();
    for (int i = 0; i < block.rows(); i++) {
      for (int k = sparse.start(i); k < sparse.start(i + 1); k++) {
        int j = sparse.indices()[k];
        totals[cellOf(j, 0)] -= block.weight(i);
        totals[cellOf(j, sparse.values()[k])] += block.weight(i);
      }
    }
  }

  private int cellOf(int j, double x) {
    return j * CELLS + cell(view.of(j, x));
  }

  /** Subnormals and zero have the exponent below all others: the first cell. */
  private static int cell(double value) {
    return Math.max(0, Math.min(CELLS - 1, Math.getExponent(value) - LOWEST));
  }
}
