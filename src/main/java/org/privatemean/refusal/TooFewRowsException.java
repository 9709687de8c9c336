package org.privatemean.refusal;

/**
 * Says that a budget is too small for the number of rows, from the public number or from a released
 * one.
 *
 * @since 0.1.0
 */
public final class TooFewRowsException extends IllegalArgumentException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final double needed;

  /**
   * A refusal.
   *
   * @param text what is wrong and what to do; names of params in braces
   * @param needed about how many rows would do
   */
  public TooFewRowsException(String text, double needed) {
    super(Refusal.plain(text));
    this.text = text;
    this.needed = needed;
  }

  /** About how many rows would do. */
  public double needed() {
    return needed;
  }

  @Override
  public String text() {
    return text;
  }
}
