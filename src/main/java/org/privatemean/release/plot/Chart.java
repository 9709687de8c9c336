package org.privatemean.release.plot;

/** The drawing below a heading. */
interface Chart {
  /** Margin to the left and right of the drawing. */
  int EDGE = 20;

  /** The width of the whole picture, in pixels. */
  int width();

  /** The height of the chart, in pixels. */
  int height();

  /** The name of the drawn form of the intervals. */
  String intervals();

  /**
   * Draws the chart.
   *
   * @param top its upper end
   */
  void draw(Canvas canvas, double top);
}
