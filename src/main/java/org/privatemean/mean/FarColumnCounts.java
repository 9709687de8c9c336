package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Arrays;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;

/**
 * Counts of rows by the octave of their largest distance to 0 in any column, from an edge on, and
 * by the first column in which it is in that octave. Nearer rows are in no cell; the last octave is
 * open.
 *
 * <p><b>Sensitivity.</b> A row adds 1, or its weight, to at most one cell, however many columns
 * there are: one partition.
 */
record FarColumnCounts(CentredTransform view, double edge) implements ClippedSum<VectorBlock> {
  static final int OCTAVES = 40;

  @Override
  public int size() {
    return view.size() * OCTAVES;
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
    VectorBlock full = block.full();
    int rows = full.rows();
    double[] values = new double[rows];
    int[] cells = new int[rows];
    int[] farthest = new int[rows];
    Arrays.fill(farthest, -1);
    for (int j = 0; j < view.size(); j++) {
      view.coordinate(full, j, 0, rows, values);
      for (int i = 0; i < rows; i++) {
        int octave = Math.min(OCTAVES - 1, Math.getExponent(Math.abs(values[i]) / edge));
        if (octave > farthest[i]) {
          farthest[i] = octave;
          cells[i] = j * OCTAVES + octave;
        }
      }
    }
    for (int i = 0; i < rows; i++) {
      totals[cells[i]] += farthest[i] < 0 ? 0 : full.weight(i);
    }
  }

  /** Returns the counts of a column that exceed a number; the others are 0. */
  double[] seen(double[] counts, int column, double least) {
    double[] seen = Arrays.copyOfRange(counts, column * OCTAVES, (column + 1) * OCTAVES);
    Arrays.setAll(seen, k -> seen[k] > least ? seen[k] : 0);
    return seen;
  }

  /** The end of the last of such counts that is not 0; 0 if there is none. */
  double end(double[] seen) {
    int last = seen.length - 1;
    while (last >= 0 && seen[last] == 0) {
      last--;
    }
    return last < 0 ? 0 : Math.scalb(edge, last + 1);
  }

  /** The sum of the squares of the values that such counts are of. */
  double square(double[] seen) {
    double sum = 0;
    for (int k = 0; k < seen.length; k++) {
      double middle = 1.5 * Math.scalb(edge, k);
      sum += seen[k] * middle * middle;
    }
    return sum;
  }
}
