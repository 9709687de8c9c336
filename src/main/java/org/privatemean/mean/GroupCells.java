package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Arrays;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;

/**
 * Counts of the rows of each slot by the cell of their norm, on a grid per group: cell k contains
 * the norms from {@code low 2^(k / perOctave)} on. Shorter rows are in the first cell; longer ones
 * are in the last or in none.
 *
 * <p><b>Sensitivity.</b> A row adds 1 to at most one cell: one partition.
 */
final class GroupCells extends GroupQuery {
  private static final long serialVersionUID = 1L;

  /** Inverse of the first edge of each group, or one value for all groups. */
  private final double[] inverses;

  private final int perOctave;

  /** Number of cells of each group, or one value for all groups. */
  private final int[] cells;

  private final boolean lastIsOpen;

  /** Index at which each cell is counted, or -1; null if each cell is counted at its index. */
  private final int[] places;

  private final double[] edges;

  private GroupCells(
      GroupTransform frame,
      Slots slots,
      double[] lows,
      int perOctave,
      int[] cells,
      boolean lastIsOpen,
      int[] places) {
    super(GroupQueryKind.HISTOGRAM, slots, width(cells, places), frame);
    this.inverses = Arrays.stream(lows).map(low -> 1 / low).toArray();
    this.perOctave = perOctave;
    this.cells = cells;
    this.lastIsOpen = lastIsOpen;
    this.places = places;
    this.edges = new double[perOctave];
    Arrays.setAll(edges, k -> StrictMath.pow(2, (double) k / perOctave));
  }

  private static int width(int[] cells, int[] places) {
    return places == null
        ? Arrays.stream(cells).max().orElse(0)
        : Arrays.stream(places).max().orElse(-1) + 1;
  }

  /** Creates counts without rows beyond the last cell; edges and sizes are per group or for all. */
  public static GroupCells create(
      GroupTransform frame, Slots slots, double[] lows, int perOctave, int... cells) {
    return new GroupCells(frame, slots, lows, perOctave, cells, false, null);
  }

  /** Creates counts as {@link #create} does, with longer rows in the last cell. */
  public static GroupCells open(
      GroupTransform frame, Slots slots, double[] lows, int perOctave, int... cells) {
    return new GroupCells(frame, slots, lows, perOctave, cells, true, null);
  }

  /** Creates counts of some octaves, ascending; number 0 begins at an edge. */
  public static GroupCells octaves(GroupTransform frame, Slots slots, double low, int[] counted) {
    int[] places = new int[counted[counted.length - 1] + 1];
    Arrays.fill(places, -1);
    for (int k = 0; k < counted.length; k++) {
      places[counted[k]] = k;
    }
    return new GroupCells(
        frame, slots, new double[] {low}, 1, new int[] {places.length}, false, places);
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfPartitions(1);
  }

  @Override
  protected void add(
      GroupBlock block, double[] norms, int from, int to, double[] buffer, long[] totals, int at) {
    int group = block.group(from);
    double inverse = inverses[inverses.length == 1 ? 0 : group];
    int count = cells[cells.length == 1 ? 0 : group];
    for (int i = from; i < to; i++) {
      int cell = cell(norms[i] * inverse, count);
      int place = cell < 0 || places == null ? cell : places[cell];
      if (place >= 0) {
        totals[at + place] += block.weight(i);
      }
    }
  }

  /** Returns the cell of a norm in units of the first edge, or -1; NaN is beyond all others. */
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
