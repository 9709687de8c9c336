package org.privatemean.query.fold;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.rows.group.SlotTotals;

/** Number of rows of each group, or the sum of their weights. */
public final class GroupCounts implements GroupQuery {
  private static final long serialVersionUID = 1L;

  private final int groups;

  /** Creates the counts of all groups. */
  public GroupCounts(int groups) {
    this.groups = groups;
  }

  @Override
  public int slots() {
    return groups;
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public GroupLedger.GroupQueryKind kind() {
    return GroupLedger.GroupQueryKind.ROW_COUNT;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfRowCount();
  }

  @Override
  public void add(GroupBlock block, SlotTotals totals) {
    for (int i = 0; i < block.rows(); ) {
      int end = block.endOfGroup(i);
      int at = totals.groupAt(block.group(i));
      long sum = 0;
      for (int k = i; k < end; k++) {
        sum += block.weight(k);
      }
      totals.values()[at] += sum;
      i = end;
    }
  }
}
