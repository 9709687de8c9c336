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
final class PrivateMeanJobWrongInputTest {
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
  void fit_rowsThatAreRead_fails() {
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
          @DIR/none.args                                               | there is no file
          fit @DIR/none.args                                           | /none.args to read arguments from
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
          fit --input CSV --features a --rho 1 --coordinate-bound 2 --bound 2 | more than one kind of bounds
          fit --input CSV --features a --rho 1 --clipping-norm 2       | --clipping-norm is set, but the chosen method is auto
          fit --input CSV --features a --rho 1 --bound 2 --method clipped --min-norm 1 | --min-norm is set, but the chosen method is clipped
          fit --input CSV --features a --rho 1 --bound 1 --beta 1      | invalid value 1.0 for --beta
          fit --input CSV --features a --rho 1 --bound 1 --seed 1.5    | '--seed': '1.5'
          fit --input CSV --features a --rho 1 --bound 1 --dimension 0 | invalid value 0 for --dimension
          fit --input CSV --features a --rho 1 --bound 1 --dimension 2 | --dimension is 2, but --features names 1 columns
          fit --input CSV --features a --rho 1 --bound 1 --method clipped --resolution 1e-30 | too many for 64-bit coordinates
          fit --features a --rho 1 --bound 1                           | the input is missing
          fit --input CSV --table t --features a --rho 1 --bound 1     | both --input and --table
          fit --table t --format csv --features a --rho 1 --bound 1    | --format, --option and --columns go with --input
          fit --table t --option a=b --features a --rho 1 --bound 1    | --format, --option and --columns go with --input
          fit --table none --features a --rho 1 --bound 1              | AnalysisException [TABLE_OR_VIEW_NOT_FOUND]
          fit --table a:b --features a --rho 1 --bound 1               | the input cannot be opened
          fit --table 1.2.3.4 --features a --rho 1 --bound 1           | the input cannot be opened
          fit --input DIR/none.csv --features a --rho 1 --bound 1      | there is no file:
          fit --input DIR/*.parquet --features a --rho 1 --bound 1     | there is no file:
          fit --input nope://x/y.csv --features a --rho 1 --bound 1    | --input: no file system for nope: add the jar that has it
          fit --input DIR/a_file --features a --rho 1 --bound 1        | give --format csv
          fit --input CSV --format nope --features a --rho 1 --bound 1 | ClassNotFoundException [DATA_SOURCE_NOT_FOUND]
          fit --input CSV --option mode=FAILFAST --features a --rho 1 --bound 1 | mode must be PERMISSIVE
          fit --input CSV --option novalue --features a --rho 1 --bound 1 | novalue
          fit --input CSV --rho 1 --bound 1                            | no column is named: give --vector-col or --features
          fit --input CSV --features a --vector-col a --rho 1 --bound 1 | both --vector-col and --features
          fit --input CSV --features a,zz --rho 1 --bound 1            | --features: the input has no column zz (see
          fit --input CSV --vector-col a --dimension 1 --rho 1 --bound 1 | --vector-col: csv has no column of vectors
          fit --input CSV --features a,b,a --rho 1 --bound 1           | names a column twice
          fit --input CSV --features a,,b --rho 1 --bound 1            | empty name
          fit --table rows_of_wrong_input --features features --rho 1 --bound 1 | --features: column features holds arrays of numbers and cannot be read as a number
          fit --table rows_of_wrong_input --vector-col features --rho 1 --bound 1 | --dimension is not set
          fit --input CSV --format libsvm --rho 1 --bound 1            | libsvm needs --dimension
          fit --input CSV --features a --rho 1 --rho 2 --bound 1       | --rho is given twice: give it once
          fit --input CSV --features a --seed=1 --rho 1 --seed 1       | --seed is given twice
          fit --input CSV --features a --features b --rho 1 --bound 1  | --features is given twice
          fit --input CSV --features a --rho 1 --report DIR/r --report DIR/s | --report is given twice
          fit --input CSV --features a --rho 1 --overwrite --overwrite | --overwrite is given twice
          fit --verbose --verbose --input CSV --features a --rho 1     | --verbose
          fit --input CSV --input CSV --features a --rho 1             | one input contains another
          fit --input CSV --input DIR --format csv --features a --rho 1 | one input contains another
          fit --input CSV --input x.json --features a --rho 1          | the inputs must be of one format
          fit --input x.json --input CSV --format json --features a --rho 1 | there is no file:
          fit --input CSV --option sep=, --option SEP=; --features a --rho 1 | --option SEP is given twice
          fit --input CSV --option inferSchema=true --features a --rho 1 | --option inferSchema is refused
          fit --input CSV --format com.databricks.spark.csv --option MULTILINE=false --features a --rho 1 | --option MULTILINE is refused
          fit --input CSV --option enforceSchema=false --features a --rho 1 | --option enforceSchema must be true
          fit --input CSV --option encoding=UTF-16 --features a --rho 1 | --option encoding must be
          fit --input CSV --option header=2 --features a --rho 1       | --option header must be true or false
          fit --input DIR/none.xml --features a --rho 1                | xml is not supported
          fit --input CSV --format XML --features a --rho 1            | convert it to Parquet first
          fit --input CSV --columns a,b --option header=true --features a --rho 1 | --option header=true is given
          fit --input CSV --columns a,b,a --features a --rho 1         | --columns names a column twice
          fit --input CSV --columns a,b --features zz --rho 1          | --features: the input has no column zz
          fit --input CSV --columns a,b --format json --features a --rho 1 | --columns goes with csv only
          fit --input CSV --option header=false --features a --rho 1   | --features: the input has no column a
          fit --input CSV --format libsvm --features a --rho 1 --dimension 2 | --features: libsvm has one column
          fit --input CSV --format libsvm --id-col a --epsilon 1 --bound 1 --trust-model local --dimension 2 | --id-col: libsvm has no column a
          fit --input CSV --format text --features a --rho 1           | --features: the input has no column a
          fit --input CSV --format text --vector-col a --rho 1         | --vector-col: text has no column of vectors
          fit --input CSV --features a,b --id-col a --epsilon 1 --bound 1 --trust-model local | --id-col: column a is one of --features
          fit --input CSV --features a,b --id-col zz --epsilon 1 --bound 1 --trust-model local | --id-col: the input has no column zz
          fit --input s3a://b/x.csv --features a --rho 1               | --input: no file system for s3a: add hadoop-aws
          fit --input CSV --features a --rho 1 --report abfs://c@b/r   | --report: no file system for abfs: add hadoop-azure
          fit --input a:b:c --format csv --features a --rho 1          | --input: 'a:b:c' is not a path
          fits --input CSV --features a --rho 1                        | did you mean fit?
          fit --input CSV --features a --rho 1 --bonud 2               | did you mean --bound?
          fit --input CSV --features a --rho 1 --weight-col w          | weights are not supported
          fit --input CSV --features a --rho 1 --weightCol=w           | give one row for each protected person
          fit --input CSV --features a --rho 1 --where a>1             | --where makes the number of rows private, which --neighbours replace makes public: set --neighbours addRemove
          fit --input CSV --features a --rho 1 --neighbours addRemove --where rand()<0.5 | --where: 'rand' cannot be called, since a condition may use only the cells of its row
          fit --input CSV --features a --rho 1 --neighbours addRemove --where zz>1 | --where: the input has no column zz
          fit --input CSV --features a --rho 1 --neighbours addRemove --where a>1 --where b>1 | --where is given twice
          fit --input CSV --format libsvm --dimension 2 --rho 1 --neighbours addRemove --where a>1 | --where: libsvm has no columns
          fit --input CSV --format text --features value --rho 1 --neighbours addRemove --where a>1 | --where: the input has no column a
          fit --input CSV --features a --bound 1 --epsilon 1 --trust-model local --where a>1 | --where requires --trust-model central
          forecast --rows 10 --rows 20 --dimension 2 --spread 1 --rho 1 | --rows
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
          forecast --rows 1000 --dimension 2 --spread 1 --rho 1 --min-norm 2 --bound 1 | --min-norm must be below
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
  void inspect_pipeline_namesItsStages() throws IOException {
    Path saved = folder.resolve("pipeline");
    for (String part : List.of("metadata", "stages/0_scaler_1", "stages/1_privateMean_2")) {
      Files.createDirectories(saved.resolve(part));
    }
    Run run = run("inspect DIR/pipeline").assertRefused(2, "holds a pipeline");
    assertTrue(run.err().contains("/pipeline/stages/0_scaler_1, "), run.err());
    assertTrue(run.err().contains("/pipeline/stages/1_privateMean_2"), run.err());
  }

  /** A type of json holds the keys of rows. */
  @Test
  void fit_columnOfObjects_isNamedByItsKind() {
    Sample.session()
        .sql("select named_struct('canary7731', 1.0) AS o, true AS t, map('canary7731', 1) AS m")
        .createOrReplaceTempView("kinds_of_wrong_input");
    for (String column : List.of("o", "t", "m")) {
      for (String option : List.of("--features", "--vector-col")) {
        Run run =
            Run.of("fit", "--table", "kinds_of_wrong_input", option, column, "--rho", "1")
                .assertRefused(2, option + ": column " + column + " holds ");
        assertFalse(run.err().contains("canary"), run.err());
        assertTrue(run.err().contains(column.equals("t") ? "true and false" : "objects"));
      }
    }
  }

  @Test
  void execute_verboseRefusal_isOneLineStill() {
    run("fit --verbose --input CSV --features zz --rho 1 --bound 1").assertRefused(2, "zz");
  }
}
