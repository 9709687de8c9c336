package org.privatemean.query.fold;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.rows.group.SlotTotals;

/**
 * Counts of the rows of each slot by the cell of their norm, on a grid per group: cell k contains
 * the norms from {@code low 2^(k / perOctave)} to below the next edge. Shorter rows are in the
 * first cell; longer ones are in the last or in none.
 *
 * <p><b>Sensitivity.</b> A row adds 1 to at most one cell: one partition.
 */
public final class GroupCells implements GroupQuery {
  private static final long serialVersionUID = 1L;

  private final GroupTransform frame;
  private final Slots slots;

  /** Inverse of the first edge of each group, or one value for all groups. */
  private final double[] inverses;

  private final int perOctave;

  /** Number of cells of each group, or one value for all groups. */
  private final int[] cells;

  private final int width;
  private final boolean lastIsOpen;

  /** Index at which each cell is counted, or -1; null if each cell is counted at its index. */
  private final int[] places;

  /** The edges from 1 on within an octave. */
  private final double[] edges;

  private GroupCells(
      GroupTransform frame,
      Slots slots,
      double[] lows,
      int perOctave,
      int[] cells,
      boolean lastIsOpen,
      int[] places) {
    this.frame = frame;
    this.slots = slots;
    this.inverses = new double[lows.length];
    for (int g = 0; g < lows.length; g++) {
      inverses[g] = 1 / lows[g];
    }
    this.perOctave = perOctave;
    this.cells = cells;
    int most = 0;
    for (int each : cells) {
      most = Math.max(most, each);
    }
    this.lastIsOpen = lastIsOpen;
    this.places = places;
    int counted = 0;
    for (int k = 0; places != null && k < places.length; k++) {
      counted = Math.max(counted, places[k] + 1);
    }
    this.width = places == null ? most : counted;
    this.edges = new double[perOctave];
    for (int k = 0; k < perOctave; k++) {
      edges[k] = StrictMath.pow(2, (double) k / perOctave);
    }
  }

  /**
   * Creates counts in which rows beyond the last cell are in no cell.
   *
   * @param lows the first edge of each group, or one for all; positive
   * @param perOctave number of cells per octave
   * @param cells number of cells of each group, or one for all
   */
  public static GroupCells create(
      GroupTransform frame, Slots slots, double[] lows, int perOctave, int... cells) {
    return new GroupCells(frame, slots, lows, perOctave, cells, false, null);
  }

  /**
   * Creates counts in which rows beyond the last cell are in the last cell, otherwise as {@link
   * #create}.
   */
  public static GroupCells open(
      GroupTransform frame, Slots slots, double[] lows, int perOctave, int... cells) {
    return new GroupCells(frame, slots, lows, perOctave, cells, true, null);
  }

  /**
   * Creates counts of some octaves: cell k contains the norms from {@code low 2^k} on.
   *
   * @param low the first edge, for all groups
   * @param places index at which each cell is counted, or -1: in the order of the cells
   */
  public static GroupCells octaves(GroupTransform frame, Slots slots, double low, int[] places) {
    return new GroupCells(
        frame, slots, new double[] {low}, 1, new int[] {places.length}, false, places.clone());
  }

  @Override
  public int slots() {
    return slots.count();
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public GroupLedger.GroupQueryKind kind() {
    return GroupLedger.GroupQueryKind.HISTOGRAM;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfPartitions(1);
  }

  @Override
  public void add(GroupBlock block, SlotTotals totals) {
    double[] norms = frame.norms(block);
    for (int i = 0; i < norms.length; ) {
      int end = block.endOfGroup(i);
      int group = block.group(i);
      int slot = slots.of(group);
      if (slot >= 0) {
        int at = totals.groupAt(slot);
        long[] values = totals.values();
        double inverse = inverses[inverses.length == 1 ? 0 : group];
        int count = cells[cells.length == 1 ? 0 : group];
        for (int k = i; k < end; k++) {
          int cell = place(cell(norms[k] * inverse, count));
          if (cell >= 0) {
            values[at + cell] += block.weight(k);
          }
        }
      }
      i = end;
    }
  }

  private int place(int cell) {
    return cell < 0 || places == null ? cell : places[cell];
  }

  /**
   * Returns the cell of a norm in units of the first edge, or -1. That of NaN is beyond all others.
   */
  private int cell(double ratio, int count) {
    if (ratio < 1) {
      return 0;
    }
    int octave = Math.getExponent(ratio);
    double mantissa = Math.scalb(ratio, -octave);
    int within = perOctave - 1;
    while (within > 0 && mantissa < edges[within]) {
      within--;
    }
    long cell = (long) octave * perOctave + within;
    return cell < count ? (int) cell : lastIsOpen ? count - 1 : -1;
  }
}
