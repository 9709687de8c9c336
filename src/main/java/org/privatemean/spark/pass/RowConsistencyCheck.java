package org.privatemean.spark.pass;

import org.privatemean.rows.RowsChangedException;

/**
 * The check, on the driver, that all passes of a fit see the same rows: the counted number, and in
 * each pass the rows of the first. Rows are read at least twice, for the count and for the blocks,
 * and rows of a lost block are read again; a nondeterministic source may then give others.
 *
 * <p>Rows are compared by {@link RowFingerprint}, in any order. The compared values are exact,
 * private and never disclosed.
 */
final class RowConsistencyCheck {
  private static final long UNKNOWN = -1;

  private long rows = UNKNOWN;
  private boolean isSeen;
  private long fingerprint;

  /**
   * Records the number of rows of a count.
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
   * Records the rows of a pass.
   *
   * @throws RowsChangedException if they differ from what was counted or seen before
   */
  void checkPass(PassTotals pass) {
    checkPass(pass.rows(), pass.fingerprint());
  }

  /**
   * Records the rows of a pass.
   *
   * @param count number of rows
   * @param sum of their fingerprints
   * @throws RowsChangedException if they differ from what was counted or seen before
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
