package org.privatemean.app;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;
import org.privatemean.spark.PrivateStandardScalerModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "inspect",
    description =
        "Prints a saved private mean or standard scaler: the mean (for groups the first "
            + "50), the standard deviations if any, the cost and the error.")
final class InspectCommand extends SparkCommand {
  /** Readers of the models that hold a release. Each refuses a folder of another class. */
  private static final List<Function<String, PrivateMeanSummary>> READERS =
      List.of(
          path -> PrivateMeanModel.load(path).summary(),
          path -> PrivateStandardScalerModel.load(path).summary());

  @Parameters(
      paramLabel = "MODEL",
      description = "Path that fit --output wrote, or that a fit in Spark ML was saved to.")
  private String model;

  @Option(names = "--json", description = "Prints the report as JSON.")
  private boolean json;

  @Mixin private PlotOptions plot;

  @Option(names = "--overwrite", description = "Replaces an existing picture.")
  private boolean overwrite;

  @Override
  void checkOptions() {
    plot.check(OptionalInt.empty());
  }

  @Override
  public Integer call() {
    Path path = Storage.path("MODEL", model);
    checkSaved(path);
    Outputs outputs = new Outputs(plot.target().stream().toList(), overwrite, List.of());
    Sessions.open("private-mean inspect");
    PrivateMeanSummary summary = load(path);
    if (summary.isGrouped()) {
      plot.checkGroups();
    }
    plot.check(OptionalInt.of(summary.dimension()));
    if (outputs.hasAny()) {
      try (Outputs writing = outputs.open()) {
        Interruption.whileWriting(
            () -> writing.write(Outputs.FAILED, (target, file) -> file.write(plot.draw(summary))));
        err().println("wrote " + outputs.describe());
      }
    }
    out().print(json ? summary.toJson() + System.lineSeparator() : summary);
    out().flush();
    return 0;
  }

  private static void checkSaved(Path path) {
    try {
      FileSystem files = Storage.fileSystem(path);
      List<Path> stages = Target.stagesOf(files, path);
      if (!stages.isEmpty()) {
        throw WrongInputException.format(
            "%s holds a pipeline: inspect the private mean or scaler among its stages: %s",
            path, stages.stream().map(Path::toString).collect(Collectors.joining(", ")));
      }
      if (!Target.isSavedStage(files, path)) {
        throw new WrongInputException("there is no saved model at " + path);
      }
    } catch (IOException unreachable) {
      Failure.checkAccess(List.of(path), unreachable);
      throw new WrongInputException(
          String.format("cannot look at %s: %s", path, Failure.name(unreachable)), unreachable);
    }
  }

  private static PrivateMeanSummary load(Path path) {
    IllegalArgumentException otherClass = null;
    for (Function<String, PrivateMeanSummary> reader : READERS) {
      try {
        return reader.apply(path.toString());
      } catch (ParamException otherVersion) {
        throw new WrongInputException(otherVersion.getMessage(), otherVersion);
      } catch (IllegalArgumentException other) {
        otherClass = other;
      }
    }
    throw new WrongInputException(
        String.format("%s is not a private mean or standard scaler, but another stage", path),
        otherClass);
  }
}
