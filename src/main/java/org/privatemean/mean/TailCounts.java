package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;

/**
 * Counts of rows by the cell of a public grid that contains the norm of their view; in one
 * dimension those of the negative side follow. Cell k lies between edge k, excluded, and edge k +
 * 1; the last is open, and shorter rows are in none.
 *
 * <p><b>Sensitivity.</b> A row adds 1, or its weight, to at most one cell: one partition.
 */
final class TailCounts implements ClippedSum<VectorBlock> {
  private static final long serialVersionUID = 1L;

  private final CentredTransform view;
  private final double[] squares;
  private final double inverse;
  private final int perOctave;

  /** Creates counts; {@code perOctave} is the number of edges from one to its double. */
  public TailCounts(CentredTransform view, double[] edges, int perOctave) {
    this.view = view;
    this.perOctave = perOctave;
    this.squares = new double[edges.length];
    for (int k = 0; k < edges.length; k++) {
      squares[k] = edges[k] * edges[k];
    }
    this.inverse = 1 / edges[0];
  }

  private boolean isSigned() {
    return view.size() == 1;
  }

  private int cells() {
    return squares.length;
  }

  @Override
  public int size() {
    return isSigned() ? 2 * cells() : cells();
  }

  @Override
  public long norm() {
    return 1;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfPartitions(1);
  }

  @Override
  public void add(VectorBlock block, long[] totals) {
    double[] norms = view.squaredNorms(block);
    for (int i = 0; i < norms.length; i++) {
      if (norms[i] > squares[0]) {
        int cell = cell(norms[i]);
        boolean negative = isSigned() && view.valueAt(block, 0, i) < 0;
        totals[negative ? cells() + cell : cell] += block.weight(i);
      }
    }
  }

  /** Returns the last cell whose lower edge is below the norm, from the octave of that on. */
  private int cell(double square) {
    double ratio = Math.sqrt(square) * inverse;
    int cell = Math.min(cells() - 1, perOctave * Math.max(0, Math.getExponent(ratio)));
    while (cell > 0 && !(square > squares[cell])) {
      cell--;
    }
    while (cell < cells() - 1 && square > squares[cell + 1]) {
      cell++;
    }
    return cell;
  }
}
