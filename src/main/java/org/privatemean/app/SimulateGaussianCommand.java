package org.privatemean.app;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
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
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "gaussian",
    abbreviateSynopsis = true,
    sortOptions = false,
    description =
        "Simulates users who each hold one normally distributed number and send one "
            + "private report of it, and estimates their mean. Everything that can be checked "
            + "is checked before rows are read.",
    footer = {
      "",
      "Example: private-mean simulate gaussian --input x.csv --column x --epsilon 1 --sigma-min 1"
          + " \\",
      "      --sigma-max 20 --mean-bound 100 --report r.json"
    })
final class SimulateGaussianCommand extends Simulation {
  /** All params but the columns: the input has one, and a report has none. */
  static final StageOptions OPTIONS =
      new StageOptions(
          Stream.<Param<?>>of(new LocalGaussianMean().params())
              .filter(param -> !Set.of("inputCol", "outputCol", "reportCol").contains(param.name()))
              .toList(),
          "%nUsers and estimator (see the documentation of LocalGaussianMean):%n",
          param -> inOptions(param.doc()),
          param -> "");

  @ArgGroup(validate = false, heading = "%nInput:%n")
  private ColumnOptions input = new ColumnOptions();

  @ArgGroup(validate = false, heading = "%nOutput:%n")
  private ReportOptions output = new ReportOptions();

  /** Options for the rows to read and for one column of numbers. */
  private static final class ColumnOptions extends SourceOptions {
    @Option(
        names = "--column",
        paramLabel = "NAME",
        description =
            "Numeric column whose mean is estimated. Text is parsed as a number; a row whose "
                + "text is not a number is invalid (see --handle-invalid).")
    private String column;

    @Override
    CoordinateColumns columns(boolean isLibsvm) {
      if (column == null || column.isEmpty()) {
        throw new WrongInputException("no column is named: give --column");
      }
      return CoordinateColumns.features("--column", List.of(column));
    }
  }

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
    if (stage.isDefined(stage.idCol()) && !stage.getIdCol().equals(input.column)) {
      schema = schema.add(stage.getIdCol(), DataTypes.StringType);
    }
    StructType suitable = schema;
    compute(() -> stage.transformSchema(suitable));
    PrivateMean reading =
        new PrivateMean().setTrustModel("local").setHandleInvalid(stage.getHandleInvalid());
    return stage.isDefined(stage.idCol()) ? reading.setIdCol(stage.getIdCol()) : reading;
  }

  @Override
  String report(PrivateMean reading, Dataset<Row> read, Consumer<String> warnings) {
    LocalGaussianMean stage = stage();
    LocalGaussianMeanSummary found = stage.fit(column(read, reading, stage)).summary();
    found.warnings(SimulateGaussianCommand::option).forEach(warnings);
    return found.toJson(SimulateGaussianCommand::option);
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

  private LocalGaussianMean stage() {
    LocalGaussianMean stage = OPTIONS.set(new LocalGaussianMean(), parsed());
    return input.column == null ? stage : stage.setInputCol(input.column);
  }

  /** Replaces the names of params in a doc, except those that are plain words. */
  private static String inOptions(String doc) {
    String names =
        Stream.<Param<?>>of(new LocalGaussianMean().params())
            .map(Param::name)
            .filter(name -> name.matches("(?!(input|output|report)Col).*[A-Z].*"))
            .collect(Collectors.joining("|", "\\b(", ")\\b"));
    return Pattern.compile(names).matcher(doc).replaceAll(found -> option(found.group()));
  }

  static String option(String param) {
    return param.equals("inputCol") ? "--column" : StageOptions.kebab(param);
  }
}
