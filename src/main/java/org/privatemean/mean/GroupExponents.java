package org.privatemean.mean;

import java.math.BigInteger;
import java.util.stream.IntStream;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;

/**
 * Counts of the rows of each slot by the octave of some coordinates: {@link OctaveCounts} over
 * groups.
 *
 * <p><b>Sensitivity.</b> A row adds 1 to one cell of each coordinate: one partition per coordinate.
 */
final class GroupExponents extends GroupQuery {
  private static final long serialVersionUID = 1L;

  private final GroupTransform frame;
  private final int[] columns;

  /** Values of group g from {@code g * columns.length} on; null if all are 0. */
  private final double[] least;

  public GroupExponents(GroupTransform frame, Slots slots) {
    this(frame, slots, IntStream.range(0, frame.dimension()).toArray(), null);
  }

  /** Creates the counts; values below the released {@code least}, if any, count as 0. */
  public GroupExponents(GroupTransform frame, Slots slots, int[] columns, double[] least) {
    super(
        GroupQueryKind.HISTOGRAM,
        slots,
        Math.multiplyExact(columns.length, OctaveCounts.CELLS),
        null);
    this.frame = frame;
    this.columns = columns;
    this.least = least;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfPartitions(columns.length);
  }

  @Override
  protected void add(
      GroupBlock block, double[] norms, int from, int to, double[] seen, long[] totals, int at) {
    int first = block.group(from) * columns.length;
    for (int i = from; i < to; i++) {
      frame.see(block, i, seen);
      for (int k = 0; k < columns.length; k++) {
        double value = seen[columns[k]];
        boolean counts = least == null || Math.abs(value) >= least[first + k];
        int cell = OctaveCounts.cell(counts ? value : 0);
        totals[at + k * OctaveCounts.CELLS + cell] += block.weight(i);
      }
    }
  }
}
