package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Arrays;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;

/** Noisy or expected counts of the rows around a norm; in one dimension, of both sides in turn. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record TailHistogram(double safe, double[] edges, double[] values, double deviation) {
  public static final int PER_OCTAVE = 3;
  private static final int BELOW = 6;
  private static final int ABOVE = 6;

  public static double[] edges(double safe) {
    double[] edges = new double[PER_OCTAVE * (BELOW + ABOVE)];
    for (int k = 0; k < edges.length; k++) {
      int above = k - PER_OCTAVE * BELOW;
      double part = (double) Math.floorMod(above, PER_OCTAVE) / PER_OCTAVE;
      int octave = Math.floorDiv(above, PER_OCTAVE);
      edges[k] = safe * Math.scalb(StrictMath.pow(2, part), octave);
    }
    return edges;
  }

  public int sides() {
    return values.length / edges.length;
  }

  public double[] side(int side) {
    return Arrays.copyOfRange(values, side * edges.length, (side + 1) * edges.length);
  }

  /** True if more rows are beyond the last edge than noise would show. */
  public boolean showsFarRows() {
    double beyond = 0;
    for (int side = 1; side <= sides(); side++) {
      beyond += values[side * edges.length - 1];
    }
    return beyond > RecentredPlan.FAR_HEARD * deviation * Math.sqrt(sides());
  }

  /**
   * Counts of rows by the cell of a public grid that contains the norm of their view; in one
   * dimension those of the negative side follow. Cell k lies between edge k, excluded, and edge k +
   * 1; the last is open, and shorter rows are in none.
   *
   * <p><b>Sensitivity.</b> A row adds 1, or its weight, to at most one cell: one partition.
   *
   * @param perOctave number of edges from one to its double
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record TailCounts(CentredTransform view, double[] edges, int perOctave)
      implements ClippedSum<VectorBlock> {
    private boolean isSigned() {
      return view.size() == 1;
    }

    @Override
    public int size() {
      return isSigned() ? 2 * edges.length : edges.length;
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
      double[] squares = Arrays.stream(edges).map(edge -> edge * edge).toArray();
      double inverse = 1 / edges[0];
      double[] norms = view.squaredNorms(block);
      for (int i = 0; i < norms.length; i++) {
        if (norms[i] > squares[0]) {
          int cell = cell(norms[i], squares, inverse);
          boolean negative = isSigned() && view.valueAt(block, 0, i) < 0;
          totals[negative ? edges.length + cell : cell] += block.weight(i);
        }
      }
    }

    /** Returns the last cell whose lower edge is below the norm, from the octave of that on. */
    private int cell(double square, double[] squares, double inverse) {
      double ratio = Math.sqrt(square) * inverse;
      int last = squares.length - 1;
      int cell = Math.min(last, perOctave * Math.max(0, Math.getExponent(ratio)));
      while (cell > 0 && !(square > squares[cell])) {
        cell--;
      }
      while (cell < last && square > squares[cell + 1]) {
        cell++;
      }
      return cell;
    }
  }
}
