package org.privatemean.query.fold;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.rows.group.SlotTotals;

/**
 * Sum of the amounts by which clipping reduces the norms of the rows of each slot, in units of
 * their group's clipping norm C: {@code min(max(|v| - C, 0), most C)} in steps of {@code most C /
 * 2^20}, rounded up.
 *
 * <p><b>Sensitivity.</b> Each term is an integer from 0 to 2^20, so the sum changes by at most
 * 2^20.
 */
public final class GroupExcess implements GroupQuery {
  private static final long serialVersionUID = 1L;

  /** Number of steps of the largest term. */
  public static final long MOST = 1L << 20;

  private final GroupTransform frame;
  private final Slots slots;
  private final double[] norms;
  private final double most;

  /**
   * Creates the sum.
   *
   * @param norms the clipping norm of each group, positive
   * @param most upper limit of the amount per row, in clipping norms
   */
  public GroupExcess(GroupTransform frame, Slots slots, double[] norms, double most) {
    this.frame = frame;
    this.slots = slots;
    this.norms = norms;
    this.most = most;
  }

  @Override
  public int slots() {
    return slots.count();
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public GroupLedger.GroupQueryKind kind() {
    return GroupLedger.GroupQueryKind.COUNT;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfInterval(MOST);
  }

  @Override
  public void add(GroupBlock block, SlotTotals totals) {
    double[] lengths = frame.norms(block);
    for (int i = 0; i < lengths.length; i++) {
      int slot = slots.of(block.group(i));
      double norm = norms[block.group(i)];
      // NaN is not longer than C.
      if (slot >= 0 && lengths[i] > norm) {
        double share = Math.min(1, (lengths[i] - norm) / (most * norm));
        int at = totals.groupAt(slot);
        totals.values()[at] += block.weight(i) * (long) Math.ceil(share * MOST);
      }
    }
  }
}
