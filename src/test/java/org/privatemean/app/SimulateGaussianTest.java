package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.spark.LocalGaussianMean;

/** {@code private-mean simulate gaussian}. */
final class SimulateGaussianTest {
  private static final int USERS = 20_000;

  @TempDir private static Path folder;

  private static String csv;
  private static String parquet;

  @BeforeAll
  static void write() {
    SplittableRandom random = new SplittableRandom(8);
    Stream<String> rows =
        IntStream.range(0, USERS)
            .mapToObj(i -> (42 + 3 * random.nextGaussian()) + ",user" + i + ",text");
    csv =
        Sample.write(folder.resolve("x.csv"), Stream.concat(Stream.of("x,id,t"), rows)).toString();
    parquet = folder.resolve("x.parquet").toString();
    Sample.session()
        .read()
        .option("header", "true")
        .csv(csv)
        .selectExpr("cast(x as double) as x", "id")
        .write()
        .parquet(parquet);
  }

  private static Run simulate(String... more) {
    List<String> args = new ArrayList<>(List.of("simulate", "gaussian"));
    args.addAll(List.of(more));
    for (String[] usual :
        List.of(
            new String[] {"--input", csv},
            new String[] {"--column", "x"},
            new String[] {"--epsilon", "2"},
            new String[] {"--mean-bound", "100"})) {
      if (!args.contains(usual[0])) {
        args.addAll(List.of(usual));
      }
    }
    return Run.of(args);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "auto, kv, true, 2",
    "kv1, kv1, true, 1",
    "knownVar, knownVar, true, 2",
    "auto, uv, false, 2",
    "uv1, uv1, false, 1"
  })
  void simulate_eachEstimator_findsTheMean(
      String requested, String estimator, boolean known, int rounds) {
    Run run =
        known
            ? simulate("--sigma", "3", "--estimator", requested)
            : simulate("--sigma-min", "0.5", "--sigma-max", "10", "--estimator", requested);
    assertEquals(0, run.code(), run.err());
    JsonNode report = run.json();
    double mean = report.path("mean").path(0).asDouble();
    assertEquals(42, mean, 3 * report.path("halfWidth").asDouble());
    assertEquals(estimator, report.path("estimator").asText());
    assertEquals(rounds, report.path("rounds").asInt());
    assertEquals(3, report.path("sigma").asDouble(), known ? 0 : 0.5);
    assertEquals(1, report.path("messagesPerUser").asDouble());
    assertTrue(report.path("bytesPerUser").asDouble() >= 8);
    int least = report.path("participants").asInt();
    assertTrue(rounds == 1 ? least == USERS : least > 0 && least < USERS, "participants " + least);
    assertEquals(estimator.endsWith("Var"), report.path("warnings").size() > 0);
    assertEquals(
        report.path("warnings").size(),
        run.err().lines().filter(line -> line.startsWith("warning: ")).count());
  }

  @Tag("long")
  @Test
  void simulate_withReport_writesItOnce() throws IOException {
    Path report = folder.resolve("r.json");
    String[] args = {"--sigma", "3", "--seed", "4", "--report", report.toString()};
    Run run = simulate(args);
    assertEquals(0, run.code(), run.err());
    assertEquals("", run.out());
    assertTrue(run.err().contains("wrote the report to " + report), run.err());
    assertTrue(run.err().contains("warning: --seed is set"), run.err());
    String written = Files.readString(report);
    simulate(args).assertRefused(2, "exists: give --overwrite");
    assertEquals(
        0,
        simulate(Stream.concat(Stream.of(args), Stream.of("--overwrite")).toArray(String[]::new))
            .code());
    assertEquals(Run.json(written), Run.json(Files.readString(report)));
  }

  @Tag("long")
  @Test
  void simulate_parquetAndIds_isTheSameMean() {
    String[] seeded = {"--sigma", "3", "--seed", "4", "--id-col", "id"};
    JsonNode ofText = simulate(seeded).json();
    JsonNode stored =
        simulate(
                Stream.concat(Stream.of(seeded), Stream.of("--input", parquet))
                    .toArray(String[]::new))
            .json();
    assertEquals(ofText, stored);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--epsilon 1 | neither --sigma nor --sigma-min is set",
        "--sigma 3 --sigma-min 1 | both --sigma and --sigma-min are set",
        "--sigma 3 --epsilon 0 | invalid value 0.0 for --epsilon",
        "--sigma 3 --epsilon x | --epsilon",
        "--sigma 3 --estimator median | invalid value median for --estimator",
        "--sigma 3 --estimator uv | --estimator uv takes bounds on sigma",
        "--sigma 3 --delta 1e-6 --estimator kv | --delta is set",
        "--sigma 3 --beta 0.2 | --beta = 0.2 must be below 1 - --confidence",
        "--sigma 3 --mean-bound 1e30 | --mean-bound must be at most",
        "--sigma 3 --report r.txt | --report: the name of r.txt must end in .json",
        "--sigma 3 --column '' | no column is named: give --column",
        "--sigma 3 --id-col x | --id-col is the input column",
        "--sigma 3 --handle-invalid skip | invalid value skip for --handle-invalid",
        "--sigma 3 --weight-col w | weights are not supported",
        "--sigma 3 --sigma 3 | --sigma is given twice: give it once"
      })
  void simulate_wrongOptions_isRefusedInOneLineBeforeRowsAreRead(String options, String text) {
    String[] args = options.replace("''", "").split(" ", -1);
    String[] unread =
        Stream.concat(Stream.of(args), Stream.of("--input", "/nowhere/x.csv"))
            .toArray(String[]::new);
    simulate(unread).assertRefused(2, text);
    String[] all =
        Stream.concat(Stream.of("simulate", "gaussian"), Stream.of(unread)).toArray(String[]::new);
    List<String> complete = new ArrayList<>(List.of(all));
    for (String[] usual :
        List.of(
            new String[] {"--column", "x"},
            new String[] {"--epsilon", "2"},
            new String[] {"--mean-bound", "100"})) {
      if (!complete.contains(usual[0])) {
        complete.addAll(List.of(usual));
      }
    }
    assertEquals(2, Launch.withoutSpark(complete.toArray(String[]::new)));
  }

  @Tag("long")
  @Test
  void simulate_badColumnsAndRows_areRefused() {
    simulate("--sigma", "3", "--column", "absent")
        .assertRefused(2, "the input has no column absent");
    Run text = simulate("--sigma", "3", "--column", "t");
    assertEquals(1, text.code(), text.err());
    assertTrue(text.err().contains("set --handle-invalid to \"zero\""), text.err());
    assertFalse(text.err().contains("text,"), text.err());
    simulate("--sigma", "3", "--epsilon", "0.001")
        .assertRefused(2, "20000 users are too few for --estimator auto at --epsilon = 0.001");
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulate", "simulate gaussian"})
  void help_listsTheOptions(String command) {
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.add("--help");
    String help = Run.of(args).assertDone().out();
    assertTrue(help.startsWith("Usage: private-mean simulate"), help);
    assertEquals(0, help.lines().filter(line -> line.length() > 100).count(), help);
  }

  @Test
  void options_areTheParamsInKebabCase() {
    Set<String> options =
        PrivateMeanJob.commandLine()
            .getSubcommands()
            .get("simulate")
            .getSubcommands()
            .get("gaussian")
            .getCommandSpec()
            .optionsMap()
            .keySet();
    Set<String> expected = new TreeSet<>();
    for (Param<?> param : new LocalGaussianMean().params()) {
      expected.add("--" + param.name().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
    }
    expected.removeAll(List.of("--input-col", "--output-col", "--report-col"));
    assertTrue(options.containsAll(expected), options.toString());
  }

  @Test
  void simulate_alone_isRefused() {
    Run.of("simulate").assertRefused(2, "Missing required subcommand");
  }
}
