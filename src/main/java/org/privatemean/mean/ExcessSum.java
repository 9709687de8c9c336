package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;

/**
 * Sum of the amounts by which clipping to norm C reduces the norms of the views: {@code min(max(|v|
 * - C, 0), C)} in steps of {@code C / 2^20}, rounded up: n times a bound on the effect of clipping
 * from 2 C.
 *
 * <p><b>Sensitivity.</b> Each term is an integer from 0 to 2^20: the sum changes by at most 2^20,
 * times the weight of a row.
 */
record ExcessSum(CentredTransform view, double clippingNorm) implements ClippedSum<VectorBlock> {
  /** Returns the length of a step, in the view's units. */
  public double step() {
    return clippingNorm / AnchoredSum.NORM;
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public long norm() {
    return AnchoredSum.NORM;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfInterval(AnchoredSum.NORM);
  }

  @Override
  public void add(VectorBlock block, long[] totals) {
    double square = clippingNorm * clippingNorm;
    double[] squares = view.squaredNorms(block);
    for (int i = 0; i < squares.length; i++) {
      // NaN is not longer than C; infinity is longer than 2 C.
      if (squares[i] > square) {
        double excess = Math.min(Math.sqrt(squares[i]) - clippingNorm, clippingNorm);
        double steps = Math.min(AnchoredSum.NORM, Math.max(0, Math.ceil(excess / step())));
        totals[0] += block.weight(i) * (long) steps;
      }
    }
  }
}
