package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
import org.privatemean.rows.group.GroupedBlocks.SlotFold;
import org.privatemean.rows.group.SlotTotals;

/** Query for a vector of integers per slot, with its sensitivity. */
@Internal
public abstract class GroupQuery implements SlotFold<GroupBlock> {
  private static final long serialVersionUID = 1L;

  private final GroupQueryKind kind;
  private final Slots slots;
  private final int width;

  private final GroupTransform normed;

  public GroupQuery(GroupQueryKind kind, Slots slots, int width, GroupTransform normed) {
    this.kind = kind;
    this.slots = slots;
    this.width = width;
    this.normed = normed;
  }

  public final GroupQueryKind kind() {
    return kind;
  }

  /**
   * Returns the square of the l2 sensitivity of the vectors of all slots together, to a row that is
   * added, removed or replaced within its group.
   */
  public abstract BigInteger squaredSensitivity(PrivacyUnit unit);

  @Override
  public final int slots() {
    return slots.count();
  }

  @Override
  public final int width() {
    return width;
  }

  @Override
  public final void add(GroupBlock block, SlotTotals totals) {
    double[] norms = normed == null ? null : normed.norms(block);
    double[] buffer = new double[block.columns()];
    for (int i = 0; i < block.rows(); ) {
      int end = block.endOfGroup(i);
      int slot = slots.of(block.group(i));
      if (slot >= 0) {
        int at = totals.groupAt(slot);
        add(block, norms, i, end, buffer, totals.values(), at);
      }
      i = end;
    }
  }

  /**
   * Adds the rows of one group to the totals of its slot, which start at {@code at}; the buffer is
   * for a row's coordinates.
   */
  protected abstract void add(
      GroupBlock block, double[] norms, int from, int to, double[] buffer, long[] totals, int at);
}
