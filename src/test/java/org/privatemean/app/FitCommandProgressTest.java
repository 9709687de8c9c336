package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.spark.Progress;

/** What a fit tells while it runs follows from what it releases, and is told where it is asked. */
final class FitCommandProgressTest {
  private static final Pattern LINE =
      Pattern.compile("step (\\d+) of about (\\d+): (.*), ([0-9.]+) of 0\\.5 rho spent, \\d+ s");

  private static final Set<String> PLAIN =
      Set.of(
          "number of rows",
          "units of the columns",
          "centre",
          "deviations",
          "clipping norm",
          "mean");

  @TempDir private static Path folder;

  @TempDir private static Path other;

  private static String csv;

  @BeforeAll
  static void write() {
    Sample.session();
    csv = Sample.csv(folder).toString();
  }

  private static Run run(String... more) {
    List<String> args = new ArrayList<>(List.of("fit", "--input", csv, "--features", "a,b,c c"));
    args.addAll(List.of(more));
    return Run.of(args);
  }

  private static List<String> progress(Run run) {
    assertEquals(0, run.code(), run.err());
    return run.err().lines().filter(line -> !line.startsWith("warning: ")).toList();
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "recentred, replace, 7",
    "recentred, addRemove, 8",
    "shiftedClipped, replace, 3",
    "clipped, addRemove, 3"
  })
  void progress_ofACurator_isTheChargesInOrder(String method, String neighbours, int about) {
    Run run =
        run(
            "--rho",
            "0.5",
            "--seed",
            "3",
            "--method",
            method,
            "--neighbours",
            neighbours,
            "--progress",
            "--bound",
            "20");
    List<String> lines = progress(run);
    List<String> names = new ArrayList<>();
    double spent = 0;
    for (int k = 0; k < lines.size(); k++) {
      Matcher matcher = LINE.matcher(lines.get(k));
      assertTrue(matcher.matches(), lines.get(k));
      assertEquals(k + 1, Integer.parseInt(matcher.group(1)));
      assertEquals(Math.max(about, k + 1), Integer.parseInt(matcher.group(2)));
      assertTrue(Double.parseDouble(matcher.group(4)) >= spent, run.err());
      spent = Double.parseDouble(matcher.group(4));
      names.add(matcher.group(3));
    }
    assertEquals(0.5, spent);
    List<String> charged = new ArrayList<>();
    run.json()
        .get("charges")
        .forEach(charge -> charged.add(Progress.label(charge.get("step").textValue())));
    assertEquals(charged.stream().distinct().toList(), names.stream().distinct().toList());
    assertTrue(PLAIN.containsAll(charged), charged.toString());
  }

  /** A sample asks the same questions, but for one of the clipping norm, in other jobs. */
  @Test
  void progress_onASample_isThatOfAllRows() {
    List<String> requested = List.of("fit", "--input", csv, "--features", "a", "--rho", "0.5");
    List<List<String>> names = new ArrayList<>();
    for (String sampling : List.of("none", "always")) {
      Run run = Run.of(concat(requested, "--seed", "3", "--progress", "--sampling", sampling));
      List<String> lines = progress(run);
      assertEquals(sampling, run.json().get("sampling").get("asked").textValue());
      assertTrue(lines.get(0).startsWith("step 1 of about 7: "), run.err());
      names.add(lines.stream().map(line -> line.replaceAll(".*: ([^,]*),.*", "$1")).toList());
    }
    assertEquals(names.get(0), names.get(1));
    assertTrue(PLAIN.containsAll(names.get(1)), names.toString());
  }

  /** A row that cannot be read, and the zero vector: two inputs with one release. */
  @Test
  void progress_sameRelease_isTheSameExceptSeconds() {
    Run zero = last("0,0,0");
    Run planted = last("77310409x,canary,1");
    assertEquals(zero.json().get("mean"), planted.json().get("mean"));
    assertEquals(withoutSeconds(progress(zero)), withoutSeconds(progress(planted)));
    assertFalse(WholeOutput.holdsInput(planted.err()), planted.err());
  }

  private static Run last(String line) {
    String input = Sample.csvWithLast(other, line).toString();
    List<String> fit = List.of("fit", "--features", "a,b,c c", "--input", input, "--rho", "0.5");
    return Run.of(concat(fit, "--seed", "3", "--handle-invalid", "zero", "--progress"));
  }

  private static List<String> concat(List<String> first, String... more) {
    return Stream.concat(first.stream(), Stream.of(more)).toList();
  }

  private static List<String> withoutSeconds(List<String> lines) {
    return lines.stream().map(line -> line.replaceAll(", \\d+ s$", "")).toList();
  }

  @Test
  @Tag("long")
  void progress_ofShuffledRounds_countsThem() {
    assertRoundsCounted("--trust-model shuffle --epsilon 8 --delta 1e-6");
  }

  @Test
  void progress_ofLocalRounds_countsThem() {
    assertRoundsCounted("--trust-model local --epsilon 10");
  }

  private static void assertRoundsCounted(String model) {
    Sample.write(
        folder.resolve("many.csv"),
        Stream.concat(
            Stream.of("a,b"),
            Stream.iterate(0, i -> i + 1).limit(4_000).map(i -> i % 7 + "," + i % 5)));
    List<String> args =
        concat(
            concat(List.of("fit"), model.split(" ", -1)),
            "--input",
            folder.resolve("many.csv").toString(),
            "--features",
            "a,b",
            "--radius",
            "10",
            "--sigma-min",
            "1",
            "--sigma-max",
            "3",
            "--progress");
    List<String> lines = withoutSeconds(progress(Run.of(args)));
    int rounds = lines.size();
    assertTrue(rounds > 1, lines.toString());
    for (int k = 0; k < rounds; k++) {
      assertEquals(String.format("round %d of %d", k + 1, rounds), lines.get(k));
    }
  }

  @Test
  void quiet_fit_printsNothing() {
    Run quiet = run("--rho", "0.5", "--seed", "3", "--quiet");
    assertEquals("", quiet.assertDone().err());
    JsonNode warnings = quiet.json().get("warnings");
    assertFalse(warnings.isEmpty());
    Run usual = run("--rho", "0.5", "--seed", "3");
    assertEquals(warnings.size(), usual.err().lines().count(), usual.err());
    assertEquals(List.of(), progress(usual));
  }

  @Test
  void progressAndQuiet_areRefusedTogether() {
    run("--rho", "0.5", "--quiet", "--progress")
        .assertRefused(2, "both --progress and --quiet are given: give one");
  }

  @Test
  void progress_releases_theSameBits() {
    String[] fit = {"--rho", "0.5", "--seed", "3"};
    assertEquals(
        run(fit).json().get("mean"),
        run(concat(List.of(fit), "--progress").toArray(String[]::new)).json().get("mean"));
  }
}
