package org.privatemean.bench.accuracy;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
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
      String file = folder.resolve(panel.image()).toString();
      List<XYChart> charts = new ArrayList<>();
      if (!figure.population()) {
        charts.add(chart(panel, "l2 error, total", Result::total));
      }
      charts.add(chart(panel, "l2 error, private part", Result::own));
      BitmapEncoder.saveBitmap(charts, charts.size(), 1, file, BitmapFormat.PNG);
    }
  }

  private static XYChart chart(Panel panel, String errorAxis, Function<Result, Summary> errors) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(panel.figure().id() + " " + panel.name())
            .xAxisTitle(panel.figure().axis())
            .yAxisTitle(errorAxis)
            .theme(ChartTheme.Matlab)
            .build();
    chart
        .getStyler()
        .setXAxisLogarithmicDecadeOnly(false)
        .setYAxisLogarithmicDecadeOnly(true)
        .setXAxisLogarithmic(panel.figure().plot() == Plot.LOGARITHMIC)
        .setYAxisLogarithmic(true)
        .setYAxisDecimalPattern("0.###")
        .setChartBackgroundColor(Color.WHITE)
        .setMarkerSize(5)
        .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11))
        .setLegendPosition(LegendPosition.OutsideE);
    double[] axis = panel.axis().stream().mapToDouble(Double::parseDouble).toArray();
    List<Contender> contenders = panel.figure().contenders();
    for (int k = 0; k < contenders.size(); k++) {
      double[] line = means(panel, contenders.get(k), errors);
      if (isWorthALine(panel, line, errors)) {
        addLine(chart, contenders.get(k).name(), color(k, contenders.size()), axis, line);
      }
    }
    return chart;
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
