package org.privatemean.release.plot;

import org.privatemean.refusal.ParamException;
import org.privatemean.release.Release;
import org.privatemean.release.report.KeyedRelease;

/**
 * Picture of a released mean with its intervals; from released and public values only. Up to 40
 * coordinates have a line each; more are drawn in a band of the intervals. Columns that are much
 * larger than others have a separate panel; coordinates that are pixels are an image.
 */
public final class MeanPlot {
  private static final int BELOW = 6;

  private final Heading heading;
  private final Chart chart;

  private MeanPlot(Heading heading, Chart chart) {
    this.heading = heading;
    this.chart = chart;
  }

  private MeanPlot(Release release, Chart chart) {
    this(Heading.create(release, chart.intervals()), chart);
  }

  /** Returns the picture of the means of groups: a panel for each of the first twelve columns. */
  public static MeanPlot create(KeyedRelease release) {
    checkDimension(release.means().dimension());
    Panels chart = Panels.create(release);
    return new MeanPlot(Heading.create(release, chart.intervals()), chart);
  }

  /** Returns the picture of a mean and of its correlations, if any; refuses a forecast. */
  public static MeanPlot create(Release release) {
    Chart mean = Panels.create(means(release));
    return new MeanPlot(
        release,
        release
            .covariance()
            .<Chart>map(found -> new CorrelationChart(mean, release, found))
            .orElse(mean));
  }

  /** Returns the picture of a mean that is an image, row by row; refuses another size. */
  public static MeanPlot create(Release release, int height, int width) {
    Means means = means(release);
    checkShape(height, width, means.size());
    return new MeanPlot(release, new ImageChart(means, height, width));
  }

  private static Means means(Release release) {
    if (release.estimate().isForecast()) {
      throw ParamException.of("plot", "a forecast has no mean to plot: plot the summary of a fit");
    }
    checkDimension(release.estimate().dimension());
    return Means.create(release);
  }

  /** Refuses a mean without coordinates by a ParamException. */
  public static void checkDimension(int dimension) {
    if (dimension < 1) {
      throw ParamException.of("plot", "a mean without coordinates cannot be plotted");
    }
  }

  /** Refuses an image whose size differs from that of the mean by a ParamException. */
  public static void checkShape(int height, int width, int dimension) {
    if (height < 1 || width < 1 || (long) height * width != dimension) {
      throw ParamException.of(
          "plotShape",
          String.format(
              "{plotShape} %dx%d does not fit the mean: height times width must be its %d"
                  + " coordinates, both at least 1",
              height, width, dimension));
    }
  }

  /** Checks that this Java can draw a letter; otherwise {@link #png} could fail after a fit. */
  public static void checkPng() {
    try {
      PixelCanvas canvas = new PixelCanvas(Label.SMALL, Label.SMALL);
      canvas.text(0, Label.SMALL, Label.small("n", Label.Place.START, Ink.TEXT));
      canvas.toBytes();
    } catch (Exception | LinkageError | InternalError | java.awt.AWTError missing) {
      throw new UnsupportedOperationException(
          "this Java cannot draw text: it lacks fonts or its desktop module", missing);
    }
  }

  /** Returns the text of a self-contained SVG image. */
  public String svg() {
    SvgCanvas canvas = new SvgCanvas(chart.width(), height());
    draw(canvas);
    return canvas.toText();
  }

  /** Returns a PNG file, at twice the size of {@link #svg}. Needs a Java with fonts, no screen. */
  public byte[] png() {
    PixelCanvas canvas = new PixelCanvas(chart.width(), height());
    draw(canvas);
    return canvas.toBytes();
  }

  private int height() {
    return (int) Math.ceil(heading.height()) + chart.height() + BELOW;
  }

  private void draw(Canvas canvas) {
    canvas.rectangle(0, 0, chart.width(), height(), Ink.PAPER);
    heading.draw(canvas, Chart.EDGE);
    chart.draw(canvas, heading.height());
  }
}
