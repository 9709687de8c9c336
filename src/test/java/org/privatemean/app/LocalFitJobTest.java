package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job in the local model. */
final class LocalFitJobTest {
  private static final int USERS = 6000;

  @TempDir private static Path folder;

  private static String csv;

  @BeforeAll
  static void write() {
    Sample.session();
    SplittableRandom random = new SplittableRandom(4);
    Stream<String> rows =
        IntStream.range(0, USERS)
            .mapToObj(i -> (2 + random.nextGaussian()) + "," + (random.nextGaussian() - 1));
    csv =
        Sample.write(folder.resolve("users.csv"), Stream.concat(Stream.of("a,b"), rows)).toString();
  }

  private static Run fit(String... more) {
    String[] usual = {
      "fit",
      "--trust-model",
      "local",
      "--input",
      csv,
      "--features",
      "a,b",
      "--radius",
      "5",
      "--sigma-min",
      "0.5",
      "--sigma-max",
      "2",
      "--seed",
      "3"
    };
    return Run.of(Stream.concat(Stream.of(usual), Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void fit_localEpsilon_reportsMeanChargesAndWarnings() {
    Run run = fit("--epsilon", "4");
    assertEquals(0, run.code(), run.err());
    JsonNode report = run.json();
    assertEquals("local", report.get("trustModel").textValue());
    assertEquals("{\"epsilon\":4.0}", report.get("guarantee").toString());
    assertEquals(1, report.get("charges").size());
    assertEquals("one report", report.get("charges").get(0).get("step").textValue());
    assertEquals(USERS, report.get("n").intValue());
    assertEquals(0, report.get("droppedReports").intValue());
    assertTrue(report.get("clippingBiasBound").isNull());
    assertTrue(report.get("warnings").isArray());
    double error =
        Math.hypot(
            report.get("mean").get(0).doubleValue() - 2,
            report.get("mean").get(1).doubleValue() + 1);
    assertTrue(error < 0.3, "error " + error);
  }

  @Test
  void fit_localWithoutBounds_isRefusedByTheNamesOfOptions() {
    Run.of("fit", "--trust-model", "local", "--input", csv, "--features", "a,b", "--epsilon", "1")
        .assertRefused(2, "--trust-model local needs a public bound: set --radius");
  }

  @Test
  void fit_localWithTooSmallABudget_isRefusedFromPublicValues() {
    fit("--epsilon", "0.01").assertRefused(2, "n = 6000 users of 2 coordinates");
  }

  @Test
  void fit_localWithDelta_isRefused() {
    fit("--epsilon", "1", "--delta", "1e-6").assertRefused(2, "--delta is set");
  }
}
