package org.privatemean.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.spark.LocalGaussianMean;
import org.privatemean.spark.LocalGaussianMeanSummary;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.column.VectorColumn;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
final class SimulateGaussianCommand implements Callable<Integer>, RunsOnSpark {
  @Spec private CommandSpec spec;

  @ArgGroup(validate = false, heading = "%nInput:%n")
  private ColumnOptions input = new ColumnOptions();

  @ArgGroup(validate = false, heading = "%nOutput:%n")
  private ReportOptions output = new ReportOptions();

  @Override
  public void checkOptions() {
    LocalGaussianMean stage = checkedStage();
    input.input(false).check(reading(stage));
    output.checkName();
  }

  private Simulation simulation() {
    return new Simulation(
        spec.commandLine().getOut(), spec.commandLine().getErr(), GaussianOptions::option);
  }

  private LocalGaussianMean checkedStage() {
    LocalGaussianMean stage = GaussianOptions.stage(spec.commandLine().getParseResult());
    if (input.column() != null) {
      stage.setInputCol(input.column());
    }
    StructType schema = new StructType();
    if (stage.isDefined(stage.inputCol())) {
      schema = schema.add(stage.getInputCol(), DataTypes.DoubleType);
    }
    if (stage.isDefined(stage.idCol()) && !stage.getIdCol().equals(input.column())) {
      schema = schema.add(stage.getIdCol(), DataTypes.StringType);
    }
    StructType suitable = schema;
    simulation().check(() -> stage.transformSchema(suitable));
    return stage;
  }

  /**
   * Returns a stage with the settings that the reader of inputs uses: the rule for invalid rows,
   * and the id column.
   */
  private static PrivateMean reading(LocalGaussianMean stage) {
    PrivateMean reading =
        new PrivateMean().setTrustModel("local").setHandleInvalid(stage.getHandleInvalid());
    return stage.isDefined(stage.idCol()) ? reading.setIdCol(stage.getIdCol()) : reading;
  }

  @Override
  public Integer call() {
    checkOptions();
    LocalGaussianMean stage = checkedStage();
    Input rows = input.input(true);
    PrivateMean reading = reading(stage);
    rows.check(reading);
    try (ReportOptions.PendingReport writing = output.open(rows.source().paths())) {
      SparkSession session = Sessions.open("private-mean simulate gaussian");
      List<String> warnings = new ArrayList<>();
      Dataset<Row> read = rows.open(session, reading, warnings::add).rows();
      simulation().run(rows, writing, warnings, () -> report(stage, column(read, reading, stage)));
    }
    return 0;
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

  private static Simulation.SimulationReport report(LocalGaussianMean stage, Dataset<Row> rows) {
    LocalGaussianMeanSummary found = stage.fit(rows).summary();
    return new Simulation.SimulationReport(
        found.toJson(GaussianOptions::option), found.warnings(GaussianOptions::option));
  }
}
