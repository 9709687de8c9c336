package org.privatemean.rows;

/**
 * Thrown if two passes over the rows did not read the same rows, so that a count, sums and blocks
 * do not belong together. The message contains nothing about the rows, not even their number.
 *
 * <p>It cannot happen if the input is a function of the rows. If a source is random, takes some
 * rows of an unordered set, or changes during a release, the failure itself is a bit about the rows
 * that no budget pays for, as every failure is.
 *
 * @since 0.1.0
 */
public final class RowsChangedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception that names the remedy. */
  public RowsChangedException() {
    super("the rows changed between two passes: write them to a table first");
  }

  /**
   * Creates an exception of a run in rounds.
   *
   * @param message the change and the remedy, without a value of a row
   */
  public RowsChangedException(String message) {
    super(message);
  }
}
