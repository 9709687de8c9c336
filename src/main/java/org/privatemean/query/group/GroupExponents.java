package org.privatemean.query.group;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.query.block.OctaveCounts;
import org.privatemean.rows.group.SlotTotals;

/**
 * Counts, for every coordinate, the rows of each slot by the octave of its absolute value: {@link
 * OctaveCounts} over groups.
 *
 * <p><b>Sensitivity.</b> A row adds 1 to one cell of each coordinate: as many partitions.
 */
public final class GroupExponents implements GroupQuestion {
  private static final long serialVersionUID = 1L;

  private final GroupFrame frame;
  private final Slots slots;
  private final int dimension;

  /** Of the rows as a frame sees them. */
  public GroupExponents(GroupFrame frame, Slots slots) {
    this.frame = frame;
    this.slots = slots;
    this.dimension = frame.dimension();
  }

  @Override
  public int slots() {
    return slots.count();
  }

  @Override
  public int width() {
    return Math.multiplyExact(dimension, OctaveCounts.CELLS);
  }

  @Override
  public GroupLedger.Kind kind() {
    return GroupLedger.Kind.HISTOGRAM;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfPartitions(dimension);
  }

  @Override
  public void add(GroupBlock block, SlotTotals totals) {
    double[] seen = new double[dimension];
    for (int i = 0; i < block.rows(); i++) {
      int slot = slots.of(block.group(i));
      if (slot >= 0) {
        int at = totals.at(slot);
        long[] values = totals.values();
        frame.see(block, i, seen);
        for (int j = 0; j < dimension; j++) {
          int cell = Math.getExponent(seen[j]) - OctaveCounts.LOWEST;
          int within = Math.max(0, Math.min(OctaveCounts.CELLS - 1, cell));
          values[at + j * OctaveCounts.CELLS + within] += block.weight(i);
        }
      }
    }
  }
}
