package org.privatemean.mean;

import java.math.BigInteger;
import java.util.stream.IntStream;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;

/** Number of rows of each group, or the sum of their weights. */
final class GroupCounts extends GroupQuery {
  private static final long serialVersionUID = 1L;

  public GroupCounts(int groups) {
    super(
        GroupQueryKind.ROW_COUNT,
        Slots.each(groups, IntStream.range(0, groups).toArray()),
        1,
        null);
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfRowCount();
  }

  @Override
  protected void add(
      GroupBlock block, double[] norms, int from, int to, double[] buffer, long[] totals, int at) {
    for (int i = from; i < to; i++) {
      totals[at] += block.weight(i);
    }
  }
}
