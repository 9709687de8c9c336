package org.privatemean.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.request.RecentredSpec.Moments;
import org.privatemean.spark.FitPlan;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;
import org.privatemean.spark.Progress;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.ledger.PaidFit.InputDescriptor;
import org.privatemean.spark.param.FitRequest.KeyRequest;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

@Command(
    name = "fit",
    abbreviateSynopsis = true,
    sortOptions = false,
    description =
        "Releases the private mean of the input's rows. Everything that can be checked "
            + "is checked before rows are read and budget is spent. The budgets of several "
            + "fits on the same rows add up.",
    footer = {
      "",
      "Example: private-mean fit --input x.csv --features a,b --rho 0.5 --report r.json"
    })
final class FitCommand extends SparkCommand {
  private static final KeyRequest.File UNREAD = new KeyRequest.File(List.of(), List.of());

  private static final Set<String> OF_INPUT =
      Set.of(
          "--input",
          "--table",
          "--format",
          "--option",
          "--columns",
          "--vector-col",
          "--features",
          "--where");

  @ArgGroup(validate = false, heading = "%nInput:%n")
  private InputOptions input = new InputOptions();

  @ArgGroup(validate = false, heading = "%nOutput:%n")
  private OutputOptions output = new OutputOptions();

  @Option(
      names = "--std",
      description =
          "Also releases standard deviations, for a share of the budget: std, stdNoise and "
              + "unresolved in the report. Requires method recentred and --scaling standard.")
  private boolean std;

  @Option(
      names = "--covariance",
      description =
          "Also releases the covariance matrix, for most of the budget, of at most 2000 columns:"
              + " covariance, correlation and covarianceNoise in the report, for up to 64 columns,"
              + " and the standard deviations of --std. Requires method recentred.")
  private boolean covariance;

  @Option(
      names = KeyFile.OPTION,
      paramLabel = "FILE",
      description =
          "Csv file with the keys of the groups, instead of --public-keys: its first line "
              + "names the columns of --group-cols, in any order. It must be public whatever the "
              + "rows hold, as --public-keys must.")
  private String keyFile;

  @Option(names = "--groups-file", hidden = true)
  private String formerKeyFile;

  @Option(
      names = "--dry-run",
      description =
          "Prints what a fit would do and release, from the options and the schema. Reads "
              + "no row, and spends and writes nothing. Results that depend on the number of "
              + "rows are not shown.")
  private boolean isDryRun;

  @Option(
      names = "--progress",
      description =
          "Reports progress on standard error, even if it is not a terminal: one line per "
              + "step or round.")
  private boolean isProgress;

  @Option(
      names = "--quiet",
      description =
          "Prints neither progress nor warnings on standard error; the report contains the "
              + "warnings.")
  private boolean isQuiet;

  @Override
  void checkOptions() {
    PrivateMean stage = checkedStage();
    Input rows = input.input(false);
    setScales(stage, rows);
    rows.check(stage);
    checkOutput(rows.dimension(stage), stage.isGrouped());
  }

  private void checkOutput(OptionalInt dimension, boolean isGrouped) {
    output.check(dimension, isGrouped);
    if (covariance && dimension.orElse(0) > ReleaseSchema.MAX_LISTED && !output.savesModel()) {
      throw WrongInputException.format(
          "--covariance: the report lists matrices of up to %d columns, and the rows have %d:"
              + " add --output, whose model has the matrix",
          ReleaseSchema.MAX_LISTED, dimension.getAsInt());
    }
  }

  private Moments moments() {
    if (covariance) {
      return Moments.COVARIANCE;
    }
    return std ? Moments.DEVIATIONS : Moments.MEAN;
  }

  private Optional<String> keyFile() {
    return Optional.ofNullable(keyFile).or(() -> Optional.ofNullable(formerKeyFile));
  }

  private PrivateMean checkedStage() {
    if (isProgress && isQuiet) {
      throw new WrongInputException("both --progress and --quiet are given: give one");
    }
    PrivateMean stage = StageOptions.FIT.stage(parsed());
    if (stage.isSet(stage.ledger())) {
      checkNamed(stage);
    }
    // The params on a column that suits the stage, before Spark is started.
    PrivateMean sample = stage.copy(ParamMap.empty()).setInputCol(Source.SAMPLE).setDimension(1);
    StageOptions.scales(parsed()).ifPresent(given -> sample.setScales(new double[] {1}));
    check(sample, Source.sampleSchema(stage), keyFile().map(file -> UNREAD));
    return stage;
  }

  /** Requires a name, by which a fit that dies after it was charged is found. */
  private static void checkNamed(PrivateMean stage) {
    if (!stage.isSet(stage.releaseName())) {
      throw new WrongInputException(
          "--release-name is missing: under a ledger give each release a name, such as"
              + " visits/2026-11-21, by which a fit that dies can be run again");
    }
  }

  /** Returns the part of the options that describes the input, for a name in a ledger. */
  private InputDescriptor describeInput(Input rows, Source.OpenInput opened) {
    Map<String, String> given = new TreeMap<>();
    for (OptionSpec option : spec().options()) {
      if (OF_INPUT.contains(option.longestName()) && !option.originalStringValues().isEmpty()) {
        given.put(
            option.longestName(),
            option.originalStringValues().stream()
                .map(value -> value.replace("\n", "\0n").replace("\r", "\0r"))
                .collect(Collectors.joining("\n")));
      }
    }
    return new InputDescriptor(
        given,
        rows.source().format().isOfFiles(),
        opened.columns().map(columns -> reader(rows, columns, given)));
  }

  /** Returns what shapes a cell's text: the kind of source, its columns and options. */
  private static String reader(Input rows, String columns, Map<String, String> given) {
    List<String> words = new ArrayList<>();
    words.add(rows.source().format().label());
    if (rows.source().format() == Format.OTHER) {
      words.add(given.getOrDefault("--format", ""));
    }
    words.add(columns);
    given.getOrDefault("--option", "").lines().sorted().forEach(words::add);
    return String.join("\n", words);
  }

  private void setScales(PrivateMean stage, Input rows) {
    StageOptions.scales(parsed()).ifPresent(text -> stage.setScales(rows.columns().scales(text)));
  }

  @Override
  public Integer call() {
    PrivateMean given = checkedStage();
    Input rows = input.input(true);
    setScales(given, rows);
    Outputs outputs = output.outputs(rows, given.isGrouped());
    Optional<KeyRequest.File> keys =
        keyFile().map(file -> KeyFile.read(file, given.getMaxGroups()));
    rows.check(given);
    checkOutput(rows.dimension(given), given.isGrouped());
    SparkSession session = Sessions.open("private-mean fit");
    // The ledger may be that of the cluster's settings.
    Optional<LedgerSettings> ledger =
        StageOptions.inTerms(() -> LedgerSettings.resolve(given, session));
    ledger.ifPresent(found -> checkNamed(given));
    PrivateMean stage = ledger.isPresent() ? FitPlan.underLedger(given) : given;
    Optional<String> columnOfScope =
        ledger
            .filter(found -> stage.getLedgerScope().startsWith(Source.HASH))
            .flatMap(found -> inOptions(() -> PaidFit.scopeColumn(found, session)));
    List<String> warnings = new ArrayList<>();
    Source.OpenInput opened = rows.open(session, stage, columnOfScope, warnings::add);
    FitPlan plan = plan(stage, opened.rows().schema(), rows, keys);
    checkOutput(Input.dimension(stage, opened.rows().schema()), stage.isGrouped());
    if (isDryRun) {
      new DryRun(stage, plan, rows, opened.kinds(), outputs, moments())
          .print(
              out(),
              ledger.map(
                  found ->
                      inOptions(
                          () ->
                              PaidFit.forecast(
                                  plan.ledgerRequest(found, describeInput(rows, opened)),
                                  opened.rows()))));
      if (!isQuiet) {
        warn(warnings);
      }
      return 0;
    }
    try (Outputs writing = outputs.open()) {
      ledger.ifPresent(paying -> Interruption.ledgerPays());
      PrivateMeanModel model = fit(plan, opened, rows);
      warnings.addAll(warnings(model.summary()));
      Interruption.whileWriting(
          () -> {
            writing.write(Outputs.FAILED, output.writer(model));
            show(model, warnings, outputs);
          });
    }
    return 0;
  }

  private void check(PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys) {
    StageOptions.inTerms(() -> FitPlan.check(stage, schema, keys, moments()));
  }

  /** Computes something of opened rows. Only a refusal's own message is sure to quote none. */
  private static <T> T inOptions(Supplier<T> computation) {
    try {
      return computation.get();
    } catch (ParamException refusal) {
      throw new WrongInputException(StageOptions.message(refusal), refusal);
    }
  }

  private FitPlan plan(
      PrivateMean stage, StructType schema, Input rows, Optional<KeyRequest.File> keys) {
    check(stage, schema, keys);
    try {
      return FitPlan.create(stage, schema, keys, moments());
    } catch (IllegalArgumentException refusal) {
      throw new WrongInputException(rows.inNames(StageOptions.message(refusal)), refusal);
    }
  }

  private PrivateMeanModel fit(FitPlan plan, Source.OpenInput opened, Input input) {
    boolean isTerminal = ProgressLines.isTerminal();
    boolean isTold = !isQuiet && (isProgress || isTerminal);
    try (ProgressLines lines = new ProgressLines(err(), isTerminal, System::nanoTime)) {
      Progress progress = isTold ? lines : Progress.UNHEARD;
      // Refusals that depend on the number of rows come only now. Where that number is public,
      // nothing is spent; where it is private, its own noisy count, and under a ledger the price.
      return input.run(
          StageOptions::option,
          () -> plan.fit(opened.rows(), describeInput(input, opened), progress, List.of()));
    }
  }

  static List<String> warnings(PrivateMeanSummary summary) {
    return Stream.concat(summary.warnings().stream(), summary.columnWarningTexts().stream())
        .toList();
  }

  private void show(PrivateMeanModel model, List<String> warnings, Outputs outputs) {
    if (!isQuiet) {
      warn(warnings);
      if (outputs.hasAny()) {
        err().println("wrote " + outputs.describe());
      }
    }
    if (outputs.isEmpty()) {
      try {
        ReportFormat.JSON.write(model.summary(), out());
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
      checkPrinted();
    }
  }
}
