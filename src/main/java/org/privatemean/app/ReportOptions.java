package org.privatemean.app;

import java.util.List;
import java.util.Locale;
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

  /** Returns the output. Looks at what is there, but changes nothing. */
  Outputs outputs(List<Path> inputs) {
    checkName();
    return new Outputs(
        Target.parse(Target.TargetKind.REPORT, report).stream().toList(), overwrite, inputs);
  }
}
