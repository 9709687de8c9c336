package org.privatemean.bench.accuracy;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.privatemean.bench.accuracy.Figure.Plot;

/**
 * Panels as images: errors against the axis, total above private. A line that nowhere comes within
 * {@link #WORTH_A_LINE} times the best would only flatten the others: the tables have it.
 */
final class LinePlots {
  private static final double WORTH_A_LINE = 10;
  private static final int WIDTH = 680;
  private static final int HEIGHT = 310;

  private LinePlots() {}

  static void write(Figure figure, List<Result> results, Path folder) throws IOException {
    if (figure.plot() == Plot.NONE) {
      return;
    }
    for (Panel panel : Panel.of(figure, results)) {
      List<XYChart> charts = new ArrayList<>();
      if (!figure.population()) {
        charts.add(chart(panel, "l2 error, total", Result::total));
      }
      charts.add(chart(panel, "l2 error, private part", Result::own));
      ImageIO.write(image(charts), "png", folder.resolve(panel.image()).toFile());
    }
  }

  /** The charts below each other, in the few colours that make a small file. */
  private static BufferedImage image(List<XYChart> charts) {
    BufferedImage image =
        new BufferedImage(WIDTH, HEIGHT * charts.size(), BufferedImage.TYPE_BYTE_INDEXED);
    Graphics2D graphics = image.createGraphics();
    for (XYChart chart : charts) {
      chart.paint(graphics, WIDTH, HEIGHT);
      graphics.translate(0, HEIGHT);
    }
    graphics.dispose();
    return image;
  }

  private static XYChart chart(Panel panel, String errorAxis, Function<Result, Summary> errors) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(panel.title())
            .xAxisTitle(panel.figure().axis())
            .yAxisTitle(errorAxis)
            .theme(ChartTheme.Matlab)
            .build();
    XYStyler styler = chart.getStyler();
    styler.setXAxisLogarithmic(panel.figure().plot() == Plot.LOGARITHMIC);
    styler.setXAxisTickLabelsFormattingFunction(LinePlots::tickLabel);
    styler.setYAxisLogarithmic(true);
    styler.setYAxisTickLabelsFormattingFunction(LinePlots::tickLabel);
    styler.setPlotGridLinesColor(new Color(0xdddddd));
    styler.setPlotGridLinesStroke(new BasicStroke(1));
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setMarkerSize(5);
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    styler.setLegendPosition(LegendPosition.OutsideE);
    addLines(chart, panel, errors);
    return chart;
  }

  private static void addLines(XYChart chart, Panel panel, Function<Result, Summary> errors) {
    double[] axis = panel.axis().stream().mapToDouble(Double::parseDouble).toArray();
    List<double[]> drawn = new ArrayList<>();
    List<Contender> contenders = panel.figure().contenders();
    for (int k = 0; k < contenders.size(); k++) {
      double[] line = means(panel, contenders.get(k), errors);
      if (isWorthALine(panel, line, errors)) {
        addLine(chart, contenders.get(k).name(), color(k, contenders.size()), axis, line);
        drawn.add(line);
      }
    }
    chart.getStyler().setXAxisLogarithmicDecadeOnly(isWide(DoubleStream.of(axis)));
    chart
        .getStyler()
        .setYAxisLogarithmicDecadeOnly(isWide(drawn.stream().flatMapToDouble(DoubleStream::of)));
  }

  /** Whether powers of ten are ticks enough. */
  private static boolean isWide(DoubleStream values) {
    DoubleSummaryStatistics range = values.summaryStatistics();
    return range.getMax() > 100 * range.getMin();
  }

  /** At 1, 2 and 5 times a power of ten; others would run into each other. */
  private static String tickLabel(double tick) {
    double digit = tick / Math.pow(10, Math.floor(Math.log10(tick) + 1e-9));
    return List.of(1L, 2L, 5L).contains(Math.round(digit)) ? Numbers.plain(tick) : " ";
  }

  /** One for each contender, the same in all panels: all around the circle of hues. */
  private static Color color(int index, int count) {
    return Color.getHSBColor((float) index / count, 1, index % 2 == 0 ? 0.9f : 0.6f);
  }

  private static boolean isWorthALine(
      Panel panel, double[] line, Function<Result, Summary> errors) {
    double[] best = Vectors.filled(line.length, Double.POSITIVE_INFINITY);
    for (Contender contender : panel.figure().contenders()) {
      double[] other = means(panel, contender, errors);
      for (int k = 0; k < best.length; k++) {
        best[k] = other[k] > 0 ? Math.min(best[k], other[k]) : best[k];
      }
    }
    // A logarithmic axis has no zero: the private error of the non-private mean.
    return IntStream.range(0, line.length).allMatch(k -> line[k] > 0)
        && IntStream.range(0, line.length).anyMatch(k -> line[k] <= WORTH_A_LINE * best[k]);
  }

  private static double[] means(
      Panel panel, Contender contender, Function<Result, Summary> errors) {
    return panel.of(contender).stream().map(errors).mapToDouble(Summary::mean).toArray();
  }

  private static void addLine(
      XYChart chart, String name, Color color, double[] axis, double[] errors) {
    XYSeries line = chart.addSeries(name, axis, errors);
    line.setLineStyle(new BasicStroke(1.5f));
    line.setLineColor(color);
    line.setMarkerColor(color);
    line.setMarker(SeriesMarkers.CIRCLE);
  }
}
