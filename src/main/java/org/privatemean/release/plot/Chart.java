package org.privatemean.release.plot;

/** A drawing below a heading. */
interface Chart {
  /** Left and right of everything. */
  int EDGE = 20;

  /** The width of the whole picture, in pixels. */
  int width();

  /** The height of the chart, in pixels. */
  int height();

  /** Returns what it draws for the intervals. */
  String intervals();

  /**
   * Draws it.
   *
   * @param top where it begins
   */
  void draw(Canvas canvas, double top);
}
