package org.privatemean.spark;

import org.privatemean.rows.RowsChangedException;

/**
 * The check, on the driver, that all passes of a fit see the same rows, in any order: rows of a
 * lost block are read again, and a nondeterministic source may then give others. The compared
 * values are exact, private and never disclosed.
 */
final class RowConsistencyCheck {
  private static final long UNKNOWN = -1;

  private long rows = UNKNOWN;
  private boolean isSeen;
  private long fingerprint;

  /** Records the number of rows of a pass, which must be that of the passes before. */
  void checkCount(long count) {
    if (rows != UNKNOWN && rows != count) {
      throw new RowsChangedException();
    }
    rows = count;
  }

  /** Records the rows of a pass and the sum of their fingerprints, which must stay the same. */
  void checkPass(long count, long sum) {
    checkCount(count);
    if (isSeen && fingerprint != sum) {
      throw new RowsChangedException();
    }
    fingerprint = sum;
    isSeen = true;
  }
}
