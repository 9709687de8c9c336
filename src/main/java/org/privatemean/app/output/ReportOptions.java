package org.privatemean.app.output;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.privatemean.app.failure.FailedJobException;
import org.privatemean.app.failure.WrongInputException;
import org.privatemean.app.input.Storage;
import picocli.CommandLine.Option;

/** Options that say where a report of JSON goes: to a file, or else to standard output. */
public final class ReportOptions {
  private static final String EXTENSION = ".json";

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Where the report is written, as JSON: its name ends in .json. Default: standard output.")
  private String report;

  @Option(
      names = "--overwrite",
      description = "Replaces what is there; a failed run leaves it as it was.")
  private boolean overwrite;

  /**
   * Refuses a name that no report can have. Looks at no file system.
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
    if (inputs.stream().anyMatch(input -> isAtOrAbove(target.path(), input))) {
      throw new WrongInputException("--report would replace the input");
    }
    return new PendingReport(target, target.stage(), overwrite);
  }

  private static boolean isAtOrAbove(Path path, Path below) {
    return Stream.iterate(below, step -> step != null, Path::getParent).anyMatch(path::equals);
  }

  /** A report of a run under way. */
  public static final class PendingReport implements AutoCloseable {
    /** Null where the report goes to standard output, as is the staged file. */
    private final Target target;

    private final StagedOutput staged;
    private final boolean overwrite;

    private PendingReport(Target target, StagedOutput staged, boolean overwrite) {
      this.target = target;
      this.staged = staged;
      this.overwrite = overwrite;
    }

    /** True if there is a file; else the caller prints the report. */
    public boolean hasFile() {
      return staged != null;
    }

    /** One line that says what was written, and where. */
    public Optional<String> written() {
      return Optional.ofNullable(target).map(file -> "wrote the report to " + file.display());
    }

    /**
     * Writes the file and puts it in place.
     *
     * @throws FailedJobException if that fails; what was in place before is there again
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
