package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.privatemean.bench.accuracy.Figure.Plot;
import org.privatemean.bench.report.LineChart;

/**
 * Panels as images: errors against the axis, total above private. A line that nowhere comes within
 * {@link #WORTH_A_LINE} times the best would only flatten the others: the tables have it.
 */
final class LinePlots {
  private static final double WORTH_A_LINE = 10;

  private LinePlots() {}

  static void write(Figure figure, List<Result> results, Path folder) throws IOException {
    if (figure.plot() == Plot.NONE) {
      return;
    }
    for (Panel panel : Panel.of(figure, results)) {
      List<LineChart> charts = new ArrayList<>();
      if (!figure.population()) {
        charts.add(chart(panel, "l2 error, total", Result::total));
      }
      charts.add(chart(panel, "l2 error, private part", Result::own));
      LineChart.write(charts, folder.resolve(panel.image()));
    }
  }

  private static LineChart chart(Panel panel, String errorAxis, Function<Result, Summary> errors) {
    Figure figure = panel.figure();
    LineChart chart =
        new LineChart(
            panel.title(),
            figure.axis(),
            errorAxis,
            figure.plot() == Plot.LOGARITHMIC,
            panel.axis().stream().mapToDouble(Double::parseDouble).toArray());
    List<Contender> contenders = figure.contenders();
    for (int k = 0; k < contenders.size(); k++) {
      Contender contender = contenders.get(k);
      double[] line = means(panel, contender, errors);
      // A default lies on the line of what it chose: its table says where.
      boolean drawn =
          figure.hasGaps()
              ? !(contender instanceof Default) && hasPoints(line)
              : isWorthALine(panel, line, errors);
      if (drawn) {
        chart.addLine(contender.name(), k, contenders.size(), line);
      }
    }
    return chart;
  }

  /** A contender that refuses leaves a gap. */
  private static boolean hasPoints(double[] line) {
    return DoubleStream.of(line).anyMatch(value -> value > 0)
        && DoubleStream.of(line).noneMatch(value -> value == 0);
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
}
