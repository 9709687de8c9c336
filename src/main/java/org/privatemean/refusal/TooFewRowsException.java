package org.privatemean.refusal;

/**
 * Thrown if a budget is too small for the public or released number of rows.
 *
 * @since 0.1.0
 */
public final class TooFewRowsException extends IllegalArgumentException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final double needed;

  /** Creates a refusal: what is wrong and the remedy, and about how many rows would suffice. */
  public TooFewRowsException(String text, double needed) {
    super(Refusal.plain(text));
    this.text = text;
    this.needed = needed;
  }

  /** Approximate number of rows that would suffice. */
  public double needed() {
    return needed;
  }

  @Override
  public String text() {
    return text;
  }
}
