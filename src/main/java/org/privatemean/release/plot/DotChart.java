package org.privatemean.release.plot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.release.plot.Label.Place;

/** A line for each coordinate: name, mean as a dot with its interval, and both in numbers. */
final class DotChart implements Chart {
  /** Maximum number of coordinates. */
  static final int MOST = 40;

  private static final int LINE = 24;
  private static final int BELOW = 48;
  private static final int GAP = 14;
  private static final int LONGEST_NAME = 28;
  private static final double BASE_LINE = 4;
  private static final double DOT = 3.5;
  private static final double BAR = 2;

  /** Height of an interval's end mark: it shows behind a dot that hides the interval. */
  private static final double CAP = 6;

  private static final int TICKS = 7;

  private final Means means;
  private final int[] shown;
  private final double left;
  private final double right;

  /** Creates a chart of some coordinates. Charts of up to {@link #MOST} have aligned axes. */
  DotChart(Means means, int[] shown) {
    this.means = means;
    this.shown = shown;
    int[] aligned = means.size() <= MOST ? IntStream.range(0, means.size()).toArray() : shown;
    double names = 0;
    double numbers = 0;
    for (int j : aligned) {
      names = Math.max(names, Label.width(Label.shorten(means.names()[j], LONGEST_NAME)));
      numbers = Math.max(numbers, Label.width(means.text(j)));
    }
    left = EDGE + names + GAP;
    right = WIDTH - EDGE - numbers - GAP;
  }

  @Override
  public int height() {
    return shown.length * LINE + BELOW;
  }

  @Override
  public String intervals() {
    return "Bars";
  }

  @Override
  public void draw(Canvas canvas, double top) {
    double[] middles = means.middles();
    double[] lows = means.lows();
    double[] highs = means.highs();
    Axis axis = Axis.fit(List.of(chosen(lows), chosen(middles), chosen(highs)), left, right);
    double bottom = top + shown.length * LINE;
    for (Axis.Tick tick : axis.ticks(TICKS)) {
      canvas.line(tick.position(), top, tick.position(), bottom, 1, tick.ink());
      canvas.text(tick.position(), bottom + 16, Label.small(tick.text(), Place.MIDDLE, Ink.MUTED));
    }
    String unit = means.unit();
    double middle = Math.max((left + right) / 2, EDGE + Label.width(unit) / 2);
    canvas.text(middle, bottom + 36, Label.small(unit, Place.MIDDLE, Ink.MUTED));
    for (int line = 0; line < shown.length; line++) {
      int j = shown[line];
      double y = top + (line + 0.5) * LINE;
      label(canvas, j, y + BASE_LINE);
      bar(canvas, axis.toPixels(lows[j]), axis.toPixels(highs[j]), y);
      if (Double.isFinite(middles[j])) {
        canvas.circle(axis.toPixels(middles[j]), y, DOT, Ink.MARK);
      }
    }
  }

  private double[] chosen(double[] values) {
    return Arrays.stream(shown).mapToDouble(j -> values[j]).toArray();
  }

  private void label(Canvas canvas, int coordinate, double y) {
    String name = means.names()[coordinate];
    Ink ink = means.warning(coordinate).isPresent() ? Ink.WARNING : Ink.TEXT;
    Label shown = Label.small(Label.shorten(name, LONGEST_NAME), Place.END, ink);
    canvas.text(left - GAP, y, shown, means.warning(coordinate).orElse(name));
    canvas.text(WIDTH - EDGE, y, Label.small(means.text(coordinate), Place.END, Ink.TEXT));
  }

  private static void bar(Canvas canvas, double from, double to, double y) {
    if (Double.isNaN(from) || Double.isNaN(to)) {
      return;
    }
    canvas.line(from, y, to, y, BAR, Ink.MARK);
    canvas.line(from, y - CAP, from, y + CAP, BAR, Ink.MARK);
    canvas.line(to, y - CAP, to, y + CAP, BAR, Ink.MARK);
  }
}
