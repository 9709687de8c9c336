package org.privatemean.release.plot;

import java.util.Arrays;
import java.util.List;
import org.privatemean.release.plot.Label.Place;

/**
 * A line for each coordinate: its name, its mean as a dot with its interval, and both in numbers.
 */
final class DotChart implements Chart {
  /** The most coordinates that it is made for. */
  static final int MOST = 40;

  private static final int WIDTH = 760;
  private static final int LINE = 24;
  private static final int BELOW = 48;
  private static final int GAP = 14;
  private static final int LONGEST_NAME = 28;
  private static final double BASE_LINE = 4;
  private static final double DOT = 3.5;
  private static final double BAR = 2;

  /** Higher than a dot, so that an interval narrower than its dot is seen too. */
  private static final double CAP = 6;

  private static final int TICKS = 7;

  private final Means means;
  private final double left;
  private final double right;

  DotChart(Means means) {
    this.means = means;
    double names = Arrays.stream(means.names()).mapToDouble(DotChart::nameWidth).max().orElse(0);
    double numbers = 0;
    for (int j = 0; j < means.size(); j++) {
      numbers = Math.max(numbers, Label.width(means.text(j)));
    }
    left = EDGE + names + GAP;
    right = WIDTH - EDGE - numbers - GAP;
  }

  private static double nameWidth(String name) {
    return Label.width(Label.cut(name, LONGEST_NAME));
  }

  @Override
  public int width() {
    return WIDTH;
  }

  @Override
  public int height() {
    return means.size() * LINE + BELOW;
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
    Axis axis = Axis.of(List.of(lows, middles, highs), left, right);
    double bottom = top + means.size() * LINE;
    for (Axis.Tick tick : axis.ticks(TICKS)) {
      canvas.line(tick.position(), top, tick.position(), bottom, 1, tick.ink());
      canvas.text(tick.position(), bottom + 16, Label.small(tick.text(), Place.MIDDLE, Ink.MUTED));
    }
    String unit = means.units().text();
    canvas.text((left + right) / 2, bottom + 36, Label.small(unit, Place.MIDDLE, Ink.MUTED));
    for (int j = 0; j < means.size(); j++) {
      double y = top + (j + 0.5) * LINE;
      label(canvas, j, y + BASE_LINE);
      bar(canvas, axis.at(lows[j]), axis.at(highs[j]), y);
      if (Double.isFinite(middles[j])) {
        canvas.circle(axis.at(middles[j]), y, DOT, Ink.MARK);
      }
    }
  }

  private void label(Canvas canvas, int coordinate, double y) {
    String name = means.names()[coordinate];
    Label shown = Label.small(Label.cut(name, LONGEST_NAME), Place.END, Ink.TEXT);
    canvas.text(left - GAP, y, shown, name);
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
