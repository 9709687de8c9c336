package org.privatemean.app.condition;

/** Numbers as cells of text hold them. */
public final class NumberText {
  private NumberText() {}

  /** The number that a text is, read as Spark's cast reads it, or NaN. */
  public static double parse(String text) {
    try {
      return text == null ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException none) {
      return Double.NaN;
    }
  }
}
