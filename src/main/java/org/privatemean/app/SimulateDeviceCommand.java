package org.privatemean.app;

import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.FitRequest;
import picocli.CommandLine.ArgGroup;

/** Base of the simulations of the local and the shuffle mean. */
abstract class SimulateDeviceCommand extends Simulation {
  static final String RUN_ID = "simulation";

  private static final Set<String> COMMON_PARAMS =
      Set.of(
          "epsilon",
          "radius",
          "sigmaMin",
          "sigmaMax",
          "bound",
          "coordinateBound",
          "thresholdGrid",
          "beta",
          "dimension",
          "idCol",
          "handleInvalid");

  private final String trustModel;
  private final StageOptions options;

  @ArgGroup(validate = false, heading = "%nInput:%n")
  private InputOptions input = new InputOptions();

  @ArgGroup(validate = false, heading = "%nOutput:%n")
  private ReportOptions output = new ReportOptions();

  @ArgGroup(validate = false, heading = "%nWhat goes wrong:%n")
  private FaultOptions faults = new FaultOptions();

  SimulateDeviceCommand(String trustModel, StageOptions options) {
    super(StageOptions::option);
    this.trustModel = trustModel;
    this.options = options;
  }

  static StageOptions options(Set<String> own) {
    return StageOptions.only(name -> COMMON_PARAMS.contains(name) || own.contains(name));
  }

  void checkOwn() {}

  abstract String report(
      FitRequest request, PrivateMean stage, UserRows users, Consumer<String> warnings);

  final FaultOptions faults() {
    return faults;
  }

  @Override
  final Input input(boolean isSeen) {
    return input.input(isSeen);
  }

  @Override
  final ReportOptions output() {
    return output;
  }

  @Override
  final PrivateMean checkedStage() {
    PrivateMean stage = options.stage(parsed()).setTrustModel(trustModel);
    faults.check();
    checkOwn();
    PrivateMean sample = stage.copy(ParamMap.empty()).setInputCol(Source.SAMPLE);
    if (!sample.isSet(sample.dimension())) {
      sample.setDimension(1);
    }
    compute(() -> sample.transformSchema(Source.sampleSchema(stage)));
    return stage;
  }

  @Override
  final String report(PrivateMean stage, Dataset<Row> read, Consumer<String> warnings) {
    return report(FitRequest.create(stage), stage, UserRows.collect(read, stage), warnings);
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
