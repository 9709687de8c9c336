package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;

/** Sum of {@code clip(x - centre)} over lattice vectors; {@link ExactClipping}: sensitivity. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ShiftedSum(long[] centre, long norm) implements ClippedSum<LatticeBlock> {
  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfSum(norm);
  }

  @Override
  public int size() {
    return centre.length;
  }

  /**
   * Adds the differences of all rows by column, then exchanges long ones for their exact clipping.
   * Addition modulo 2^64 is exact, as {@code 2nB < 2^63} for the public bound B on coordinates.
   */
  @Override
  public void add(LatticeBlock block, long[] totals) {
    for (int j = 0; j < centre.length; j++) {
      totals[j] += block.sum(j) - block.rows() * centre[j];
    }
    double[] squares = block.squaredDistances(centre);
    long[] vector = new long[centre.length];
    for (int i = 0; i < block.rows(); i++) {
      if (!ExactClipping.certainlyWithin(squares[i], centre.length, norm)) {
        exchange(block, i, vector, totals);
      }
    }
  }

  private void exchange(LatticeBlock block, int i, long[] vector, long[] totals) {
    for (int j = 0; j < vector.length; j++) {
      vector[j] = block.valueAt(i, j) - centre[j];
      totals[j] -= vector[j];
    }
    ExactClipping.clip(vector, norm);
    for (int j = 0; j < vector.length; j++) {
      totals[j] += vector[j];
    }
  }
}
