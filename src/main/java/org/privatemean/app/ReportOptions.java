package org.privatemean.app;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;

/** Options for a JSON report: to a file, or to standard output. */
final class ReportOptions {
  private static final String EXTENSION = ".json";

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Path of the JSON report; its name ends in .json. Default: standard output.")
  private String report;

  @Option(
      names = "--overwrite",
      description = "Replaces existing output; a failed run leaves it unchanged.")
  private boolean overwrite;

  void checkName() {
    if (report != null && !report.toLowerCase(Locale.ROOT).endsWith(EXTENSION)) {
      throw WrongInputException.format(
          "--report: the name of %s must end in %s", report, EXTENSION);
    }
  }

  /** True if the report goes to standard output. */
  boolean isPrinted() {
    return report == null;
  }

  /** Returns the output. Looks at what is there, but changes nothing. */
  Outputs outputs(List<Path> inputs) {
    return outputs(inputs, Optional.empty());
  }

  /** Returns the same with one more output. */
  Outputs outputs(List<Path> inputs, Optional<Target> other) {
    checkName();
    List<Target> targets =
        Stream.of(Target.parse(Target.TargetKind.REPORT, report), other)
            .flatMap(Optional::stream)
            .toList();
    return new Outputs(targets, overwrite, inputs);
  }
}
