package org.privatemean.release.plot;

/** A surface to draw charts on. Lengths are in pixels, from the top left. */
interface Canvas {
  void rectangle(double x, double y, double width, double height, Ink fill);

  void line(double x1, double y1, double x2, double y2, double thickness, Ink ink);

  void circle(double x, double y, double radius, Ink fill);

  /** A text on the base line y. */
  void text(double x, double y, Label label);

  /** A text that was cut; a picture that can be pointed at shows the whole. */
  void text(double x, double y, Label label, String whole);

  /** An image, its pixels enlarged to rectangles. */
  void image(double x, double y, double width, double height, GreyImage image);
}
