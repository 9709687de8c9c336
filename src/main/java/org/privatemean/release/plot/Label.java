package org.privatemean.release.plot;

/** A line of plain text in a chart, placed at the point where it is drawn; sizes in pixels. */
record Label(String text, Place place, Ink ink, int size, boolean bold) {
  static final int SMALL = 12;

  /** Width of a letter, over its size. Letters are not measured, so that all canvases agree. */
  private static final double WIDTH = 0.6;

  private static final String ELLIPSIS = "\u2026";

  enum Place {
    START,
    MIDDLE,
    END
  }

  static Label small(String text, Place place, Ink ink) {
    return new Label(text, place, ink, SMALL, false);
  }

  /** Replaces the end of a text by an ellipsis if it is wider than a number of small letters. */
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

  static double width(String text) {
    return cells(text) * SMALL * WIDTH;
  }

  private static int cells(String text) {
    return text.codePoints().map(Label::cells).sum();
  }

  /** The width of a letter in cells: East Asian letters are twice as wide. */
  private static int cells(int letter) {
    return Character.isIdeographic(letter)
            || (letter >= 0x1100 && letter <= 0x11ff)
            || (letter >= 0x3000 && letter <= 0xd7ff)
        ? 2
        : 1;
  }
}
