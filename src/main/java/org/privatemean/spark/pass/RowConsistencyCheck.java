package org.privatemean.spark.pass;

import org.privatemean.rows.RowsChangedException;

/**
 * Watches on the driver that all passes of a fit see the same rows: the number that was counted,
 * and in each pass those of the first. Rows are read twice at least, for the count and for the
 * blocks, and those of a block that was lost are read again; a source that is not a function of its
 * rows may then give others.
 *
 * <p>The rows themselves are compared by {@link RowFingerprint}, whatever their order. What was
 * compared is exact, private, and disclosed to nobody.
 */
final class RowConsistencyCheck {
  private static final long UNKNOWN = -1;

  private long rows = UNKNOWN;
  private boolean isSeen;
  private long fingerprint;

  /**
   * Takes the number of rows that a count gave.
   *
   * @throws RowsChangedException if a pass has seen another number
   */
  void checkCount(long count) {
    if (rows != UNKNOWN && rows != count) {
      throw new RowsChangedException();
    }
    rows = count;
  }

  /**
   * Takes what a pass saw.
   *
   * @throws RowsChangedException if that is not what was counted or seen before
   */
  void checkPass(PassTotals pass) {
    checkPass(pass.rows(), pass.fingerprint());
  }

  /**
   * Takes what a pass saw.
   *
   * @param count number of rows
   * @param sum of their fingerprints
   * @throws RowsChangedException if that is not what was counted or seen before
   */
  public void checkPass(long count, long sum) {
    checkCount(count);
    if (isSeen && fingerprint != sum) {
      throw new RowsChangedException();
    }
    fingerprint = sum;
    isSeen = true;
  }
}
