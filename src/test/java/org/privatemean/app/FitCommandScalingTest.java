package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of scaling, scales, regions and standard deviations is refused, before any data is read. */
final class FitCommandScalingTest {
  @TempDir private static Path folder;

  private static String csv;

  @BeforeAll
  static void write() {
    Sample.session();
    csv = Sample.csv(folder).toString();
  }

  private static Run fit(String... more) {
    List<String> args = new ArrayList<>(List.of("fit", "--input", csv, "--features", "a,b,c c"));
    args.addAll(List.of("--rho", "0.5"));
    args.addAll(List.of(more));
    return Run.of(args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--scales *=1 --scaling standard | --scales are set, which are public, but --scaling is"
            + " standard: unset one of the two",
        "--scales *=1 --scaling auto | --scales are set, which are public, but --scaling is auto",
        "--scales a=1 | --scales: no scale is given for b, c c: add *=1 for all others",
        "--scales d=1,*=2 | --scales: d is none of --features",
        "--scales a=0,*=2 | --scales: the scale of a must be a number, positive and finite",
        "--scales *=1 --method clipped --bound 9 | --scales is set, but the chosen method is"
            + " clipped: it belongs to method recentred, unset it",
        "--scaling standard --method clipped --bound 9 | --scaling is standard, but the chosen"
            + " method is clipped",
        "--regions proved --method clipped --bound 9 | --regions is proved, but the chosen method"
            + " is clipped",
        "--confidence 1 | invalid value 1.0 for --confidence",
        "--scaling most | invalid value most for --scaling",
        "--std --method clipped --bound 9 | standard deviations come with --method recentred of"
            + " --trust-model central only",
        "--std --scaling none | standard deviations come with --scaling standard, and --scaling is"
            + " none: set --scaling standard",
        "--std --scales *=1 | standard deviations come with --scaling standard"
      })
  void fit_whatDoesNotFit_isRefused(String options, String message) {
    fit(options.split(" ")).assertRefused(2, message);
  }

  @Test
  void fit_scalesOfAVectorColumn_areNumbersInOrder() {
    String json = Sample.json(folder).toString();
    String[] usual = {"--input", json, "--vector-col", "v", "--dimension", "3", "--rho", "0.5"};
    List<String> args = new ArrayList<>(List.of("fit"));
    args.addAll(List.of(usual));
    args.add("--scales");
    for (String scales : List.of("1,2", "a=1,*=2", "1,2,3,4")) {
      List<String> all = new ArrayList<>(args);
      all.add(scales);
      Run.of(all)
          .assertRefused(
              2,
              scales.contains("a")
                  ? "--scales: a scale must be a number, positive and finite. Provided value: a=1"
                  : "--scales has " + scales.split(",").length + " values, but rows have 3");
    }
    args.add("1,2,3");
    Run run = Run.of(args);
    assertEquals(0, run.code(), run.err());
  }

  @Test
  void forecast_scalesInOrder_areTakenAndOthersRefused() {
    String[] usual = {"--rows", "5000", "--dimension", "2", "--spread", "1", "--rho", "0.5"};
    List<String> args = new ArrayList<>(List.of("forecast"));
    args.addAll(List.of(usual));
    args.add("--scales");
    args.add("1,10");
    assertEquals(0, Run.of(args).code());
    args.set(args.size() - 1, "1");
    Run.of(args).assertRefused(2, "--scales has 1 values, but rows have 2 coordinates");
  }
}
