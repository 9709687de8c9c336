package org.privatemean.release.plot;

/**
 * A line of text in a chart.
 *
 * @param text in plain letters, to be escaped by the canvas
 * @param place which part of it stands at the point it is drawn at
 * @param size height of the letters, in pixels
 */
record Label(String text, Place place, Ink ink, int size, boolean bold) {
  /** The size of all but titles. */
  static final int SMALL = 12;

  /** Width of a letter, over its size: no letters are measured, so that every canvas agrees. */
  private static final double WIDTH = 0.6;

  private static final String ELLIPSIS = "\u2026";

  /** Anchors of a text. */
  enum Place {
    START,
    MIDDLE,
    END
  }

  static Label small(String text, Place place, Ink ink) {
    return new Label(text, place, ink, SMALL, false);
  }

  /** A text, its end replaced by an ellipsis where it is wider than some small letters. */
  static String shorten(String text, int letters) {
    if (cells(text) <= letters) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int cells = cells(ELLIPSIS);
    for (int letter : text.codePoints().toArray()) {
      cells += cells(letter);
      if (cells > letters) {
        break;
      }
      kept.appendCodePoint(letter);
    }
    return kept + ELLIPSIS;
  }

  /** The width of small letters that a text takes, about. */
  static double width(String text) {
    return cells(text) * SMALL * WIDTH;
  }

  private static int cells(String text) {
    return text.codePoints().map(Label::cells).sum();
  }

  /** Letters of the east are twice as wide. */
  private static int cells(int letter) {
    return Character.isIdeographic(letter)
            || (letter >= 0x1100 && letter <= 0x11ff)
            || (letter >= 0x3000 && letter <= 0xd7ff)
        ? 2
        : 1;
  }
}
