package org.privatemean.release.plot;

import java.util.Arrays;
import java.util.List;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.plot.Label.Place;

/** Many coordinates against their places: the means as a stepped line in a band of intervals. */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor copied.
record BandChart(Means means, int[] shown) implements Chart {
  private static final int PLOT_HEIGHT = 320;
  private static final int BELOW = 48;
  private static final int LEFT = 84;
  private static final int PLOT_WIDTH = WIDTH - LEFT - EDGE;
  private static final double THICKNESS = 1.6;
  private static final int TICKS = 8;
  private static final double BASE_LINE = 4;
  private static final double WARNING = 5;

  @Override
  public int height() {
    return PLOT_HEIGHT + BELOW;
  }

  @Override
  public String intervals() {
    return "Band";
  }

  @Override
  public void draw(Canvas canvas, double top) {
    double bottom = top + PLOT_HEIGHT;
    double[] lows = chosen(means.lows());
    double[] highs = chosen(means.highs());
    double[] middles = chosen(means.middles());
    Axis values = Axis.fit(List.of(lows, middles, highs), bottom, top);
    for (Axis.Tick tick : values.ticks(TICKS)) {
      double y = tick.position();
      canvas.line(LEFT, y, LEFT + PLOT_WIDTH, y, 1, tick.ink());
      canvas.text(LEFT - 8, y + BASE_LINE, Label.small(tick.text(), Place.END, Ink.MUTED));
    }
    int steps = Math.min(means.size(), PLOT_WIDTH);
    for (int step = 0; step < steps; step++) {
      span(canvas, values, step, lows, highs, Ink.BAND);
    }
    for (int step = 0; step < steps; step++) {
      span(canvas, values, step, middles, middles, Ink.MARK);
    }
    places(canvas, bottom);
    for (int j : shown) {
      if (means.warning(j).isPresent()) {
        double x = LEFT + j * (PLOT_WIDTH / (double) means.size());
        canvas.line(x, bottom, x, bottom + WARNING, THICKNESS, Ink.WARNING);
      }
    }
  }

  private double[] chosen(double[] values) {
    double[] chosen = new double[values.length];
    Arrays.fill(chosen, Double.NaN);
    for (int j : shown) {
      chosen[j] = values[j];
    }
    return chosen;
  }

  /** Draws the span of the coordinates of one step, from the least low to the largest high. */
  private void span(Canvas canvas, Axis values, int step, double[] lows, double[] highs, Ink ink) {
    int steps = Math.min(means.size(), PLOT_WIDTH);
    int end = first(step + 1, steps);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int j = first(step, steps); j < end; j++) {
      // Not by Math.min: a mean that is NaN does not hide the others of its step.
      low = lows[j] < low ? lows[j] : low;
      high = highs[j] > high ? highs[j] : high;
    }
    if (low <= high) {
      double y = values.toPixels(high);
      double height = values.toPixels(low) - y;
      double missing = Math.max(0, THICKNESS - height);
      double width = PLOT_WIDTH / (double) steps;
      canvas.rectangle(LEFT + step * width, y - missing / 2, width, height + missing, ink);
    }
  }

  private int first(int step, int steps) {
    return (int) ((long) step * means.size() / steps);
  }

  private void places(Canvas canvas, double bottom) {
    int last = means.size() - 1;
    double middle = LEFT + PLOT_WIDTH / 2.0;
    canvas.line(LEFT, bottom, LEFT + PLOT_WIDTH, bottom, 1, Ink.MUTED);
    canvas.text(LEFT, bottom + 16, Label.small("0", Place.START, Ink.MUTED));
    canvas.text(
        LEFT + PLOT_WIDTH,
        bottom + 16,
        Label.small(NumberFormat.number(last, 12), Place.END, Ink.MUTED));
    String place = means.areGroups() ? "place of the group's key" : "place of the coordinate";
    String text =
        means.size() <= PLOT_WIDTH
            ? place + ", from 0"
            : place + ", from 0; several at each point, from their least to their most";
    canvas.text(middle, bottom + 16, Label.small(text, Place.MIDDLE, Ink.MUTED));
    String unit = "up: " + means.unit();
    canvas.text(middle, bottom + 36, Label.small(unit, Place.MIDDLE, Ink.MUTED));
  }
}
