package org.privatemean.rows;

/** A row is null, not finite or of the wrong length. The message holds no value of the row. */
public final class InvalidRowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Names the source and the remedy.
   *
   * @param source the column or source the row came from
   * @param dimension the declared number of coordinates
   */
  public InvalidRowException(String source, int dimension) {
    super(
        String.format(
            "%s has a row that is null, holds a null, NaN or infinite coordinate, or does not have"
                + " %d coordinates: mend the data or set handleInvalid to \"zero\", which takes the"
                + " zero vector for such a row",
            source, dimension));
  }
}
