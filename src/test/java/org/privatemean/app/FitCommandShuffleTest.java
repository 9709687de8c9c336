package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job in the shuffle model. */
final class FitCommandShuffleTest {
  private static final int USERS = 3000;

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

  private static Run run(String command, String... more) {
    Stream<String> usual =
        Stream.of(command, "--trust-model", "shuffle", "--coordinate-bound", "8");
    return Run.of(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
  }

  private static Run fit(String... more) {
    Stream<String> input = Stream.of("--input", csv, "--features", "a,b", "--resolution", "1");
    return run("fit", Stream.concat(input, Stream.of(more)).toArray(String[]::new));
  }

  @Tag("long")
  @Test
  void fit_shuffle_reportsMeanChargesAndMessages() {
    Run run = fit("--epsilon", "4", "--delta", "1e-9", "--seed", "3", "--rounds", "4");
    assertEquals(0, run.code(), run.err());
    JsonNode report = run.json();
    assertEquals("shuffle", report.get("trustModel").textValue());
    assertEquals("shiftedClipped", report.get("method").textValue());
    assertEquals(
        "{\"epsilon\":4.0,\"delta\":1.0E-9,\"honestFraction\":1.0}",
        report.get("guarantee").toString());
    assertEquals(4, report.get("charges").size());
    assertEquals("medians", report.get("charges").get(0).get("step").textValue());
    assertEquals(USERS, report.get("n").intValue());
    assertEquals(0, report.get("droppedReports").intValue());
    assertTrue(report.get("messagesPerUser").doubleValue() > 10);
    assertTrue(report.get("bytesPerUser").doubleValue() > 20);
    double error =
        Math.hypot(
            report.get("mean").get(0).doubleValue() - 2,
            report.get("mean").get(1).doubleValue() + 1);
    // Half a resolution, by which rounding may move the mean, and four times the noise.
    assertTrue(error < 0.5 + 4 * report.get("expectedL2Error").doubleValue(), "error " + error);
  }

  @Test
  void forecast_shuffle_printsMessagesBytesAndErrorWithoutData() {
    String[] publicValues = {"--rows", "100000", "--dimension", "8", "--spread", "2.83"};
    String[] budget = {"--epsilon", "1", "--delta", "1e-9", "--honest-fraction", "0.9", "--json"};
    Run run =
        run("forecast", Stream.of(publicValues, budget).flatMap(Stream::of).toArray(String[]::new));
    assertEquals(0, run.code(), run.err());
    JsonNode report = run.json();
    assertEquals("shuffle", report.get("trustModel").textValue());
    assertEquals(0, report.get("mean").size());
    assertEquals(0, report.get("charges").size());
    assertTrue(report.get("messagesPerUser").doubleValue() > 100, report.toString());
    assertTrue(
        report.get("bytesPerUser").doubleValue() > report.get("messagesPerUser").doubleValue());
    assertTrue(report.get("expectedL2Error").doubleValue() > 0);
    assertTrue(report.get("noiseStdDev").doubleValue() > 0);
  }

  @Test
  void fit_shuffleWithWrongOptions_isRefusedByTheirNames() {
    fit("--epsilon", "1").assertRefused(2, "--epsilon and --delta must both be set");
    fit("--rho", "1").assertRefused(2, "--rho is set, but --trust-model is shuffle");
    fit("--epsilon", "1", "--delta", "1e-9", "--method", "clipped")
        .assertRefused(2, "method is clipped, but --trust-model is shuffle");
    fit("--epsilon", "1", "--delta", "1e-9", "--honest-fraction", "0")
        .assertRefused(2, "--honest-fraction");
    fit("--epsilon", "4", "--delta", "1e-9", "--rounds", "2")
        .assertRefused(2, "--rounds must be auto or in [3, 40]: 3 would do at least");
    fit("--epsilon", "4", "--delta", "1e-9", "--rounds", "few")
        .assertRefused(2, "--rounds must be auto or in [3, 40]. Provided value: few");
  }

  @Test
  void fit_shuffleWithoutUsers_isRefused() {
    String empty = Sample.write(folder.resolve("nobody.csv"), Stream.of("a,b")).toString();
    run("fit", "--epsilon", "4", "--delta", "1e-9", "--features", "a,b", "--input", empty)
        .assertRefused(
            2, "the number of rows of the input must be in [1, 2^31) with --trust-model");
  }

  @Test
  void fit_shuffleOfTooFewUsers_isRefusedFromPublicValues() {
    fit("--epsilon", "0.01", "--delta", "1e-9").assertRefused(2, "n = 3000 users of 2 coordinates");
  }
}
