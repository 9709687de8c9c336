package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong input ends with 2 and one line, before a row is read. */
final class WrongInputTest {
  /** A line that fails a fit as soon as rows are read, to show that a refusal came before. */
  private static final String UNREADABLE = "none,of,these";

  @TempDir private static Path folder;

  private static Path csv;

  @BeforeAll
  static void startSpark() {
    Sample.session();
    csv = Sample.csvWithLast(folder, UNREADABLE);
    Sample.write(folder.resolve("a file"), Stream.of("text"));
    Sample.frame().createOrReplaceTempView("rows_of_wrong_input");
  }

  /** Splits at spaces; CSV stands for the input, DIR for a folder. */
  private static Run run(String line) {
    List<String> args = new ArrayList<>();
    for (String word : line.split(" ", -1)) {
      args.add(
          word.replace("CSV", csv.toString())
              .replace("DIR", folder.toString())
              .replace('_', ' ')
              .replace("rows of wrong input", "rows_of_wrong_input"));
    }
    args.removeIf(String::isEmpty);
    return Run.of(args);
  }

  @Test
  void fit_rowsThatAreReallyRead_fails() {
    run("fit --input CSV --features a,b --bound 1 --rho 1").assertRefused(1, "--handle-invalid");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                                           | Missing required subcommand
          release                                                      | 'release'
          fit --input CSV --features a --bound 1 --rho 1 --nope        | --nope
          fit --input CSV --features a --bound 1 --rho                 | --rho
          fit --input CSV --features a --bound 1 --rho 1 extra         | extra
          fit --input CSV --features a --bound ten --rho 1             | '--bound': 'ten'
          fit --input CSV --features a --bound 1                       | budget is not set: set either --rho, or --epsilon and --delta
          fit --input CSV --features a --bound 1 --epsilon 1           | --epsilon and --delta must be set together
          fit --input CSV --features a --bound 1 --delta 1e-6          | --epsilon and --delta must be set together
          fit --input CSV --features a --bound 1 --rho 1 --epsilon 1   | both --rho and --epsilon or --delta are set
          fit --input CSV --features a --bound 1 --rho 0               | invalid value 0.0 for --rho
          fit --input CSV --features a --bound 1 --rho -1              | invalid value -1.0 for --rho
          fit --input CSV --features a --bound 1 --rho NaN             | invalid value NaN for --rho
          fit --input CSV --features a --bound 1 --rho Infinity        | rho
          fit --input CSV --features a --bound Infinity --rho 1        | --bound must be positive and finite
          fit --input CSV --features a --bound 1 --epsilon 1 --delta 1 | invalid value 1.0 for --delta
          fit --input CSV --features a --rho 1 --method clipped        | needs a public bound: set --radius with --sigma-min and --sigma-max, or --bound, or --coordinate-bound
          fit --input CSV --features a --rho 1 --radius 1              | --sigma-min is not set
          fit --input CSV --features a --rho 1 --radius 1 --sigma-min 2 --sigma-max 1 | --sigma-max must be at least --sigma-min
          fit --input CSV --features a --rho 1 --bound 1 --radius 1    | more than one kind of bounds
          fit --input CSV --features a --rho 1 --bound 1 --coordinate-bound 1 | more than one kind of bounds
          fit --input CSV --features a --rho 1 --bound 1 --method best | invalid value best for --method
          fit --input CSV --features a --rho 1 --bound 1 --threshold-grid no | invalid value no for --threshold-grid
          fit --input CSV --features a --rho 1 --bound 1 --handle-invalid skip | set --neighbours to addRemove, or --handle-invalid to zero
          fit --input CSV --features a --rho 1 --neighbours some       | invalid value some for --neighbours
          fit --input CSV --features a --rho 1 --scaling 2             | invalid value 2 for --scaling
          fit --input CSV --features a --rho 1 --min-norm 0            | invalid value 0.0 for --min-norm
          fit --input CSV --features a --rho 1 --max-norm 2 --bound 2  | more than one kind of bounds
          fit --input CSV --features a --rho 1 --clipping-norm 2       | --clipping-norm is set, but the chosen method is auto
          fit --input CSV --features a --rho 1 --bound 2 --method clipped --min-norm 1 | --min-norm is set, but the chosen method is clipped
          fit --input CSV --features a --rho 1 --bound 1 --beta 1      | invalid value 1.0 for --beta
          fit --input CSV --features a --rho 1 --bound 1 --seed 1.5    | '--seed': '1.5'
          fit --input CSV --features a --rho 1 --bound 1 --dimension 0 | invalid value 0 for --dimension
          fit --input CSV --features a --rho 1 --bound 1 --dimension 2 | --dimension is 2, but --features names 1 columns
          fit --input CSV --features a --rho 1 --bound 1 --method clipped --resolution 1e-30 | too many for 64-bit coordinates
          fit --features a --rho 1 --bound 1                           | the input is missing
          fit --input CSV --table t --features a --rho 1 --bound 1     | both --input and --table
          fit --table t --format csv --features a --rho 1 --bound 1    | --format and --option go with --input
          fit --table t --option a=b --features a --rho 1 --bound 1    | --format and --option go with --input
          fit --table none --features a --rho 1 --bound 1              | the input cannot be opened: [TABLE_OR_VIEW_NOT_FOUND]
          fit --table a:b --features a --rho 1 --bound 1               | the input cannot be opened
          fit --table 1.2.3.4 --features a --rho 1 --bound 1           | the input cannot be opened
          fit --input DIR/none.csv --features a --rho 1 --bound 1      | there is no file:
          fit --input DIR/*.parquet --features a --rho 1 --bound 1     | there is no file:
          fit --input nope://x/y.csv --features a --rho 1 --bound 1    | --input: nope://x/y.csv is not a usable path
          fit --input DIR/a_file --features a --rho 1 --bound 1        | give --format csv
          fit --input CSV --format nope --features a --rho 1 --bound 1 | the input cannot be opened: [DATA_SOURCE_NOT_FOUND]
          fit --input CSV --option mode=FAILFAST --features a --rho 1 --bound 1 | mode must be PERMISSIVE
          fit --input CSV --option novalue --features a --rho 1 --bound 1 | novalue
          fit --input CSV --rho 1 --bound 1                            | no column is named: give --vector-col or --features
          fit --input CSV --features a --vector-col a --rho 1 --bound 1 | both --vector-col and --features
          fit --input CSV --features a,zz --rho 1 --bound 1            | the input has no column zz (it has 4 columns)
          fit --input CSV --vector-col zz --rho 1 --bound 1            | the input has no column zz (it has 4 columns)
          fit --input CSV --vector-col a --dimension 1 --rho 1 --bound 1 | must be a vector, array<double> or array<float>, but is string
          fit --input CSV --features a,b,a --rho 1 --bound 1           | names a column twice
          fit --input CSV --features a,,b --rho 1 --bound 1            | empty name
          fit --table rows_of_wrong_input --features features --rho 1 --bound 1 | column features is of type array<double>
          fit --table rows_of_wrong_input --vector-col features --rho 1 --bound 1 | --dimension is not set
          fit --input CSV --format libsvm --rho 1 --bound 1            | libsvm needs --dimension
          forecast --rows 10 --dimension 2 --rho 1 --bound 1           | --spread
          forecast --rows -1 --dimension 2 --spread 1 --rho 1 --bound 1 | --rows must be at least 0: give the number of rows
          forecast --rows 0 --dimension 2 --spread 1 --epsilon 1 --bound 1 --trust-model local | --rows must be in [1, 2^31) with --trust-model local, where every row is a user: give the number
          forecast --rows -1 --dimension 2 --spread 1 --epsilon 1 --bound 1 --trust-model local | --rows must be in [1, 2^31)
          forecast --rows 2147483648 --dimension 2 --spread 1 --epsilon 1 --bound 1 --trust-model local | --rows must be in [1, 2^31)
          forecast --rows 0 --dimension 2 --spread 1 --epsilon 1 --delta 1e-6 --bound 1 --trust-model shuffle | --rows must be in [1, 2^31) with --trust-model shuffle, where every row is a user: give the number
          forecast --rows 2147483648 --dimension 2 --spread 1 --epsilon 1 --delta 1e-6 --bound 1 --trust-model shuffle | --rows must be in [1, 2^31)
          forecast --rows 10 --dimension 0 --spread 1 --rho 1 --bound 1 | --dimension must be at least 1
          forecast --rows 100000 --dimension 4000000 --spread 1 --epsilon 1 --delta 1e-6 --bound 1 --trust-model shuffle | --dimension must be at most about
          forecast --rows 100000 --dimension 10000000 --spread 1 --rho 1 --bound 1 --method clipped | --dimension must be at most 2^22 = 4194304
          forecast --rows 10 --dimension 0 --spread 1 --epsilon 1 --bound 1 --trust-model local | --dimension must be at least 1
          forecast --rows 1000 --dimension 2 --spread 0 --epsilon 1 --bound 1 --trust-model local | --spread must be positive
          forecast --rows 1000 --dimension 2 --spread 0 --epsilon 1 --delta 1e-6 --bound 1 --trust-model shuffle | --spread must be positive
          forecast --rows 1000 --dimension 2 --spread 0 --rho 1 --bound 1 | --spread must be positive
          forecast --rows 10 --dimension 2 --spread 1 --bound 1        | budget is not set
          forecast --rows 10 --dimension 2 --spread 1 --rho 1 --method clipped | needs a public bound
          forecast --rows 10 --dimension 2 --spread 1 --rho 1          | at least 92 are needed
          forecast --rows 1000 --dimension 2 --spread 1 --rho 1 --min-norm 2 --max-norm 1 | --min-norm must be below
          forecast --rows 10 --dimension 2 --spread 1 --rho 1 --bound 1 --seed 1 | --seed
          forecast --rows 1000000000000000000 --dimension 2 --spread 1 --rho 1 --bound 1 --method clipped --resolution 1e-9 | could overflow 64-bit sums
          inspect                                                      | MODEL
          inspect DIR/none                                             | there is no saved model at
          inspect DIR                                                  | there is no saved model at
          """)
  void execute_wrongInput_exitsWithTwoAndOneLine(String line, String message) {
    List<String> before = Sample.listing(folder);
    Run run = run(line).assertRefused(2, message);
    assertTrue(run.err().startsWith("private-mean"), run.err());
    assertFalse(run.err().contains("\tat "), run.err());
    assertEquals(before, Sample.listing(folder));
  }

  @Test
  void inspect_anotherStage_isRefused() throws IOException {
    Path saved = folder.resolve("scaler");
    Files.createDirectories(saved.resolve("metadata"));
    Files.createDirectories(saved.resolve("data"));
    Sample.write(
        saved.resolve("metadata/part-0"),
        Stream.of(
            "{\"class\":\"a.B\",\"timestamp\":0,\"sparkVersion\":\"4.1.0\",\"uid\":\"b\","
                + "\"paramMap\":{},\"defaultParamMap\":{}}"));
    run("inspect DIR/scaler").assertRefused(2, "is not a private mean");
  }

  @Test
  void execute_verboseRefusal_isOneLineStill() {
    run("fit --verbose --input CSV --features zz --rho 1 --bound 1").assertRefused(2, "zz");
  }
}
