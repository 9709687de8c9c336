package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code private-mean simulate local} and {@code simulate shuffle}. */
final class SimulateDeviceTest {
  private static final int USERS = 6000;

  @TempDir private static Path folder;

  private static String csv;

  @BeforeAll
  static void write() {
    Sample.session();
    SplittableRandom random = new SplittableRandom(4);
    Stream<String> rows =
        IntStream.range(0, USERS)
            .mapToObj(
                i -> (2 + random.nextGaussian()) + "," + (random.nextGaussian() - 5) + ",u" + i);
    csv =
        Sample.write(folder.resolve("users.csv"), Stream.concat(Stream.of("x0,x1,id"), rows))
            .toString();
  }

  private static List<String> usual(String model, String... more) {
    List<String> args = new ArrayList<>(List.of("simulate", model));
    args.addAll(List.of(more));
    List<String[]> options =
        List.of(
            new String[] {"--input", csv},
            new String[] {"--features", "x0,x1"},
            new String[] {"--epsilon", "2"},
            new String[] {"--coordinate-bound", "10"});
    for (String[] option : options) {
      if (!args.contains(option[0])) {
        args.addAll(List.of(option));
      }
    }
    if (model.equals("shuffle") && !args.contains("--delta")) {
      args.addAll(List.of("--delta", "1e-9"));
    }
    return args;
  }

  private static Run simulate(String model, String... more) {
    return Run.of(usual(model, more));
  }

  private static double error(JsonNode report) {
    return Math.hypot(
        report.path("mean").path(0).asDouble() - 2, report.path("mean").path(1).asDouble() + 5);
  }

  @Test
  void shuffle_allAnswer_isNearTheMean() {
    Run run = simulate("shuffle", "--honest-fraction", "0.95", "--rounds", "4", "--id-col", "id");
    assertEquals(0, run.code(), run.err());
    JsonNode report = run.json();
    assertTrue(error(report) < 0.06, () -> "error " + error(report));
    assertEquals(4, report.path("rounds").asInt());
    assertEquals(USERS, report.path("participants").asInt());
    assertEquals(USERS, report.path("usersInMean").asInt());
    assertEquals(0, report.path("warnings").size(), run.err());
    double messages = report.path("messagesPerUser").asDouble();
    assertTrue(messages > 4 && messages < 300, () -> "messages " + messages);
    assertTrue(report.path("bytesPerUser").asDouble() > messages);
  }

  /** The mean is near, none counts twice, and a liar takes no more than the batch with it. */
  @ParameterizedTest
  @CsvSource({"1", "3"})
  void shuffle_absentRepeatedAndFalse_isNearTheMean(int fromRound) {
    String[] args = {
      "--honest-fraction", "0.95",
      "--epsilon", "4",
      "--rounds", "4",
      "--absent", "0.02",
      "--absent-from-round", String.valueOf(fromRound),
      "--duplicates", "0.05",
      "--forgers", "3",
      "--seed", "5"
    };
    Run run = simulate("shuffle", args);
    assertEquals(0, run.code(), run.err());
    JsonNode report = run.json();
    double expected = report.path("expectedL2Error").asDouble();
    // The error to expect is to the mean of those in it, which is one of some users of unit
    // variance.
    double inMean = report.path("usersInMean").asDouble();
    double ofSome = Math.sqrt(2 / inMean - 2.0 / USERS);
    assertTrue(
        expected < 0.2 && error(report) < 4 * (expected + ofSome),
        () -> error(report) + " " + report);
    assertEquals(USERS - USERS / 50, report.path("participants").asInt());
    assertEquals(4, report.path("batches").asInt());
    int left = report.path("usersInMean").asInt();
    assertTrue(left < USERS - USERS / 50 && left > USERS / 8, () -> "left " + left);
    int repeated = report.path("repeatedBundles").asInt();
    assertEquals(0.05 * 4 * USERS, repeated, 6 * Math.sqrt(0.05 * 4 * USERS));
    assertTrue(run.err().contains("warning: "), run.err());
    assertEquals(1, report.path("warnings").size(), run.err());
  }

  /** One batch, one liar: nothing is left, and that is said. */
  @Tag("long")
  @Test
  void shuffle_aMaliciousUserInASingleBatch_fails() {
    Run run = simulate("shuffle", "--rounds", "3", "--forgers", "1", "--batches", "1");
    assertEquals(1, run.code(), run.err());
    assertTrue(run.err().contains("lost, repeated or forged in every batch"), run.err());
  }

  @Test
  @Tag("long")
  void shuffle_fewerThanHonest_isWarnedOf() {
    Run run = simulate("shuffle", "--honest-fraction", "0.95", "--rounds", "3", "--absent", "0.1");
    assertEquals(0, run.code(), run.err());
    String warnings = run.json().path("warnings").toString();
    assertTrue(warnings.contains("answered one of the rounds"), warnings);
    assertEquals(USERS - USERS / 10, run.json().path("participants").asInt());
  }

  /**
   * Devices draw from the operating system, and one run of some 200 finds a norm so small that the
   * mean is not close: so the median of five, of which three would have to.
   */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"0, 0, 0", "0.05, 0.02, 20"})
  void local_faults_meanStaysClose(String absent, String duplicates, String forgers) {
    double[] expected = new double[5];
    double[] excess = new double[expected.length];
    for (int k = 0; k < expected.length; k++) {
      Run run =
          simulate(
              "local",
              "--absent",
              absent,
              "--absent-from-round",
              "2",
              "--duplicates",
              duplicates,
              "--forgers",
              forgers,
              "--seed",
              "1");
      assertEquals(0, run.code(), run.err());
      JsonNode report = run.json();
      expected[k] = report.path("expectedL2Error").asDouble();
      excess[k] = error(report) - 4 * expected[k];
      assertTrue(error(report) < 2, () -> "error " + error(report));
      double messages = report.path("messagesPerUser").asDouble();
      assertEquals(absent.equals("0") ? 1 : 0.96, messages, absent.equals("0") ? 0 : 0.02);
      assertTrue(report.path("rounds").asInt() >= 2);
      assertTrue(report.path("participants").asInt() > 0);
      assertTrue(report.path("bytesPerUser").asDouble() > 5);
      assertEquals(absent.equals("0"), report.path("repeatedBundles").asInt() == 0);
    }
    Arrays.sort(expected);
    assertTrue(expected[2] < 0.2, () -> "expected " + Arrays.toString(expected));
    Arrays.sort(excess);
    assertTrue(excess[2] < 0.1, () -> "excess " + Arrays.toString(excess));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"local", "shuffle"})
  void simulate_columnsOfUnlikeUnits_namesThem(String model) {
    SplittableRandom random = new SplittableRandom(5);
    String unlike =
        Sample.write(
                folder.resolve("units.csv"),
                Stream.concat(
                    Stream.of("income,age"),
                    IntStream.range(0, USERS)
                        .mapToObj(
                            i ->
                                (5e4 + 2e4 * random.nextGaussian())
                                    + ","
                                    + (40 + 9 * random.nextGaussian()))))
            .toString();
    Run run =
        simulate(
            model,
            "--input",
            unlike,
            "--features",
            "income,age",
            "--epsilon",
            model.equals("local") ? "2" : "0.5",
            "--coordinate-bound",
            "200000",
            "--seed",
            "1");
    assertEquals(0, run.code(), run.err());
    String warnings = run.json().path("warnings").toString();
    assertTrue(
        warnings.contains("the mean of age, which is at most a tenth of that of income"),
        run.json()::toString);
  }

  @Test
  void local_deltaAndHonestFraction_areTakenAndNotUsed() {
    Run run = simulate("local", "--delta", "1e-9", "--honest-fraction", "0.95");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.err().contains("are not used"), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shuffle | --absent 1 | --absent must be in [0, 1)",
        "shuffle | --absent x | --absent",
        "shuffle | --absent-from-round 0 | --absent-from-round must be at least 1",
        "local | --duplicates 1.5 | --duplicates must be in [0, 1]",
        "local | --forgers -1 | --forgers must be at least 0",
        "shuffle | --batches 0 | --batches must be at least 1",
        "shuffle | --rounds 2 | --rounds must be auto or in [3, 40]",
        "shuffle | --honest-fraction 2 | invalid value 2.0 for --honest-fraction",
        "shuffle | --epsilon 0 | invalid value 0.0 for --epsilon",
        "local | --rho 1 | --rho",
        "shuffle | --report r.csv | --report: the name of r.csv must end in .json",
        "local | --rounds 4 | Unknown options: '--rounds'",
        "local | --where x0>1 | --where requires --trust-model central"
      })
  void simulate_wrongOptions_isRefusedInOneLineBeforeRowsAreRead(
      String model, String options, String text) {
    String[] args =
        Stream.concat(Stream.of(options.split(" ")), Stream.of("--input", "/no/x.csv"))
            .toArray(String[]::new);
    simulate(model, args).assertRefused(2, text);
    assertEquals(2, Launch.withoutSpark(usual(model, args).toArray(String[]::new)));
  }

  @Test
  void simulate_withoutBound_isRefused() {
    Run run =
        Run.of(
            "simulate",
            "shuffle",
            "--input",
            csv,
            "--features",
            "x0,x1",
            "--epsilon",
            "1",
            "--delta",
            "1e-9");
    run.assertRefused(2, "needs a public bound");
  }

  @Test
  void simulate_badRowsAndTooFewUsers_areRefused() throws IOException {
    Path bad = folder.resolve("bad.csv");
    Files.writeString(bad, "x0,x1\n1,2\nhidden,3\n");
    Run run = simulate("shuffle", "--input", bad.toString());
    assertEquals(1, run.code(), run.err());
    assertTrue(run.err().contains("columns x0, x1 have a row"), run.err());
    assertFalse(run.err().contains("hidden"), run.err());
    Path few = folder.resolve("few.csv");
    Files.writeString(few, "x0,x1\n1,2\n2,3\n");
    assertEquals(2, simulate("shuffle", "--input", few.toString()).code());
    simulate("local", "--input", few.toString(), "--forgers", "2")
        .assertRefused(2, "--absent and --forgers leave nobody");
    Path none = folder.resolve("none.csv");
    Files.writeString(none, "x0,x1\n");
    simulate("shuffle", "--input", none.toString()).assertRefused(2, "--input has no rows");
  }

  @Test
  void simulate_anIdTwice_isRefused() throws IOException {
    Path twice = folder.resolve("twice.csv");
    Files.writeString(twice, "x0,x1,id\n1,2,a\n2,3,a\n");
    simulate("shuffle", "--input", twice.toString(), "--id-col", "id")
        .assertRefused(2, "--id-col: column id holds nulls or an id twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "shuffle"})
  void help_listsTheOptions(String model) {
    String help = Run.of("simulate", model, "--help").assertDone().out();
    for (String option :
        List.of(
            "--absent",
            "--absent-from-round",
            "--duplicates",
            "--forgers",
            "--report",
            "--coordinate-bound",
            "--epsilon",
            "--delta",
            "--honest-fraction",
            "--features")) {
      assertTrue(help.contains(option + "="), option + " is not in " + help);
    }
    assertEquals(0, help.lines().filter(line -> line.length() > 100).count(), help);
  }
}
