package org.privatemean.rows;

/**
 * Thrown if two passes over the rows did not read the same rows, as from a source that is random or
 * changes. It shows nothing of the rows but that, a bit that no budget pays for.
 *
 * @since 0.1.0
 */
public final class RowsChangedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception that names the remedy. */
  public RowsChangedException() {
    super("the rows changed between two passes: write them to a table first");
  }

  /** Creates an exception with the change and the remedy, without a value of a row. */
  public RowsChangedException(String message) {
    super(message);
  }
}
