package org.privatemean.rows;

import org.privatemean.refusal.Refusal;

/**
 * Thrown if a row is null, not finite or of the wrong length. The message has no value of the row.
 *
 * @since 0.1.0
 */
public final class InvalidRowException extends IllegalArgumentException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String text;

  /** Creates an exception that names the source of the row and the remedy. */
  public InvalidRowException(String source, int dimension) {
    this(
        String.format(
            "%s has a row that is null, holds a null, NaN or infinite coordinate, or does not have"
                + " %d coordinates: mend the data or set {handleInvalid} to \"zero\", which takes"
                + " the zero vector for such a row",
            Refusal.literal(source), dimension));
  }

  private InvalidRowException(String text) {
    super(Refusal.plain(text));
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
