package org.privatemean.app;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.privatemean.app.failure.FailureName;
import org.privatemean.app.input.Reading;
import org.privatemean.app.input.Storage;
import org.privatemean.app.input.WrongInputException;
import org.privatemean.app.output.Target;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows a saved model and what it cost. */
@Command(
    name = "inspect",
    description = "Prints a saved model: the private mean, what it cost and how far it may be off.")
final class InspectCommand implements Callable<Integer>, RunsOnSpark {
  /** So many coordinates are shown to people; the report has all. */
  private static final int SHOWN = 10;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "MODEL", description = "What --output of fit has left.")
  private String model;

  @Option(names = "--json", description = "Prints the report, as JSON.")
  private boolean json;

  @Override
  public void checkOptions() {
    // All that can be wrong of its options is found when they are parsed.
  }

  @Override
  public Integer call() {
    Path path = Storage.path("MODEL", model);
    checkSaved(path);
    Sessions.open("private-mean inspect");
    PrivateMeanSummary summary = load(path).summary();
    spec.commandLine().getOut().println(json ? summary.toJson() : text(summary));
    return 0;
  }

  private static void checkSaved(Path path) {
    try {
      FileSystem files = Storage.fileSystem(path);
      List<Path> stages = Target.stagesOf(files, path);
      if (!stages.isEmpty()) {
        throw new WrongInputException(
            String.format(
                "%s holds a pipeline: inspect the private mean among its stages: %s",
                path, stages.stream().map(Path::toString).collect(Collectors.joining(", "))));
      }
      if (!Target.isSavedStage(files, path)) {
        throw new WrongInputException("there is no saved model at " + path);
      }
    } catch (IOException unreachable) {
      throw new WrongInputException(
          Reading.isDenied(unreachable)
              ? String.format("cannot read %s: permission denied", path)
              : String.format("cannot look at %s: %s", path, FailureName.of(unreachable)),
          unreachable);
    }
  }

  private static PrivateMeanModel load(Path path) {
    try {
      return PrivateMeanModel.load(path.toString());
    } catch (ParamException otherVersion) {
      throw new WrongInputException(otherVersion.getMessage(), otherVersion);
    } catch (IllegalArgumentException otherClass) {
      throw new WrongInputException(
          String.format("%s is not a private mean, but another stage", path), otherClass);
    }
  }

  private static String text(PrivateMeanSummary summary) {
    String mean = line("mean", summary.mean());
    return summary
        + (summary.std().length == 0
            ? mean
            : mean + System.lineSeparator() + line("std", summary.std()));
  }

  private static String line(String label, double[] values) {
    return Arrays.stream(values)
            .limit(SHOWN)
            .mapToObj(Double::toString)
            .collect(Collectors.joining(", ", String.format("%-18s ", label), ""))
        + (values.length > SHOWN ? ", ... (--json shows all)" : "");
  }
}
