package org.privatemean.release.plot;

import java.util.Arrays;
import org.privatemean.release.Covariance;
import org.privatemean.release.Release;
import org.privatemean.release.plot.Label.Place;

/** Chart of a mean above a heat map of its correlations; ? for one that the noise hides. */
final class CorrelationChart implements Chart {
  private static final int MAX_DRAWN = 64;
  private static final int SIDE = 480;
  private static final int LARGEST_CELL = 40;

  /** Smaller cells have no names. */
  private static final int SMALLEST_NAMED = Label.SMALL;

  private static final int LETTERS = 24;
  private static final int CAPTION = 48;

  private final Chart mean;
  private final String[] names;
  private final double[] correlations;
  private final int drawn;
  private final double cell;
  private final double left;

  CorrelationChart(Chart mean, Release release, Covariance covariance) {
    this.mean = mean;
    this.names = Means.names(release);
    this.correlations = covariance.correlation(release.deviations().orElseThrow());
    this.drawn = Math.min(MAX_DRAWN, names.length);
    this.cell = Math.min(LARGEST_CELL, (double) SIDE / drawn);
    double widest =
        Arrays.stream(names)
            .mapToDouble(name -> Label.width(Label.shorten(name, LETTERS)))
            .max()
            .orElse(0);
    this.left = EDGE + (cell >= SMALLEST_NAMED ? widest + 8 : 0);
  }

  @Override
  public int height() {
    return mean.height() + CAPTION + (int) Math.ceil(drawn * cell);
  }

  @Override
  public String intervals() {
    return mean.intervals();
  }

  @Override
  public void draw(Canvas canvas, double top) {
    mean.draw(canvas, top);
    double caption = top + mean.height() + Label.SMALL;
    canvas.text(EDGE, caption, new Label(title(), Place.START, Ink.TEXT, Label.SMALL, true));
    canvas.text(
        EDGE,
        caption + 18,
        Label.small(
            "area: absolute value; blue: above 0, red: below; ?: hidden by the noise",
            Place.START,
            Ink.MUTED));
    double first = top + mean.height() + CAPTION;
    for (int i = 0; i < drawn; i++) {
      double y = first + i * cell;
      if (cell >= SMALLEST_NAMED) {
        String name = Label.shorten(names[i], LETTERS);
        double line = y + cell / 2 + Label.SMALL / 3.0;
        canvas.text(left - 8, line, Label.small(name, Place.END, Ink.TEXT), names[i]);
      }
      for (int j = 0; j < drawn; j++) {
        drawCell(canvas, correlations[i * names.length + j], left + j * cell, y);
      }
    }
  }

  private String title() {
    return drawn == names.length
        ? "Private correlations, columns in the order of the rows"
        : String.format("Private correlations of the first %d of %d columns", drawn, names.length);
  }

  private void drawCell(Canvas canvas, double correlation, double x, double y) {
    canvas.rectangle(x, y, cell - 1, cell - 1, Ink.GRID);
    if (Double.isNaN(correlation)) {
      canvas.text(
          x + cell / 2,
          y + cell / 2 + Label.SMALL / 3.0,
          Label.small("?", Place.MIDDLE, Ink.MUTED));
      return;
    }
    double side = (cell - 1) * Math.sqrt(Math.abs(correlation));
    double margin = (cell - 1 - side) / 2;
    Ink ink = correlation < 0 ? Ink.NEGATIVE : Ink.MARK;
    canvas.rectangle(x + margin, y + margin, side, side, ink);
  }
}
