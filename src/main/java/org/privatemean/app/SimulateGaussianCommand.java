package org.privatemean.app;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.spark.LocalGaussianMean;
import org.privatemean.spark.LocalGaussianMeanSummary;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.column.VectorColumn;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Simulates the locally private Gaussian estimators on a column. */
@Command(
    name = "gaussian",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Simulates users who each hold one normally distributed number and send one "
          + "private report of it, and estimates their mean. Everything that can be checked "
          + "is checked before rows are read."
    },
    footer = {
      "",
      "Example: private-mean simulate gaussian --input x.csv --column x --epsilon 1 --sigma-min 1 \\",
      "      --sigma-max 20 --mean-bound 100 --report r.json"
    })
final class SimulateGaussianCommand extends Simulation {
  /**
   * Params without an option here: the column is an option of the input, and a report has no
   * column.
   */
  private static final Set<String> LEFT = Set.of("inputCol", "outputCol", "reportCol");

  private static final List<Param<?>> PARAMS =
      Stream.<Param<?>>of(new LocalGaussianMean().params())
          .filter(param -> !LEFT.contains(param.name()))
          .toList();

  /** Names of params in docs, except those that are plain words. */
  private static final Pattern NAMES =
      Pattern.compile(
          PARAMS.stream()
              .map(Param::name)
              .filter(name -> name.matches(".*[A-Z].*"))
              .collect(Collectors.joining("|", "\\b(", ")\\b")));

  @ArgGroup(validate = false, heading = "%nInput:%n")
  private ColumnOptions input = new ColumnOptions();

  @ArgGroup(validate = false, heading = "%nOutput:%n")
  private ReportOptions output = new ReportOptions();

  SimulateGaussianCommand() {
    super(SimulateGaussianCommand::option);
  }

  @Override
  Input input(boolean isSeen) {
    return input.input(isSeen);
  }

  @Override
  ReportOptions output() {
    return output;
  }

  @Override
  PrivateMean checkedStage() {
    LocalGaussianMean stage = stage();
    StructType schema = new StructType();
    if (stage.isDefined(stage.inputCol())) {
      schema = schema.add(stage.getInputCol(), DataTypes.DoubleType);
    }
    if (stage.isDefined(stage.idCol()) && !stage.getIdCol().equals(input.column())) {
      schema = schema.add(stage.getIdCol(), DataTypes.StringType);
    }
    StructType suitable = schema;
    compute(() -> stage.transformSchema(suitable));
    PrivateMean reading =
        new PrivateMean().setTrustModel("local").setHandleInvalid(stage.getHandleInvalid());
    return stage.isDefined(stage.idCol()) ? reading.setIdCol(stage.getIdCol()) : reading;
  }

  @Override
  SimulationReport report(PrivateMean reading, Dataset<Row> read) {
    LocalGaussianMean stage = stage();
    LocalGaussianMeanSummary found = stage.fit(column(read, reading, stage)).summary();
    return new SimulationReport(
        found.toJson(SimulateGaussianCommand::option),
        found.warnings(SimulateGaussianCommand::option));
  }

  /** Returns the coordinate under the name of its column, and the ids. */
  private static Dataset<Row> column(
      Dataset<Row> read, PrivateMean reading, LocalGaussianMean stage) {
    boolean isVector =
        read.schema().apply(reading.getInputCol()).dataType().equals(SQLDataTypes.VectorType());
    Column column = functions.col(reading.getInputCol());
    Column list = isVector ? functions.unwrap_udt(column).getField("values") : column;
    Column value = functions.get(list, functions.lit(0)).as(stage.getInputCol());
    return stage.isDefined(stage.idCol())
        ? read.select(value, VectorColumn.quote(stage.getIdCol()))
        : read.select(value);
  }

  /** Adds the params of {@link LocalGaussianMean} as options: names in kebab case, docs as help. */
  static void addTo(CommandLine command) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .validate(false)
            .heading("%nUsers and estimator (see the documentation of LocalGaussianMean):%n");
    for (Param<?> param : PARAMS) {
      group.addArg(
          OptionSpec.builder(option(param.name()))
              .type(StageOptions.type(param))
              .paramLabel(StageOptions.label(param))
              .description(help(param).replace("%", "%%"))
              .build());
    }
    command.getCommandSpec().addArgGroup(group.build());
  }

  /** Returns the stage set by the options. */
  private LocalGaussianMean stage() {
    LocalGaussianMean stage = new LocalGaussianMean();
    ParseResult parsed = parsed();
    for (Param<?> param : PARAMS) {
      if (parsed.hasMatchedOption(option(param.name()))) {
        set(stage, param, parsed.matchedOptionValue(option(param.name()), null));
      }
    }
    return input.column() == null ? stage : stage.setInputCol(input.column());
  }

  private static void set(LocalGaussianMean stage, Param<?> param, Object value) {
    try {
      // The parser has converted the value to the param's type.
      stage.set(stage.getParam(param.name()), value);
    } catch (IllegalArgumentException outOfRange) {
      throw new WrongInputException(
          String.format("invalid value %s for %s: %s", value, option(param.name()), help(param)),
          outOfRange);
    }
  }

  private static String help(Param<?> param) {
    return NAMES.matcher(param.doc()).replaceAll(found -> option(found.group()));
  }

  /** Returns the option of a param. */
  static String option(String param) {
    return Map.of("inputCol", "--column").getOrDefault(param, StageOptions.kebab(param));
  }
}
