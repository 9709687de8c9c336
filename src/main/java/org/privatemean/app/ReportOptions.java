package org.privatemean.app;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;

/** Options for a JSON report: to a file, or to standard output. */
final class ReportOptions {
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
    checkName("--report", report, ".json");
  }

  static void checkName(String option, String file, String extension) {
    if (file != null && !file.toLowerCase(Locale.ROOT).endsWith(extension)) {
      throw WrongInputException.format(
          "%s: the name of %s must end in %s", option, file, extension);
    }
  }

  boolean isPrinted() {
    return report == null;
  }

  /** Returns the output, with another if any. Looks at what is there, but changes nothing. */
  Outputs outputs(List<Path> inputs, Optional<Target> other) {
    checkName();
    List<Target> targets =
        Stream.of(Target.parse(Target.TargetKind.REPORT, report), other)
            .flatMap(Optional::stream)
            .toList();
    return new Outputs(targets, overwrite, inputs);
  }
}
