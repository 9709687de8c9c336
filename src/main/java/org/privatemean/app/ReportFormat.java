package org.privatemean.app;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.privatemean.release.report.ReleaseReport;
import org.privatemean.spark.PrivateMeanSummary;

/** The forms of a report, by the extension of its file. */
enum ReportFormat {
  JSON("json"),
  /** A line of what groups share, then a line a group. */
  JSON_LINES("jsonl"),
  /** A line a column or a group, exactly. */
  CSV("csv"),
  MARKDOWN("md");

  private final String extension;

  ReportFormat(String extension) {
    this.extension = extension;
  }

  static ReportFormat fromFile(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> name.endsWith("." + format.extension))
        .findFirst()
        .orElseThrow(
            () ->
                WrongInputException.format(
                    "--report: the name of %s must end in .json, .csv or .md, or with --group-cols"
                        + " in .jsonl",
                    file));
  }

  void write(PrivateMeanSummary summary, Appendable to) throws IOException {
    ReleaseReport report =
        summary.keyed().map(ReleaseReport::of).orElseGet(() -> ReleaseReport.of(summary.release()));
    switch (this) {
      case JSON -> {
        report.writeJson(to);
        to.append(System.lineSeparator());
      }
      case JSON_LINES -> report.writeJsonLines(to);
      case CSV -> report.writeCsv(to);
      case MARKDOWN -> report.writeMarkdown(to);
    }
  }
}
