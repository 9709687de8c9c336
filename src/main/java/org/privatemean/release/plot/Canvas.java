package org.privatemean.release.plot;

/** The drawing surface of charts. Lengths are in pixels, from the top left. */
interface Canvas {
  void rectangle(double x, double y, double width, double height, Ink fill);

  void line(double x1, double y1, double x2, double y2, double thickness, Ink ink);

  void circle(double x, double y, double radius, Ink fill);

  default void text(double x, double y, Label label) {
    text(x, y, label, label.text());
  }

  /** Draws a shortened text. A picture with a pointer shows the whole text. */
  void text(double x, double y, Label label, String whole);

  /** Draws an image, its pixels enlarged to rectangles. */
  void image(double x, double y, double width, double height, GreyImage image);
}
