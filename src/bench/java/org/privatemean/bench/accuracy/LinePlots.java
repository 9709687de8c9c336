package org.privatemean.bench.accuracy;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.privatemean.bench.accuracy.Figure.Plot;

/** Panels as images: errors against the axis, total above private. */
final class LinePlots {
  private static final int WIDTH = 680;
  private static final int HEIGHT = 380;

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
        .setXAxisLogarithmic(panel.figure().plot() == Plot.LOGARITHMIC)
        .setYAxisLogarithmic(true)
        .setYAxisDecimalPattern("0.###")
        .setChartBackgroundColor(Color.WHITE)
        .setMarkerSize(5)
        .setLegendPosition(LegendPosition.OutsideE);
    for (Contender contender : panel.figure().contenders()) {
      addLine(chart, contender, panel.of(contender), errors);
    }
    return chart;
  }

  /** Nothing for an error of zero, which a logarithmic axis does not have. */
  private static void addLine(
      XYChart chart, Contender contender, List<Result> results, Function<Result, Summary> errors) {
    double[] x =
        results.stream().mapToDouble(result -> Double.parseDouble(result.setting().x())).toArray();
    double[] y = results.stream().map(errors).mapToDouble(Summary::mean).toArray();
    for (double error : y) {
      if (error <= 0) {
        return;
      }
    }
    XYSeries line = chart.addSeries(contender.name(), x, y);
    line.setLineStyle(new BasicStroke(1.5f));
  }
}
