package org.privatemean.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.privatemean.spark.PrivateMeanModel;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options that say where the release goes. */
final class OutputOptions {
  @Option(
      names = "--output",
      paramLabel = "PATH",
      description = "Path at which the model is saved, for inspect and for Spark ML.")
  private String output;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Path of the report: JSON if its name ends in .json, one line per column (with "
              + "--group-cols one line per group) in .csv, a page in .md; with --group-cols also "
              + "JSON lines in .jsonl. Without --output and --report the JSON is printed on "
              + "standard output.")
  private String report;

  @ArgGroup(validate = false)
  private PlotOptions plot = new PlotOptions();

  @Option(
      names = "--overwrite",
      description = "Replaces existing output; a failed run leaves it unchanged.")
  private boolean overwrite;

  /** Returns the outputs asked for. Looks at what is there, but changes nothing. */
  Outputs outputs(Input input, boolean isGrouped) {
    List<Target> targets =
        Stream.of(
                Target.parse(Target.TargetKind.MODEL, output),
                Target.parse(Target.TargetKind.REPORT, report),
                plot.target())
            .flatMap(Optional::stream)
            .toList();
    Outputs outputs = new Outputs(targets, overwrite, input.source().paths());
    checkApart(targets);
    check(OptionalInt.empty(), isGrouped);
    return outputs;
  }

  /** Refuses names of files and a picture that do not suit the mean. Looks at no file system. */
  void check(OptionalInt dimension, boolean isGrouped) {
    if (report != null) {
      ReportFormat form = ReportFormat.fromFile(report.substring(report.lastIndexOf('/') + 1));
      if (form == ReportFormat.JSON_LINES && !isGrouped) {
        throw new WrongInputException(
            "--report: a report in .jsonl has a line a group, and there are none without"
                + " --group-cols: name a .json");
      }
    }
    if (isGrouped) {
      plot.checkGroups();
    }
    plot.check(dimension);
  }

  boolean savesModel() {
    return output != null;
  }

  Outputs.OutputWriter writer(PrivateMeanModel released) {
    return (target, file) -> {
      switch (target.kind()) {
        case MODEL -> released.write().save(file.path().toString());
        case PLOT -> file.write(plot.draw(released.summary()));
        case PAGE -> throw new IllegalStateException("a fit writes no page");
        case REPORT -> {
          try (Writer text = new BufferedWriter(new OutputStreamWriter(file.create(), UTF_8))) {
            ReportFormat.fromFile(target.path().getName()).write(released.summary(), text);
          }
        }
      }
    };
  }

  private static void checkApart(List<Target> targets) {
    for (int i = 0; i < targets.size(); i++) {
      Target one = targets.get(i);
      for (Target other : targets.subList(i + 1, targets.size())) {
        if (Storage.isWithin(one.path(), other.path())
            || Storage.isWithin(other.path(), one.path())) {
          throw WrongInputException.format(
              "%s and %s must not lie in one another", one.kind().option(), other.kind().option());
        }
      }
    }
  }
}
