package org.privatemean.release.plot;

import java.util.Arrays;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.plot.Label.Place;

/** A mean whose coordinates are the pixels of an image, in grey, with a bar of its scale. */
final class ImageChart implements Chart {
  private static final int MIN_WIDTH = 620;

  /** Pixels are enlarged up to this side, and shrunk if the image exceeds the other. */
  private static final int SIDE = 448;

  private static final int LONGEST_SIDE = 1600;
  private static final int GAP = 24;
  private static final int BAR = 18;
  private static final int NUMBERS = 130;
  private static final int BELOW = 44;
  private static final int LEVELS = 256;

  private final Means means;
  private final int rows;
  private final int columns;
  private final int width;
  private final int height;

  ImageChart(Means means, int rows, int columns) {
    this.means = means;
    this.rows = rows;
    this.columns = columns;
    int longest = Math.max(rows, columns);
    double pixel =
        longest > LONGEST_SIDE ? (double) LONGEST_SIDE / longest : Math.max(1, SIDE / longest);
    width = (int) Math.max(1, Math.round(columns * pixel));
    height = (int) Math.max(1, Math.round(rows * pixel));
  }

  @Override
  public int width() {
    return Math.max(MIN_WIDTH, EDGE + width + GAP + BAR + NUMBERS + EDGE);
  }

  @Override
  public int height() {
    return Math.max(height, SIDE / 2) + BELOW;
  }

  @Override
  public String intervals() {
    return "Below the image";
  }

  @Override
  public void draw(Canvas canvas, double top) {
    double[] finite = Arrays.stream(means.values()).filter(Double::isFinite).toArray();
    double low = Arrays.stream(finite).min().orElse(0);
    double high = Arrays.stream(finite).max().orElse(0);
    byte[] levels = new byte[means.size()];
    for (int j = 0; j < levels.length; j++) {
      levels[j] = (byte) level(means.values()[j], low, high);
    }
    canvas.rectangle(EDGE - 1, top - 1, width + 2, height + 2, Ink.MUTED);
    canvas.image(EDGE, top, width, height, new GreyImage(rows, columns, levels));
    bar(canvas, top, low, high);
    double below = top + Math.max(height, SIDE / 2);
    canvas.text(
        EDGE,
        below + 24,
        Label.small(
            String.format(
                "%d x %d pixels; half-widths of their intervals: %s", rows, columns, halfWidths()),
            Place.START,
            Ink.MUTED));
  }

  private static int level(double value, double low, double high) {
    if (Double.isNaN(value)) {
      return 0;
    }
    if (low == high) {
      return LEVELS / 2;
    }
    return (int) Math.round(new Axis(low, high, 0, LEVELS - 1).toPixels(value));
  }

  private void bar(Canvas canvas, double top, double low, double high) {
    int length = SIDE / 2;
    double x = EDGE + width + GAP;
    byte[] levels = new byte[low == high ? 1 : length];
    for (int y = 0; y < levels.length; y++) {
      levels[y] = (byte) level(levels.length - 1 - y, 0, levels.length - 1);
    }
    canvas.rectangle(x - 1, top - 1, BAR + 2, length + 2, Ink.MUTED);
    canvas.image(x, top, BAR, length, new GreyImage(levels.length, 1, levels));
    double numbers = x + BAR + 8;
    canvas.text(numbers, top + 12, Label.small(display(high), Place.START, Ink.TEXT));
    canvas.text(numbers, top + length, Label.small(display(low), Place.START, Ink.TEXT));
    canvas.text(
        numbers, top + length / 2.0, Label.small("mean, data units", Place.START, Ink.MUTED));
  }

  private static String display(double value) {
    return NumberFormat.number(value, 3);
  }

  private String halfWidths() {
    String first = NumberFormat.number(Arrays.stream(means.halfWidths()).min().orElse(0), 2);
    String last = NumberFormat.number(Arrays.stream(means.halfWidths()).max().orElse(0), 2);
    return first.equals(last) ? first : first + " to " + last;
  }
}
