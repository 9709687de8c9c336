package org.privatemean.app;

/** Parser of numbers in text cells. */
final class NumberText {
  private NumberText() {}

  /** Returns the number in a text, parsed as Spark's cast does, or NaN. */
  public static double parse(String text) {
    try {
      return text == null ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException none) {
      return Double.NaN;
    }
  }
}
