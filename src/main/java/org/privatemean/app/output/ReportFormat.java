package org.privatemean.app.output;

import java.util.Arrays;
import java.util.Locale;
import org.privatemean.app.input.WrongInputException;
import org.privatemean.release.Release;
import org.privatemean.release.report.ReleaseCsv;
import org.privatemean.release.report.ReleaseJson;
import org.privatemean.release.report.ReleaseMarkdown;

/** The forms of a report, by the extension of its file. */
enum ReportFormat {
  /** All of it, exactly. */
  JSON("json"),
  /** A line a column, exactly. */
  CSV("csv"),
  /** A page for people. */
  MARKDOWN("md");

  private final String extension;

  ReportFormat(String extension) {
    this.extension = extension;
  }

  /**
   * The format of a file.
   *
   * @throws WrongInputException if its extension is that of none
   */
  static ReportFormat of(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> name.endsWith("." + format.extension))
        .findFirst()
        .orElseThrow(
            () ->
                new WrongInputException(
                    String.format(
                        "--report: the name of %s must end in .json, .csv or .md", file)));
  }

  /** What the file holds. */
  String text(Release release) {
    return switch (this) {
      case JSON -> ReleaseJson.of(release) + System.lineSeparator();
      case CSV -> ReleaseCsv.of(release);
      case MARKDOWN -> ReleaseMarkdown.of(release);
    };
  }
}
