package org.privatemean.release.plot;

interface Chart {
  /** Width of most pictures, in pixels. */
  int WIDTH = 760;

  /** Margin to the left and right of the drawing. */
  int EDGE = 20;

  default int width() {
    return WIDTH;
  }

  int height();

  /** Returns the name of the drawn form of the intervals. */
  String intervals();

  void draw(Canvas canvas, double top);
}
