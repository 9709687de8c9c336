package org.privatemean.release.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Covariance;
import org.privatemean.release.Deviations;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.release.TrustedParty;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class MeanPlotTest {
  private static final double PIXEL = 0.01;

  private static Release release(double[] mean, double... halfWidths) {
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(0.5), PrivacyUnit.row(Neighbours.REPLACE));
    return release(guarantee, mean, ConfidenceRegion.Covers.SAMPLE, halfWidths);
  }

  private static Release release(
      Guarantee guarantee, double[] mean, ConfidenceRegion.Covers covers, double... halfWidths) {
    Estimate estimate = Estimate.of(mean, 20_000);
    Noise noise = Noise.of(mean.length, 1, Double.POSITIVE_INFINITY);
    return Release.of("recentred", TrustedParty.CURATOR, guarantee, estimate, noise)
        .withRegion(new ConfidenceRegion(0.95, covers, 1, halfWidths, OptionalLong.empty()))
        .withSeeding(NoiseSeeding.NO);
  }

  /** Three columns of different units; the deviations put their means at 3, 1.5 and 2. */
  private static Release people() {
    return release(new double[] {36, 45_000, -0.5}, 1.2, 300, 0.125)
        .withColumnNames(List.of("age", "a <b> & \"c\"", "score"))
        .withScales(Scales.of("standard", Scales.From.PRIVATE, new double[] {12, 30_000, 0.25}));
  }

  private static Document parsed(String svg) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)));
    } catch (Exception malformed) {
      throw new AssertionError(svg, malformed);
    }
  }

  private static List<Element> elements(String svg, String name) {
    NodeList found = parsed(svg).getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  private static List<String> texts(String svg) {
    return elements(svg, "text").stream()
        .map(text -> text.getLastChild().getTextContent())
        .toList();
  }

  /** The horizontal place of the tick of a label. */
  private static double tick(String svg, String label) {
    return elements(svg, "text").stream()
        .filter(text -> text.getTextContent().equals(label))
        .filter(text -> text.getAttribute("text-anchor").equals("middle"))
        .mapToDouble(text -> number(text, "x"))
        .findFirst()
        .orElseThrow();
  }

  private static BufferedImage image(byte[] png) {
    try {
      return ImageIO.read(new ByteArrayInputStream(png));
    } catch (IOException malformed) {
      throw new AssertionError(malformed);
    }
  }

  @Test
  void svg_columns_holdsNamesAndNumbersOfEach() {
    List<String> texts = texts(MeanPlot.create(people()).svg());
    assertTrue(
        texts.containsAll(
            List.of(
                "age",
                "a <b> & \"c\"",
                "score",
                "36.0 \u00b1 1.2",
                "45000 \u00b1 300",
                "-0.50 \u00b1 0.13",
                "Private mean of n = 20,000 rows",
                "rho 0.5 (epsilon 5.23 at delta 1e-6), neighbours replace one row",
                "Bars: intervals of confidence 0.95, each for its coordinate alone",
                "They cover the mean of these rows, as far as private queries detect the "
                    + "clipping.",
                "mean, in private standard deviations of its column")),
        texts::toString);
    assertFalse(texts.stream().anyMatch(text -> text.contains("seeded")), texts::toString);
  }

  @Test
  void svg_columns_dotsAndBarsAreAtTheirValues() {
    String svg = MeanPlot.create(people()).svg();
    double zero = tick(svg, "0");
    double unit = tick(svg, "1") - zero;
    List<Element> dots = elements(svg, "circle");
    double[] middles = {3, 1.5, -2};
    double[] halfWidths = {0.1, 0.01, 0.5};
    assertEquals(middles.length, dots.size());
    for (int j = 0; j < middles.length; j++) {
      assertEquals(zero + middles[j] * unit, number(dots.get(j), "cx"), 2 * PIXEL);
      double y = number(dots.get(j), "cy");
      Element bar =
          elements(svg, "line").stream()
              .filter(line -> number(line, "y1") == y && number(line, "y2") == y)
              .findFirst()
              .orElseThrow();
      assertEquals(zero + (middles[j] - halfWidths[j]) * unit, number(bar, "x1"), 3 * PIXEL);
      assertEquals(zero + (middles[j] + halfWidths[j]) * unit, number(bar, "x2"), 3 * PIXEL);
    }
  }

  @Test
  void svg_releasedDeviations_areTheUnitAndBoundsAmongThemAreMarked() {
    Release release =
        people()
            .withDeviations(
                new Deviations(
                    new double[] {6, 45_000, 0.5},
                    new double[] {1, 1, 1},
                    new boolean[] {false, true, false}));
    String svg = MeanPlot.create(release).svg();
    assertTrue(texts(svg).contains("a <b> & \"c\" *"));
    assertTrue(
        texts(svg)
            .contains("mean, in released standard deviations of its column (* in an upper bound)"));
    double zero = tick(svg, "0");
    double unit = (tick(svg, "2") - zero) / 2;
    assertEquals(zero + 6 * unit, number(elements(svg, "circle").get(0), "cx"), 3 * PIXEL);
  }

  /** Correlations 0.25, -0.64 and one with a deviation that is not resolved. */
  @Test
  void svg_covariance_isAHeatMapOfCorrelationsBelowTheMean() {
    double[] matrix = {1, 0.25, -0.64, 0.25, 1, 0, -0.64, 0, 1};
    Release plain = people();
    for (int unresolved = -1; unresolved < 3; unresolved++) {
      boolean[] marks = new boolean[3];
      if (unresolved >= 0) {
        marks[unresolved] = true;
      }
      Release release =
          plain
              .withDeviations(new Deviations(new double[] {1, 1, 1}, new double[] {1, 1, 1}, marks))
              .withCovariance(Covariance.of(matrix, 0.01, new double[] {1, 1, 1}));
      String svg = MeanPlot.create(release).svg();
      assertTrue(texts(svg).contains("Private correlations, columns in the order of the rows"));
      int hidden = unresolved < 0 ? 0 : 5;
      assertEquals(hidden, Collections.frequency(texts(svg), "?"));
      double full = largest(svg, "#b4451f") / largest(svg, "#1d5a9e");
      assertEquals(unresolved == 0 || unresolved == 2 ? 0 : 0.8, full, 1e-3);
      assertTrue(
          number(elements(svg, "svg").get(0), "height")
              > 100 + number(elements(MeanPlot.create(plain).svg(), "svg").get(0), "height"));
      assertNotEquals(0, MeanPlot.create(release).png().length);
    }
  }

  /** Returns the largest side of the squares of a colour, or 0. */
  private static double largest(String svg, String fill) {
    return elements(svg, "rect").stream()
        .filter(square -> square.getAttribute("fill").equals(fill))
        .mapToDouble(square -> number(square, "width"))
        .max()
        .orElse(0);
  }

  @Test
  void svg_covarianceOfManyColumns_drawsTheFirst() {
    int d = 70;
    double[] matrix = new double[d * d];
    double[] ones = new double[d];
    Arrays.fill(ones, 1);
    IntStream.range(0, d).forEach(j -> matrix[j * d + j] = 1);
    Release release =
        release(new double[d], ones)
            .withDeviations(new Deviations(ones, ones, new boolean[d]))
            .withCovariance(Covariance.of(matrix, 0.01, ones));
    String svg = MeanPlot.create(release).svg();
    assertTrue(texts(svg).contains("Private correlations of the first 64 of 70 columns"));
    assertEquals(
        64 * 64,
        elements(svg, "rect").stream()
            .filter(square -> square.getAttribute("fill").equals("#e4e7eb"))
            .count());
  }

  @Test
  void svg_otherGuaranteesAndSeeds_areInTheText() {
    Guarantee approximate =
        Guarantee.inApproxDp(
            new ApproxDp(1, 1e-6), new Zcdp(0.0625), PrivacyUnit.row(Neighbours.ADD_REMOVE));
    Release release = release(approximate, new double[] {1}, ConfidenceRegion.Covers.NOISE, 0.5);
    List<String> texts = texts(MeanPlot.create(release.withSeeding(NoiseSeeding.YES)).svg());
    assertTrue(texts.contains("Private mean of n = 20,000 rows (noisy)"), texts::toString);
    assertTrue(
        texts.stream()
            .anyMatch(text -> text.startsWith("epsilon 1 at delta 1e-6 (rho 0.0625), neighbours")),
        texts::toString);
    assertTrue(
        texts.contains("They cover only the noise: they do not include what clipping removes."),
        texts::toString);
    assertTrue(texts.contains("seeded: for tests only, not to be published"), texts::toString);
  }

  @Test
  void svg_longName_isShortenedWithAFullTitle() {
    String name = "x".repeat(50) + "\u0000\ud800";
    String svg = MeanPlot.create(release(new double[] {1}, 1).withColumnNames(List.of(name))).svg();
    assertTrue(texts(svg).contains("x".repeat(27) + "\u2026"), svg);
    assertEquals("x".repeat(50) + "\ufffd\ufffd", elements(svg, "title").get(0).getTextContent());
  }

  private static Stream<Release> oddReleases() {
    double inf = Double.POSITIVE_INFINITY;
    double max = Double.MAX_VALUE;
    double min = Double.MIN_VALUE;
    return Stream.of(
        release(new double[] {0}, 0),
        release(new double[] {5}, 0),
        release(new double[] {7, 7, 7}, 0),
        release(new double[] {Double.NaN}, Double.NaN),
        release(new double[] {Double.NaN, 1, inf}, 1, inf, Double.NaN),
        release(new double[] {max, -max}, max, max),
        release(new double[] {max}, 0),
        release(new double[] {min, -min}, min),
        release(new double[] {1e-300, 2e-300}, 1e-301),
        release(new double[] {1e15, 1e15 + 1}, 0.25),
        release(new double[41], 0),
        release(doubles(41, Double.NaN), Double.NaN),
        release(doubles(5000, max), max));
  }

  private static double[] doubles(int size, double value) {
    double[] values = new double[size];
    Arrays.fill(values, value);
    return values;
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("oddReleases")
  void plot_unusualValues_isDrawnWithinItsFrame(Release release) {
    int dimension = release.estimate().dimension();
    for (MeanPlot plot :
        List.of(MeanPlot.create(release), MeanPlot.create(release, 1, dimension))) {
      String svg = plot.svg();
      assertFalse(svg.contains("\"NaN\"") || svg.contains("\"Infinity\""), svg);
      double width = number(parsed(svg).getDocumentElement(), "width");
      for (Element dot : elements(svg, "circle")) {
        assertTrue(number(dot, "cx") >= 0 && number(dot, "cx") <= width, svg);
      }
      assertEquals(width * PixelCanvas.FINENESS, image(plot.png()).getWidth());
    }
    assertTrue(texts(MeanPlot.create(release).svg()).size() >= 6);
  }

  @Test
  void png_dots_areInkAtTheirPlaces() {
    MeanPlot plot = MeanPlot.create(people());
    Element root = parsed(plot.svg()).getDocumentElement();
    BufferedImage image = image(plot.png());
    assertEquals(PixelCanvas.FINENESS * number(root, "width"), image.getWidth());
    assertEquals(PixelCanvas.FINENESS * number(root, "height"), image.getHeight());
    for (Element dot : elements(plot.svg(), "circle")) {
      int x = (int) (number(dot, "cx") * PixelCanvas.FINENESS);
      int y = (int) (number(dot, "cy") * PixelCanvas.FINENESS);
      assertEquals(new Color(Ink.MARK.rgb()), new Color(image.getRGB(x, y)));
      assertNotEquals(new Color(Ink.MARK.rgb()), new Color(image.getRGB(x, y + 18)));
    }
  }

  @Test
  void svg_manyCoordinates_areABandOfTheirIntervals() {
    double[] mean = IntStream.range(0, 50).mapToDouble(j -> j - 20).toArray();
    String svg = MeanPlot.create(release(mean, 2)).svg();
    List<Element> bands =
        elements(svg, "rect").stream()
            .filter(rectangle -> rectangle.getAttribute("fill").equals("#b7d0ea"))
            .toList();
    assertEquals(50, bands.size());
    List<Element> ticks =
        elements(svg, "text").stream()
            .filter(text -> List.of("0", "20").contains(text.getTextContent()))
            .filter(text -> text.getAttribute("text-anchor").equals("end"))
            .toList();
    assertEquals(2, ticks.size(), svg);
    double unit = (number(ticks.get(0), "y") - number(ticks.get(1), "y")) / 20;
    for (int j = 0; j < 50; j++) {
      assertEquals(4 * unit, number(bands.get(j), "height"), 3 * PIXEL);
      assertEquals((number(bands.get(20), "y") - number(bands.get(j), "y")) / unit, j - 20, 0.01);
    }
    assertTrue(texts(svg).contains("49"), svg);
  }

  @Test
  void svg_moreCoordinatesThanPixels_showsAll() {
    double[] mean = new double[100_000];
    mean[77_777] = 4;
    String svg = MeanPlot.create(release(mean, 0.5)).svg();
    assertTrue(svg.length() < 300_000, () -> svg.length() + " characters");
    double highest =
        elements(svg, "rect").stream()
            .filter(rectangle -> rectangle.getAttribute("fill").equals("#1d5a9e"))
            .mapToDouble(rectangle -> number(rectangle, "height"))
            .max()
            .orElseThrow();
    assertTrue(highest > 200, () -> "a mean apart is " + highest + " pixels high");
  }

  private static List<Element> dots(String svg) {
    return elements(svg, "circle");
  }

  @Test
  void svg_constantColumn_hasItsPanelAndDoesNotChangeTheAxis() {
    Release release =
        release(new double[] {36, 12_345.678, 45_000, -0.5}, 1.2, 1e-8, 300, 0.125)
            .withColumnNames(List.of("age", "constant", "income", "score"))
            .withScales(
                Scales.of("standard", Scales.From.PRIVATE, new double[] {12, 1e-8, 30_000, 0.25}));
    String svg = MeanPlot.create(release).svg();
    assertEquals(4, dots(svg).size());
    Element constant = dots(svg).get(0);
    List<Element> others = dots(svg).subList(1, 4);
    assertTrue(number(constant, "cy") + 48 < number(others.get(0), "cy"), svg);
    double unit = tick(svg, "1") - tick(svg, "0");
    assertTrue(unit > 50, () -> "one standard deviation is " + unit + " pixels");
    double[] middles = {3, 1.5, -2};
    for (int j = 0; j < middles.length; j++) {
      assertEquals(tick(svg, "0") + middles[j] * unit, number(others.get(j), "cx"), 2 * PIXEL);
    }
    String axis = "mean, in private standard deviations of its column; each panel has its own axis";
    assertEquals(2, texts(svg).stream().filter(axis::equals).count(), svg);
    assertTrue(texts(svg).indexOf("constant") < texts(svg).indexOf("age"));
  }

  @Test
  void svg_columnsWithWarnings_areRedWithTheirText() {
    ColumnWarning constant =
        new ColumnWarning(1, ColumnWarning.ColumnWarningCode.NEARLY_CONSTANT, 38);
    ColumnWarning tail = new ColumnWarning(1, ColumnWarning.ColumnWarningCode.LONG_TAIL);
    Release release =
        people()
            .withColumnNames(List.of("age", "income", "score"))
            .withColumnWarnings(List.of(constant, tail))
            .withRegion(
                new ConfidenceRegion(
                    0.95,
                    ConfidenceRegion.Covers.SAMPLE,
                    1,
                    new double[] {1.2, 300, 0.125},
                    new boolean[] {false, true, false},
                    OptionalLong.empty()));
    String svg = MeanPlot.create(release).svg();
    List<String> red =
        elements(svg, "text").stream()
            .filter(text -> text.getAttribute("fill").equals("#b42318"))
            .map(Element::getTextContent)
            .toList();
    assertEquals(
        List.of(constant.text("income") + "; " + tail.text("income") + "! income"), red, svg);
    assertTrue(
        texts(svg)
            .containsAll(
                List.of(
                    "age",
                    "Warnings for 1 of 3 columns, marked ! or red: nearlyConstant, longTail; the"
                        + " report says",
                    "more",
                    "They cover the mean of these rows, as far as private queries detect the "
                        + "clipping; for 1 of",
                    "3 columns the noise alone.")),
        svg);
  }

  @Test
  void svg_warningsAmongMany_areRedMarksAtTheirPlaces() {
    Release many = release(doubles(100, 1), 0.5);
    String plain = MeanPlot.create(many).svg();
    assertFalse(plain.contains("#b42318"));
    String svg =
        MeanPlot.create(
                many.withColumnWarnings(
                    List.of(
                        new ColumnWarning(0, ColumnWarning.ColumnWarningCode.NOISY),
                        new ColumnWarning(50, ColumnWarning.ColumnWarningCode.NOISY))))
            .svg();
    List<Element> red =
        elements(svg, "line").stream()
            .filter(line -> line.getAttribute("stroke").equals("#b42318"))
            .toList();
    assertEquals(2, red.size());
    double width =
        number(elements(svg, "rect").get(0), "width") - 84 - 20; // Of the axis: its edges are off.
    assertEquals(width / 2, number(red.get(1), "x1") - number(red.get(0), "x1"), 0.01);
  }

  @Test
  void svg_fewConstantsAmongMany_areLinesAboveTheBandOfTheOthers() {
    double[] mean = IntStream.range(0, 60).mapToDouble(j -> 10 + j % 7).toArray();
    mean[20] = 1e9;
    String svg = MeanPlot.create(release(mean, 2)).svg();
    assertEquals(1, dots(svg).size());
    assertTrue(texts(svg).contains("20"), svg);
    assertEquals(
        59,
        elements(svg, "rect").stream()
            .filter(rectangle -> rectangle.getAttribute("fill").equals("#b7d0ea"))
            .filter(rectangle -> number(rectangle, "height") > 20)
            .count());
    assertTrue(
        texts(svg).stream().anyMatch(text -> text.startsWith("Bars and bands: intervals")), svg);
  }

  @Test
  void svg_sizesOfAllOrders_haveAtMostFivePanelsOfBands() {
    double[] mean = IntStream.range(0, 600).mapToDouble(j -> Math.pow(1000, j % 60)).toArray();
    String svg = MeanPlot.create(release(mean, 0)).svg();
    assertEquals(5, texts(svg).stream().filter(text -> text.endsWith("its own axis")).count(), svg);
    assertEquals(40, dots(svg).size(), "those of the four largest orders have lines");
  }

  @Test
  void svg_shape_isAnImageOfGreyLevels() {
    String svg = MeanPlot.create(release(new double[] {0, 1, 0.5, 0.25, 1, 0}, 0.125), 2, 3).svg();
    String data = elements(svg, "image").get(0).getAttribute("href");
    String prefix = "data:image/png;base64,";
    assertTrue(data.startsWith(prefix), data);
    BufferedImage image = image(Base64.getDecoder().decode(data.substring(prefix.length())));
    int side = image.getWidth() / 3;
    assertEquals(2 * side, image.getHeight());
    int[][] levels = {{0, 255, 128}, {64, 255, 0}};
    for (int y = 0; y < 2; y++) {
      for (int x = 0; x < 3; x++) {
        int place = side / 2;
        assertEquals(
            levels[y][x], image.getRaster().getSample(x * side + place, y * side + place, 0));
      }
    }
    assertTrue(
        texts(svg).contains("2 x 3 pixels; half-widths of their intervals: 0.13"),
        () -> texts(svg).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0x6", "-2x-3", "2x2", "6x0", "65536x65536"})
  void of_shapeThatDoesNotFit_isRefused(String shape) {
    String[] sides = shape.split("x", 2);
    int height = Integer.parseInt(sides[0]);
    int width = Integer.parseInt(sides[1]);
    Release release = release(new double[6], 1);
    ParamException refused =
        assertThrows(ParamException.class, () -> MeanPlot.create(release, height, width));
    assertTrue(refused.getMessage().contains("6 coordinates"), refused.getMessage());
  }

  @Test
  void of_forecastOrNoCoordinates_isRefused() {
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(0.5), PrivacyUnit.row(Neighbours.REPLACE));
    Release forecast =
        Release.of(
            "recentred",
            TrustedParty.CURATOR,
            guarantee,
            Estimate.forecast(2, 100),
            Noise.of(2, 1, Double.POSITIVE_INFINITY));
    Exception refused = assertThrows(ParamException.class, () -> MeanPlot.create(forecast));
    assertTrue(refused.getMessage().contains("a forecast has no mean"), refused.getMessage());
    Release empty = release(new double[0], 0);
    refused = assertThrows(ParamException.class, () -> MeanPlot.create(empty));
    assertTrue(refused.getMessage().contains("without coordinates"), refused.getMessage());
    assertThrows(ParamException.class, () -> MeanPlot.create(empty, 0, 0));
  }
}
