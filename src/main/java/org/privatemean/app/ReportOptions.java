package org.privatemean.app;

import java.io.IOException;
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

  /**
   * Refuses an invalid file name. Accesses no file system.
   *
   * @throws WrongInputException if it does not end in .json
   */
  public void checkName() {
    if (report != null && !report.toLowerCase(Locale.ROOT).endsWith(EXTENSION)) {
      throw new WrongInputException(
          String.format("--report: the name of %s must end in %s", report, EXTENSION));
    }
  }

  /**
   * Prepares the writing, before any row is read.
   *
   * @param inputs files that the report may not replace
   * @throws WrongInputException if the report cannot be written
   */
  public PendingReport open(List<Path> inputs) {
    checkName();
    if (report == null) {
      return new PendingReport(null, null, overwrite);
    }
    Target target = new Target(Target.TargetKind.REPORT, Storage.path("--report", report));
    target.check(overwrite);
    if (inputs.stream().anyMatch(input -> Storage.isWithin(input, target.path()))) {
      throw new WrongInputException("--report would replace the input");
    }
    return new PendingReport(target, target.stage(), overwrite);
  }

  /** Report of a run in progress. */
  public static final class PendingReport implements AutoCloseable {
    /** Null, like the staged file, if the report goes to standard output. */
    private final Target target;

    private final StagedOutput staged;
    private final boolean overwrite;

    private PendingReport(Target target, StagedOutput staged, boolean overwrite) {
      this.target = target;
      this.staged = staged;
      this.overwrite = overwrite;
    }

    /** True if the report is written to a file; otherwise the caller prints it. */
    public boolean hasFile() {
      return staged != null;
    }

    /** Returns one line that names the written file. */
    public Optional<String> written() {
      return Optional.ofNullable(target).map(file -> "wrote the report to " + file.display());
    }

    /**
     * Writes the file and moves it in place.
     *
     * @throws FailedJobException if that fails; a replaced file is restored
     */
    public void write(String json) {
      try {
        staged.write(json + System.lineSeparator());
        staged.publish(overwrite);
      } catch (IOException failure) {
        throw new FailedJobException(
            String.format(
                "the report could not be written: %s: %s",
                failure.getClass().getSimpleName(), failure.getMessage()),
            failure);
      }
    }

    @Override
    public void close() {
      if (staged == null) {
        return;
      }
      try {
        staged.close();
      } catch (IOException leftover) {
        throw new FailedJobException(
            "a temporary folder could not be removed: " + leftover.getMessage(), leftover);
      }
    }
  }
}
