package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job in the local model. */
final class FitCommandLocalTest {
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
    List<String> args = new ArrayList<>(List.of(usual));
    args.addAll(List.of(more));
    if (!args.contains("--input")) {
      args.addAll(List.of("--input", csv));
    }
    return Run.of(args).warnedOfTheSeed();
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
    assertFalse(report.has("clippingBiasBound"));
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
  void fit_localWithoutUsers_isRefused() {
    String empty = Sample.write(folder.resolve("nobody.csv"), Stream.of("a,b")).toString();
    fit("--epsilon", "4", "--input", empty)
        .assertRefused(
            2, "the number of rows of the input must be in [1, 2^31) with --trust-model");
  }

  /** The reports follow the ids: the mean is that of the rows in any order and any files. */
  @Tag("long")
  @Test
  void fit_idCol_sameMeanInAnyOrderOfTheRows() {
    List<String> rows = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < USERS; i++) {
      rows.add("u" + i + "," + (2 + random.nextGaussian()) + "," + (random.nextGaussian() - 1));
    }
    List<String> turned = new ArrayList<>(rows);
    Collections.reverse(turned);
    String[] means = new String[2];
    for (int k = 0; k < 2; k++) {
      String id = k == 0 ? "who" : "features";
      Stream<String> lines =
          Stream.concat(Stream.of(id + ",a,b"), (k == 0 ? rows : turned).stream());
      String file = Sample.write(folder.resolve("ids-" + k + ".csv"), lines).toString();
      Run run = fit("--epsilon", "4", "--id-col", id, "--input", file);
      means[k] = run.assertDone().json().get("mean").toString();
    }
    assertEquals(means[0], means[1]);
    fit("--epsilon", "4", "--id-col", "nobody").assertRefused(2, "--id-col: the input has no");
    fit("--epsilon", "4", "--id-col", "a").assertRefused(2, "--id-col: column a is one of");
    String doubled =
        Sample.write(
                folder.resolve("twice.csv"),
                Stream.concat(Stream.of("who,a,b"), Stream.concat(rows.stream(), rows.stream())))
            .toString();
    fit("--epsilon", "4", "--id-col", "who", "--input", doubled)
        .assertRefused(2, "--id-col: column who holds nulls or an id twice");
  }

  @Test
  void forecast_local_printsErrorAndBytesBeforeAJob() {
    String[] args = {
      "forecast",
      "--json",
      "--trust-model",
      "local",
      "--rows",
      "100000",
      "--dimension",
      "8",
      "--spread",
      "2.8",
      "--epsilon",
      "1",
      "--radius",
      "57",
      "--sigma-min",
      "0.5",
      "--sigma-max",
      "2"
    };
    JsonNode report = Run.of(args).assertDone().json();
    assertEquals("local", report.get("trustModel").textValue());
    assertEquals(0, report.get("mean").size());
    assertEquals(0, report.get("charges").size());
    // 0.102 was measured to be forecast for 10^6 rows of 32 coordinates: d / sqrt(n) times that.
    assertEquals(0.09, report.get("expectedL2Error").doubleValue(), 0.02);
    double bytes = report.get("bytesPerUser").doubleValue();
    assertTrue(bytes > 8 && bytes < 5 + 2 * 8, "bytes " + bytes);
    assertEquals("privUnit", report.get("randomizer").textValue());
    args[5] = "100";
    Run.of(args).assertRefused(2, "About ");
  }

  @Test
  void fit_localWithDelta_isRefused() {
    fit("--epsilon", "1", "--delta", "1e-6").assertRefused(2, "--delta is set");
  }
}
