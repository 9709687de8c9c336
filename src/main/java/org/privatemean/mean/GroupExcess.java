package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;

/**
 * Sum of the amounts by which clipping reduces the norms of the rows of each slot, {@code
 * min(max(|v| - C, 0), most C)}, C their group's norm, in steps of {@code most C / 2^20}, rounded
 * up.
 *
 * <p><b>Sensitivity.</b> Each term is an integer from 0 to 2^20, so a row changes its sum by at
 * most 2^20.
 */
final class GroupExcess extends GroupQuery {
  private static final long serialVersionUID = 1L;

  public static final long MOST = 1L << 20;

  private final double[] norms;
  private final double most;

  public GroupExcess(GroupTransform frame, Slots slots, double[] norms, double most) {
    super(GroupQueryKind.COUNT, slots, 1, frame);
    this.norms = norms;
    this.most = most;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfInterval(MOST);
  }

  @Override
  protected void add(
      GroupBlock block,
      double[] lengths,
      int from,
      int to,
      double[] buffer,
      long[] totals,
      int at) {
    double norm = norms[block.group(from)];
    for (int i = from; i < to; i++) {
      // NaN is not longer than C.
      if (lengths[i] > norm) {
        double share = Math.min(1, (lengths[i] - norm) / (most * norm));
        totals[at] += block.weight(i) * (long) Math.ceil(share * MOST);
      }
    }
  }
}
