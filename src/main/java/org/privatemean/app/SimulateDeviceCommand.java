package org.privatemean.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.FitRequest;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Base of the simulations of the local and the shuffle mean. */
abstract class SimulateDeviceCommand implements Callable<Integer>, RunsOnSpark {
  @Spec private CommandSpec spec;

  @ArgGroup(validate = false, heading = "%nInput:%n")
  private InputOptions input = new InputOptions();

  @ArgGroup(validate = false, heading = "%nOutput:%n")
  private ReportOptions output = new ReportOptions();

  @ArgGroup(validate = false, heading = "%nWhat goes wrong:%n")
  private FaultOptions faults = new FaultOptions();

  /** Returns the value of {@code trustModel}. */
  abstract String trustModel();

  /** Returns the supported options of the stage. */
  abstract StageOptions options();

  /** Checks the options of the subclass. */
  void checkOwn() {}

  /** Simulates a checked request. */
  abstract Simulation.SimulationReport report(
      FitRequest request, PrivateMean stage, UserRows users);

  final FaultOptions faults() {
    return faults;
  }

  @Override
  public final void checkOptions() {
    input.unseen().check(checkedStage());
    output.checkName();
  }

  private Simulation simulation() {
    return new Simulation(
        spec.commandLine().getOut(), spec.commandLine().getErr(), StageOptions::option);
  }

  private PrivateMean checkedStage() {
    PrivateMean stage =
        options().stage(spec.commandLine().getParseResult()).setTrustModel(trustModel());
    faults.check();
    checkOwn();
    PrivateMean sample = stage.copy(ParamMap.empty()).setInputCol("the coordinates");
    if (!sample.isSet(sample.dimension())) {
      sample.setDimension(1);
    }
    StructType schema = new StructType().add(sample.getInputCol(), SQLDataTypes.VectorType());
    StructType suitable =
        stage.isDefined(stage.idCol())
            ? schema.add(stage.getIdCol(), DataTypes.StringType)
            : schema;
    simulation().check(() -> sample.transformSchema(suitable));
    return stage;
  }

  @Override
  public final Integer call() {
    checkOptions();
    PrivateMean stage = checkedStage();
    Input rows = input.input();
    rows.check(stage);
    try (ReportOptions.PendingReport writing = output.open(rows.source().paths())) {
      SparkSession session = Sessions.open("private-mean simulate " + trustModel());
      List<String> warnings = new ArrayList<>();
      Dataset<Row> read = rows.open(session, stage, warnings::add).rows();
      simulation()
          .run(
              rows,
              writing,
              warnings,
              () -> report(FitRequest.create(stage), stage, UserRows.collect(read, stage)));
    }
    return 0;
  }

  /** Returns the largest value of all coordinates of a row within the bounds. */
  static double atTheBound(PrivateMean stage, int dimension) {
    if (stage.isDefined(stage.coordinateBound())) {
      return stage.getCoordinateBound();
    }
    double norm = stage.isDefined(stage.bound()) ? stage.getBound() : stage.getRadius();
    return norm / Math.sqrt(dimension);
  }
}
