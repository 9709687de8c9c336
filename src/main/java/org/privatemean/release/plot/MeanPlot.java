package org.privatemean.release.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Guarantee;
import org.privatemean.release.NoiseSeeding;
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

  /** The lines above a chart: the subject, the budget and the coverage of the intervals. */
  record Heading(String title, List<String> lines, boolean seeded) {
    private static final int TITLE_SIZE = 16;
    private static final int TITLE_LINE = 30;
    private static final int LINE = 18;
    private static final int MARGIN = 14;

    /** Characters of a line that fit into the narrowest picture. */
    private static final int WIDTH = 90;

    Heading {
      lines = lines.stream().flatMap(Heading::wrap).toList();
    }

    static Heading create(Release release, String intervals) {
      Guarantee guarantee = release.guarantee();
      String title =
          NumberFormat.format(
              "Private mean of n = %,d %s%s",
              release.rows(),
              guarantee.unit().plural(),
              guarantee.unit().isCountPublic() ? "" : " (noisy)");
      List<String> lines = new ArrayList<>();
      lines.add(guarantee.budget() + ", neighbours " + guarantee.unit().text());
      lines.add(
          String.format(
              "%s: intervals of confidence %s, each for its coordinate alone",
              intervals, NumberFormat.number(release.region().confidence())));
      lines.add(describeCoverage(release));
      describeWarnings(release.columnWarnings(), release.estimate().dimension())
          .ifPresent(lines::add);
      return new Heading(title, lines, release.seeded() == NoiseSeeding.YES);
    }

    static Heading create(KeyedRelease release, String intervals) {
      Guarantee guarantee = release.means().guarantee();
      String title =
          NumberFormat.format(
              "Private means of %,d groups by %s",
              release.size(), String.join(", ", release.groupCols()));
      List<String> lines = new ArrayList<>();
      lines.add(
          guarantee.budget()
              + (release.arePrivate() ? ", and delta " + release.keyDelta() + " of the keys" : "")
              + ", neighbours "
              + guarantee.unit().text());
      lines.add(
          String.format(
              "%s: intervals of confidence %s, each for its mean alone; they cover the noise",
              intervals, NumberFormat.number(release.means().confidence())));
      long without = release.size() - release.live();
      int more = release.means().dimension() - Panels.MAX_GROUPED;
      lines.add(
          NumberFormat.format("%,d groups have a mean, %,d have none", release.live(), without)
              + (more > 0 ? "; " + more + " more columns are not drawn" : ""));
      describeWarnings(release.means().columnWarnings(), release.means().dimension())
          .ifPresent(lines::add);
      return new Heading(title, lines, release.seeded() == NoiseSeeding.YES);
    }

    private static Stream<String> wrap(String line) {
      int end = line.length() <= WIDTH ? -1 : line.lastIndexOf(' ', WIDTH);
      return end <= 0
          ? Stream.of(line)
          : Stream.concat(Stream.of(line.substring(0, end)), wrap(line.substring(end + 1)));
    }

    private static String describeCoverage(Release release) {
      List<ConfidenceRegion.Covers> covers =
          release.region().coversByColumn(release.estimate().dimension());
      int noise = Collections.frequency(covers, ConfidenceRegion.Covers.NOISE);
      if (noise == covers.size()) {
        return "They cover only the noise: they do not include what clipping removes.";
      }
      return "They cover the mean of these rows, as far as private queries detect the clipping"
          + (noise == 0
              ? "."
              : String.format("; for %d of %d columns the noise alone.", noise, covers.size()));
    }

    private static Optional<String> describeWarnings(List<ColumnWarning> warnings, int dimension) {
      String codes =
          warnings.stream()
              .map(warning -> warning.code().label())
              .distinct()
              .collect(Collectors.joining(", "));
      return warnings.isEmpty()
          ? Optional.empty()
          : Optional.of(
              NumberFormat.format(
                  "Warnings for %,d of %,d columns, marked ! or red: %s; the report says more",
                  warnings.stream().map(ColumnWarning::column).distinct().count(),
                  dimension,
                  codes));
    }

    double height() {
      return TITLE_LINE + LINE * (lines.size() + (seeded ? 1 : 0)) + MARGIN;
    }

    void draw(Canvas canvas, double x) {
      canvas.text(x, TITLE_LINE, new Label(title, Label.Place.START, Ink.TEXT, TITLE_SIZE, true));
      double y = TITLE_LINE;
      for (String line : lines) {
        y += LINE;
        canvas.text(x, y, Label.small(line, Label.Place.START, Ink.MUTED));
      }
      if (seeded) {
        String warning = "seeded: for tests only, not to be published";
        canvas.text(
            x, y + LINE, new Label(warning, Label.Place.START, Ink.WARNING, Label.SMALL, true));
      }
    }
  }
}
