package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;

/** What reports hold: of a fit, of a forecast, and of a saved model. */
final class FitCommandReportTest {
  /** Those of every central report whose rows have a public bound; n is public. */
  private static final List<String> KEYS =
      List.of(
          "formatVersion",
          "method",
          "trustModel",
          "unit",
          "neighbours",
          "guarantee",
          "epsilonAtDelta",
          "charges",
          "mean",
          "n",
          "dimension",
          "clippingNorm",
          "noiseStdDev",
          "expectedL2Error",
          "l2Radius",
          "intervals",
          "clippingBiasBound",
          "seeded",
          "warnings",
          "warningCodes");

  /** What a fit may have beside them. */
  private static final Set<String> MORE =
      Set.of(
          "product",
          "createdAt",
          "columns",
          "scaling",
          "sampling",
          "covarianceType",
          "scales",
          "scalesFrom",
          "noiseStdDevs",
          "clippedRowsAtMost",
          "columnWarnings");

  @TempDir private static Path folder;

  private static String model;
  private static String csv;

  @BeforeAll
  static void save() {
    Sample.session();
    model = folder.resolve("m").toString();
    csv = Sample.csv(folder).toString();
    Run run =
        Run.of(
            "fit",
            "--input",
            csv,
            "--features",
            "a,b,c c",
            "--bound",
            "20",
            "--rho",
            "0.5",
            "--output",
            model);
    assertEquals(0, run.code(), run.err());
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static double[] doubles(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .mapToDouble(JsonNode::doubleValue)
        .toArray();
  }

  /** All numbers are numbers: Jackson would write NaN and infinity as text. */
  private static void assertNumbers(JsonNode report) {
    for (String key :
        List.of("n", "dimension", "noiseStdDev", "expectedL2Error", "clippingBiasBound")) {
      assertTrue(report.get(key).isNumber(), key);
    }
    assertTrue(report.get("l2Radius").get("radius").isNumber());
    assertTrue(!report.has("clippingNorm") || report.get("clippingNorm").isNumber());
    report.properties().forEach(field -> assertFalse(field.getValue().isNull(), field::getKey));
  }

  @Test
  void inspectJson_savedFit_holdsEveryKeyAndRoundTrips() {
    JsonNode report = Run.of("inspect", model, "--json").assertDone().json();
    PrivateMeanSummary summary = PrivateMeanModel.load(model).summary();
    List<String> keys = keys(report);
    keys.removeAll(MORE);
    assertEquals(KEYS, keys);
    assertNumbers(report);
    assertEquals("[\"a\",\"b\",\"c c\"]", report.get("columns").toString());
    assertEquals("recentred", report.get("method").textValue());
    assertEquals("central", report.get("trustModel").textValue());
    assertEquals("replace", report.get("neighbours").textValue());
    assertEquals("{\"rho\":0.5}", report.get("guarantee").toString());
    assertArrayEquals(summary.mean(), doubles(report.get("mean")), 0.0);
    assertEquals(400, report.get("n").longValue());
    assertEquals(3, report.get("dimension").intValue());
    assertEquals(summary.clippingNorm().getAsDouble(), report.get("clippingNorm").doubleValue());
    assertEquals(summary.noiseStdDev(), report.get("noiseStdDev").doubleValue());
    assertEquals(summary.expectedL2Error(), report.get("expectedL2Error").doubleValue());
    assertEquals(List.of("confidence", "radius", "covers"), keys(report.get("l2Radius")));
    assertEquals(summary.covers(), report.get("l2Radius").get("covers").textValue());
    assertEquals(
        List.of("confidence", "covers", "coversByColumn", "halfWidths"),
        keys(report.get("intervals")));
    assertEquals(3, report.get("intervals").get("coversByColumn").size());
    assertArrayEquals(summary.halfWidths(), doubles(report.get("intervals").get("halfWidths")));
    assertEquals(summary.l2Radius(), report.get("l2Radius").get("radius").doubleValue());
    assertFalse(report.get("seeded").booleanValue());
    assertTrue(report.get("warnings").isArray());
  }

  @Test
  void inspectJson_savedFit_chargesAddUpToTheGuarantee() {
    JsonNode charges = Run.of("inspect", model, "--json").assertDone().json().get("charges");
    double sum = 0;
    for (JsonNode charge : charges) {
      assertEquals(List.of("step", "rho"), keys(charge));
      sum += charge.get("rho").doubleValue();
    }
    assertTrue(charges.size() >= 4, charges::toString);
    assertEquals(0.5, sum, 1e-12);
  }

  @Test
  void fit_confidence_isReportedWithTheBars() {
    double[] radius = new double[2];
    for (int i = 0; i < 2; i++) {
      String confidence = i == 0 ? "0.5" : "0.99";
      JsonNode report =
          Run.fit("--input", csv, "--features", "a,b,c c", "--confidence", confidence)
              .assertDone()
              .json();
      for (String bars : List.of("l2Radius", "intervals")) {
        assertEquals(Double.parseDouble(confidence), report.get(bars).get("confidence").asDouble());
        assertEquals("noise", report.get(bars).get("covers").textValue());
      }
      radius[i] = report.get("l2Radius").get("radius").asDouble();
    }
    assertTrue(radius[1] > 1.2 * radius[0]);
  }

  @Test
  void fit_seedLargeDeltaAndLargeBudget_warnsOnStandardErrorAndInTheReport() {
    Run run =
        Run.of(
            "fit",
            "--input",
            csv,
            "--features",
            "a,b,c c",
            "--method",
            "clipped",
            "--clipping-norm",
            "10",
            "--epsilon",
            "21",
            "--delta",
            "0.01",
            "--seed",
            "1");
    assertEquals(0, run.code(), run.err());
    JsonNode report = run.json();
    assertEquals(
        "[\"largeDelta\",\"largeBudget\",\"seeded\"]", report.get("warningCodes").toString());
    List<String> told = new ArrayList<>();
    report.get("warnings").forEach(text -> told.add("warning: " + text.textValue()));
    assertEquals(told, run.err().lines().toList());
  }

  @Test
  void inspect_savedFit_printsItsCost() {
    String text = Run.of("inspect", model).assertDone().out();
    for (String part :
        List.of(
            "n = 400 rows, 3 coordinates", "0.5-zCDP", "recentring", "noise std dev", "  c c  ")) {
      assertTrue(text.contains(part), text);
    }
  }

  private static Run forecast(String... args) {
    return Run.of(
        Stream.concat(Stream.of("forecast", "--json"), Stream.of(args)).toArray(String[]::new));
  }

  @Test
  void forecast_publicValues_hasTheKeysOfAFit() {
    JsonNode report =
        forecast(
                "--rows",
                "10000",
                "--dimension",
                "20",
                "--spread",
                "3",
                "--bound",
                "50",
                "--epsilon",
                "1",
                "--delta",
                "1e-6",
                "--method",
                "clipped")
            .assertDone()
            .json();
    assertEquals(KEYS, keys(report));
    assertNumbers(report);
    assertEquals("clipped", report.get("method").textValue());
    assertEquals(List.of("epsilon", "delta", "conversion"), keys(report.get("guarantee")));
    assertEquals(1e-6, report.get("guarantee").get("delta").doubleValue());
    assertEquals(0, report.get("mean").size());
    assertEquals(0, report.get("charges").size());
    assertEquals(10000, report.get("n").longValue());
    assertEquals(20, report.get("dimension").intValue());
    assertEquals(0, report.get("warnings").size());
  }

  @Test
  void forecast_ofTheFit_hasTheNoiseOfTheFit() {
    JsonNode foretold =
        forecast(
                "--rows",
                "400",
                "--dimension",
                "3",
                "--spread",
                "1.73",
                "--bound",
                "20",
                "--rho",
                "0.5")
            .assertDone()
            .json();
    JsonNode real = Run.of("inspect", model, "--json").assertDone().json();
    double ratio =
        foretold.get("noiseStdDev").doubleValue() / real.get("noiseStdDev").doubleValue();
    assertTrue(ratio > 0.4 && ratio < 2.5, "foretold over real: " + ratio);
  }

  @Test
  void forecast_tooFewRows_statesTheNumberNeeded() {
    String[] settings = {
      "--method", "clipped", "--dimension", "20", "--spread", "3", "--bound", "50", "--rho", "0.5"
    };
    JsonNode report = withRows("10", settings);
    String warning = report.get("warnings").get(0).textValue();
    assertFalse(report.has("clippingNorm"));
    String needed = warning.replaceFirst(".*at least (\\d+) rows are needed$", "$1");
    assertFalse(withRows(needed, settings).toString().contains("too small"), warning);
    String fewer = String.valueOf(Long.parseLong(needed) - 1);
    assertTrue(withRows(fewer, settings).toString().contains("too small"), warning);
  }

  private static JsonNode withRows(String rows, String... settings) {
    return forecast(
            Stream.concat(Stream.of("--rows", rows), Stream.of(settings)).toArray(String[]::new))
        .assertDone()
        .json();
  }

  @ParameterizedTest
  @CsvSource({
    "1e300, 1e-9, 0, 1",
    "1e300, 1e9, 1, 100000",
    "1e-300, 1e-9, 1000000, 3",
    "1e-300, 1e300, 1000, 131072",
    "1, 1e-300, 1000000000, 1",
    "1, 1e300, 1000000000000, 1"
  })
  void forecast_extremes_areNumbersOrRefused(String bound, String rho, String rows, String d) {
    for (String method : List.of("clipped", "shiftedClipped")) {
      Run run =
          forecast(
              "--rows",
              rows,
              "--dimension",
              d,
              "--spread",
              "1",
              "--bound",
              bound,
              "--rho",
              rho,
              "--method",
              method);
      if (run.code() == 0) {
        assertNumbers(run.json());
      } else {
        run.assertRefused(2, "private-mean forecast: ");
      }
    }
  }
}
