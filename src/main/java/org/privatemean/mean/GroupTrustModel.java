package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
import org.privatemean.rows.group.GroupedBlocks.SlotFold;
import org.privatemean.rows.group.GroupedBlocks.SlotTotals;

/**
 * Curator of groups, who charges the ledger, then adds noise to exact totals. Answers are noisy
 * numbers of rows or of lattice steps; if rows have weights, in units of the largest.
 */
@Internal
public interface GroupTrustModel {
  GroupLedger ledger();

  /** Sets the released number of rows of each group, so that work can be distributed evenly. */
  void setSizes(double[] counts);

  /**
   * Answers a query with a slot for each of some groups, at prices of their own; {@code width}
   * entries a group.
   */
  double[] own(String step, GroupQuery question, int[] groups, double[] prices);

  /**
   * Answers a query for many groups together, or classes of them, at a price that all groups pay;
   * {@code width} entries a slot.
   */
  double[] pooledSum(String step, GroupQuery question, double price);

  /** Computes exact numbers of rows by the cells of a grid in one pass; releases nothing. */
  ExactCounts counts(String description, GroupQuery question);

  /** Exact numbers of rows that are not released; only paid noisy counts are. */
  interface ExactCounts {
    /** Returns the noisy number of rows of some slots from a cell on, each paid by its group. */
    double[] above(String step, int[] groups, int[] slots, int[] first, double price);

    /**
     * Searches in every slot, at a price that all groups pay, for the smallest cell such that the
     * noisy number of rows above it is at most a given one.
     */
    int[] search(String step, double[] most, double price);

    /** Runs the same search in the slots of some groups, in their order, which pay for it. */
    int[] search(String step, int[] groups, double[] most, double price);
  }

  /** Query for a vector of integers per slot, with its sensitivity. */
  abstract class GroupQuery implements SlotFold<GroupBlock> {
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

    /** Returns the squared l2 sensitivity of all slots to a row that changes in its group. */
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
      double[] norms = normed == null ? null : normed.norms(block, slots);
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

    /** Adds rows of one group to its slot's totals, from {@code at} on; the buffer is for a row. */
    protected abstract void add(
        GroupBlock block, double[] norms, int from, int to, double[] buffer, long[] totals, int at);
  }
}
