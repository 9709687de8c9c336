package org.privatemean.query.block;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;

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

  /** Subnormals and zero have the exponent below all others: the first cell. */
  private static int cell(double value) {
    return Math.max(0, Math.min(CELLS - 1, Math.getExponent(value) - LOWEST));
  }
}
