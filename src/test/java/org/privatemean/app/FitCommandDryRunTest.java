package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dry run tells what would be released, and reads, spends and writes nothing. */
final class FitCommandDryRunTest {
  @TempDir private static Path folder;

  private static String csv;

  @BeforeAll
  static void write() {
    Sample.session();
    csv = Sample.csvWithLast(folder, "canary,77310409,canary").toString();
  }

  private static Run dry(String... args) {
    return Run.of(
        Stream.concat(Stream.of("fit", "--dry-run"), Stream.of(args)).toArray(String[]::new));
  }

  /** The last row would stop a fit. */
  @Test
  void dryRun_csv_printsThePlanAndReadsNoRow() {
    List<String> before = Sample.listing(folder);
    String report = folder.resolve("r.json").toString();
    Run run = dry("--input", csv, "--features", "a,c c", "--rho", "0.5", "--report", report);
    String out = run.assertDone().out();
    for (String line :
        List.of(
            "dry run: no row was read, nothing was spent or written",
            "columns      a: text, read as numbers, c c: text, read as numbers",
            "dimension    2",
            "rows         all; an invalid one stops the fit",
            "budget       rho 0.5; rho 0.5 is epsilon 5.2",
            "neighbours   replace: one row is replaced, the number of rows is public",
            "method       recentred, scaling standard, sampling auto, error bars for the mean of the rows",
            "releases     the mean, the number of rows, and their errors",
            "output       the report to " + report)) {
      assertTrue(out.lines().anyMatch(found -> found.startsWith(line)), line + " in " + out);
    }
    assertFalse(WholeOutput.holdsInput(out), out);
    assertEquals(before, Sample.listing(folder));
  }

  @Test
  void dryRun_parquetByCondition_printsKinds() {
    Sample.frame()
        .selectExpr("features[0] AS a", "cast(features[1] AS string) AS b", "true AS c")
        .write()
        .parquet(folder.resolve("kinds").toString());
    String[] args = {
      "--input",
      folder.resolve("kinds").toString(),
      "--format",
      "parquet",
      "--features",
      "a,b",
      "--epsilon",
      "1",
      "--delta",
      "1e-6",
      "--neighbours",
      "addRemove",
      "--where",
      "c and a > 1",
      "--std",
      "--handle-invalid",
      "skip"
    };
    String out = dry(args).assertDone().out();
    assertTrue(out.contains("a: numbers, b: text" + System.lineSeparator()), out);
    assertTrue(out.contains("those with c and a > 1; an invalid one is left out"), out);
    assertTrue(out.contains("the standard deviations, a noisy number of rows"), out);
    assertTrue(out.contains("epsilon 1.0, delta 1.0E-6; rho 0.02"), out);
  }

  @Test
  void dryRun_localModel_printsItsBudget() {
    String out =
        dry(
                "--input",
                csv,
                "--features",
                "a,b",
                "--epsilon",
                "2",
                "--trust-model",
                "local",
                "--bound",
                "5")
            .assertDone()
            .out();
    assertTrue(out.contains("budget       epsilon 2.0" + System.lineSeparator()), out);
    assertFalse(out.contains("method"), out);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --features a,zz --rho 1                               | the input has no column zz
          --features a                                          | the privacy budget is not set
          --features a --rho 1 --where a>1                      | set --neighbours addRemove
          --features a --rho 1 --method clipped                 | needs a public bound
          --features a --rho 1 --report FOLDER/rows.csv         | exists: give --overwrite
          --features a --rho 1 --std --method clipped --bound 1 | standard deviations require
          """)
  void dryRun_invalidFit_isRefused(String options, String message) {
    String[] words = options.replace("FOLDER", folder.toString()).split(" ", -1);
    dry(Stream.concat(Stream.of("--input", csv), Stream.of(words)).toArray(String[]::new))
        .assertRefused(2, message);
  }

  @Test
  void dryRun_unknownDimension_isRefused() {
    Sample.frame().createOrReplaceTempView("rows_of_dry_run");
    dry("--table", "rows_of_dry_run", "--vector-col", "features", "--rho", "1")
        .assertRefused(2, "--dimension is not set");
  }
}
