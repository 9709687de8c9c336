package org.privatemean.app;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

  /** Refuses an invalid file name. Accesses no file system. */
  public void checkName() {
    if (report != null && !report.toLowerCase(Locale.ROOT).endsWith(EXTENSION)) {
      throw WrongInputException.format(
          "--report: the name of %s must end in %s", report, EXTENSION);
    }
  }

  /** Returns the output. Looks at what is there, but changes nothing. */
  public Outputs outputs(List<Path> inputs) {
    checkName();
    Outputs outputs =
        new Outputs(
            Optional.ofNullable(report).stream()
                .map(file -> new Target(Target.TargetKind.REPORT, Storage.path("--report", file)))
                .toList(),
            Optional.empty(),
            overwrite);
    outputs.check(inputs);
    return outputs;
  }
}
