package org.privatemean.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Lines of positive numbers over one axis; the vertical axis is logarithmic. */
public final class LineChart {
  private static final int WIDTH = 680;
  private static final int HEIGHT = 310;

  private final XYChart chart;
  private final double[] axis;
  private final List<double[]> drawn = new ArrayList<>();

  /**
   * A chart without lines.
   *
   * @param title above it
   * @param xTitle of the horizontal axis
   * @param yTitle of the vertical axis
   * @param logarithmic whether the horizontal axis is logarithmic
   * @param axis the places on it, one a point of every line
   */
  public LineChart(
      String title, String xTitle, String yTitle, boolean logarithmic, double... axis) {
    this.axis = axis.clone();
    chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .theme(ChartTheme.Matlab)
            .build();
    XYStyler styler = chart.getStyler();
    styler.setXAxisLogarithmic(logarithmic);
    styler.setXAxisLogarithmicDecadeOnly(isWide(DoubleStream.of(axis)));
    styler.setXAxisTickLabelsFormattingFunction(LineChart::tickLabel);
    styler.setYAxisLogarithmic(true);
    styler.setYAxisTickLabelsFormattingFunction(LineChart::tickLabel);
    styler.setPlotGridLinesColor(new Color(0xdddddd));
    styler.setPlotGridLinesStroke(new BasicStroke(1));
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setMarkerSize(5);
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    styler.setLegendPosition(LegendPosition.OutsideE);
  }

  /** Powers of ten are ticks enough where the values span more than two of them. */
  private static boolean isWide(DoubleStream values) {
    DoubleSummaryStatistics range =
        values.filter(value -> !Double.isNaN(value)).summaryStatistics();
    return range.getMax() > 100 * range.getMin();
  }

  /** At 1, 2 and 5 times a power of ten; others would run into each other. */
  private static String tickLabel(double tick) {
    double digit = tick / Math.pow(10, Math.floor(Math.log10(tick) + 1e-9));
    return List.of(1L, 2L, 5L).contains(Math.round(digit)) ? Numbers.plain(whole(tick)) : " ";
  }

  /** Without the error of the chart's powers, which makes 0.0000099999 of 0.00001. */
  private static double whole(double tick) {
    return new BigDecimal(tick).round(new MathContext(3)).doubleValue();
  }

  /**
   * Adds a line.
   *
   * @param name in the legend
   * @param index of the line among those that have colours, so that one has the same everywhere
   * @param count of lines that have colours
   * @param values a positive one for each place of the axis; NaN leaves a gap
   */
  public void addLine(String name, int index, int count, double... values) {
    XYSeries line = chart.addSeries(name, axis, values);
    Color color = color(index, count);
    line.setLineStyle(new BasicStroke(1.5f));
    line.setLineColor(color);
    line.setMarkerColor(color);
    line.setMarker(SeriesMarkers.CIRCLE);
    drawn.add(values);
    chart
        .getStyler()
        .setYAxisLogarithmicDecadeOnly(isWide(drawn.stream().flatMapToDouble(DoubleStream::of)));
  }

  /** All around the circle of hues. */
  private static Color color(int index, int count) {
    return Color.getHSBColor((float) index / count, 1, index % 2 == 0 ? 0.9f : 0.6f);
  }

  /**
   * Writes charts below each other as one PNG, in the few colours that make a small file.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(List<LineChart> charts, Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH, HEIGHT * charts.size(), BufferedImage.TYPE_BYTE_INDEXED);
    Graphics2D graphics = image.createGraphics();
    for (LineChart chart : charts) {
      chart.chart.paint(graphics, WIDTH, HEIGHT);
      graphics.translate(0, HEIGHT);
    }
    graphics.dispose();
    ImageIO.write(image, "png", file.toFile());
  }
}
