package org.privatemean.rows;

/**
 * Two passes over the rows did not see the same rows, so that a count, sums and blocks do not
 * belong together. The message holds nothing of the rows, not even how many there were.
 *
 * <p>It cannot happen where what is read is a function of the rows. Where a source draws at random,
 * takes some rows of no order, or changes during a release, that it happened is a bit about the
 * rows which no budget pays for, as every failure is.
 *
 * @since 0.1.0
 */
public final class RowsChangedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Names the remedy. */
  public RowsChangedException() {
    super("the rows changed between two passes: write them to a table first");
  }

  /**
   * A failure of a run in rounds.
   *
   * @param message what changed and what to do, without a value of a row
   */
  public RowsChangedException(String message) {
    super(message);
  }
}
