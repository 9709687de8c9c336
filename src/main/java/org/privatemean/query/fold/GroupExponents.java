package org.privatemean.query.fold;

import java.math.BigInteger;
import java.util.stream.IntStream;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.rows.group.SlotTotals;

/**
 * Counts, for each of some coordinates, of the rows of each slot by the octave of its absolute
 * value: {@link OctaveCounts} over groups.
 *
 * <p><b>Sensitivity.</b> A row adds 1 to one cell of each of these coordinates: one partition per
 * coordinate.
 */
public final class GroupExponents implements GroupQuery {
  private static final long serialVersionUID = 1L;

  private final GroupTransform frame;
  private final Slots slots;

  /** The counted coordinates. */
  private final int[] columns;

  /** Values of group g from {@code g * columns.length} on; null if all are 0. */
  private final double[] least;

  /** Counts all coordinates of the rows in a frame. */
  public GroupExponents(GroupTransform frame, Slots slots) {
    this(frame, slots, IntStream.range(0, frame.dimension()).toArray(), null);
  }

  /**
   * Counts some coordinates of the rows in a frame.
   *
   * @param columns their indices; public or released
   * @param least smallest values of a group that do not count as 0: one for each of these
   *     coordinates, of all groups, one after the other; released. Null for none
   */
  public GroupExponents(GroupTransform frame, Slots slots, int[] columns, double[] least) {
    this.frame = frame;
    this.slots = slots;
    this.columns = columns;
    this.least = least;
  }

  @Override
  public int slots() {
    return slots.count();
  }

  @Override
  public int width() {
    return Math.multiplyExact(columns.length, OctaveCounts.CELLS);
  }

  @Override
  public GroupLedger.GroupQueryKind kind() {
    return GroupLedger.GroupQueryKind.HISTOGRAM;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfPartitions(columns.length);
  }

  @Override
  public void add(GroupBlock block, SlotTotals totals) {
    double[] seen = new double[frame.dimension()];
    for (int i = 0; i < block.rows(); i++) {
      int group = block.group(i);
      int slot = slots.of(group);
      if (slot >= 0) {
        int at = totals.groupAt(slot);
        long[] values = totals.values();
        frame.see(block, i, seen);
        for (int k = 0; k < columns.length; k++) {
          double value = seen[columns[k]];
          boolean counts = least == null || Math.abs(value) >= least[group * columns.length + k];
          int cell = OctaveCounts.cell(counts ? value : 0);
          values[at + k * OctaveCounts.CELLS + cell] += block.weight(i);
        }
      }
    }
  }
}
