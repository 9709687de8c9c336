package org.privatemean.app;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
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
      description = {
        "Path of the report: JSON if its name ends in .json, one line per column (with "
            + "--group-cols one line per group) in .csv, a page in .md; with --group-cols also "
            + "JSON lines in .jsonl. Without --output and --report the JSON is printed on "
            + "standard output."
      })
  private String report;

  @ArgGroup(validate = false)
  private PlotOptions plot = new PlotOptions();

  @Option(
      names = "--overwrite",
      description = "Replaces existing output; a failed run leaves it unchanged.")
  private boolean overwrite;

  /** The outputs asked for. Looks at what is there, but changes nothing. */
  public Outputs outputs(Input input, boolean isGrouped) {
    if (isGrouped) {
      plot.checkGroups();
    }
    Optional<Target> model = target(Target.TargetKind.MODEL, output);
    Optional<Target> file = target(Target.TargetKind.REPORT, report);
    Optional<Plot> picture = plot.plot();
    List<Target> targets =
        Stream.of(model, file, picture.map(Plot::target)).flatMap(Optional::stream).toList();
    Outputs outputs = new Outputs(targets, picture, overwrite);
    outputs.check(input.source().paths());
    checkApart(targets);
    file.ifPresent(target -> ReportFormat.fromFile(target.path().getName(), isGrouped));
    return outputs;
  }

  /** Refuses a picture that does not suit the mean. */
  public void checkPlot(OptionalInt dimension) {
    plot.check(dimension);
  }

  /** Refuses names of files that no report and no picture can have. Looks at no file system. */
  public void checkNames(OptionalInt dimension, boolean isGrouped) {
    if (report != null) {
      ReportFormat.fromFile(report, isGrouped);
    }
    if (isGrouped) {
      plot.checkGroups();
    }
    plot.checkNames(dimension);
  }

  private static void checkApart(List<Target> targets) {
    for (int i = 0; i < targets.size(); i++) {
      for (Target other : targets.subList(i + 1, targets.size())) {
        if (overlap(targets.get(i).path(), other.path())) {
          throw WrongInputException.format(
              "%s and %s must not lie in one another",
              targets.get(i).kind().option(), other.kind().option());
        }
      }
    }
  }

  private static Optional<Target> target(Target.TargetKind kind, String text) {
    return Optional.ofNullable(text)
        .map(path -> new Target(kind, Storage.path(kind.option(), path)));
  }

  private static boolean overlap(Path one, Path other) {
    return Storage.isWithin(one, other) || Storage.isWithin(other, one);
  }
}
