package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;
import org.privatemean.spark.PrivateStandardScaler;
import org.privatemean.spark.PrivateStandardScalerModel;

/** What is printed of releases with standard deviations, whoever saved them. */
final class InspectCommandTest {
  @TempDir private static Path folder;

  private static PrivateStandardScalerModel scaler;
  private static String saved;

  @BeforeAll
  static void save() throws IOException {
    scaler =
        new PrivateStandardScaler()
            .setInputCol("features")
            .setDimension(Sample.DIMENSION)
            .setRho(20)
            .setWithMean(true)
            .fit(Sample.frame());
    saved = folder.resolve("scaler").toString();
    scaler.write().save(saved);
  }

  /** The line of a coordinate: its mean and its deviation, each with its error. */
  private static String line(PrivateMeanSummary summary, int j) {
    return String.format(
        "  %s  %s, std %s",
        summary.release().labels().get(j),
        NumberFormat.withError(summary.mean()[j], summary.halfWidths()[j]),
        NumberFormat.withError(summary.std()[j], summary.stdNoise()[j]));
  }

  private static double[] doubles(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .mapToDouble(JsonNode::doubleValue)
        .toArray();
  }

  private static void assertHasLine(String text, String line) {
    // A mark of a warning may follow.
    assertTrue(text.lines().anyMatch(x -> x.startsWith(line)), () -> line + " is not in " + text);
  }

  @Test
  void inspect_savedScaler_printsMeanDeviationsAndTheirNoise() {
    String text = Run.of("inspect", saved).assertDone().out();
    assertTrue(text.startsWith("private mean of n = 400 rows, 3 coordinates"), text);
    for (int j = 0; j < Sample.DIMENSION; j++) {
      assertHasLine(text, line(scaler.summary(), j));
    }
    assertTrue(text.contains("  features[2]  "), text);
  }

  @Test
  void inspectJson_savedScaler_isTheReportOfItsFit() {
    JsonNode report = Run.of("inspect", saved, "--json").assertDone().json();
    assertEquals(Run.json(scaler.summary().toJson()), report);
    for (String key : new String[] {"mean", "std", "stdNoise"}) {
      assertEquals(Sample.DIMENSION, report.get(key).size(), key);
    }
    assertArrayEquals(scaler.std().toArray(), doubles(report.get("std")));
  }

  /** The same lines as of a scaler. */
  @Tag("long")
  @Test
  void inspect_savedFitWithStd_printsMeanDeviationsAndTheirNoise() {
    String model = folder.resolve("mean").toString();
    Run fit =
        Run.of(
            "fit",
            "--input",
            Sample.csv(folder).toString(),
            "--features",
            "a,b,c c",
            "--rho",
            "20",
            "--std",
            "--output",
            model);
    assertEquals(0, fit.code(), fit.err());
    String text = Run.of("inspect", model).assertDone().out();
    PrivateMeanSummary summary = PrivateMeanModel.load(model).summary();
    for (int j = 0; j < Sample.DIMENSION; j++) {
      assertHasLine(text.replaceAll("(?m)^(  [ab])  (  .*)$", "$1$2"), line(summary, j));
    }
  }
}
