package org.privatemean.app;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.privatemean.release.Release;
import org.privatemean.release.report.GroupedCsv;
import org.privatemean.release.report.GroupedJson;
import org.privatemean.release.report.GroupedMarkdown;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.release.report.ReleaseCsv;
import org.privatemean.release.report.ReleaseJson;
import org.privatemean.release.report.ReleaseMarkdown;
import org.privatemean.spark.PrivateMeanSummary;

/** The forms of a report, by the extension of its file. */
enum ReportFormat {
  /** All of it, exactly. */
  JSON("json"),
  /** A line of what groups share, then a line a group. */
  JSON_LINES("jsonl"),
  /** A line a column or a group, exactly. */
  CSV("csv"),
  /** A page for people. */
  MARKDOWN("md");

  private final String extension;

  ReportFormat(String extension) {
    this.extension = extension;
  }

  /** The format of a file. */
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

  /** The format of a file for a fit with groups or without. */
  static ReportFormat fromFile(String file, boolean isGrouped) {
    ReportFormat format = fromFile(file);
    if (format == JSON_LINES && !isGrouped) {
      throw new WrongInputException(
          "--report: a report in .jsonl has a line a group, and there are none without --group-cols:"
              + " name a .json");
    }
    return format;
  }

  /** Writes the report; that of groups group by group, since there may be a million. */
  void write(PrivateMeanSummary summary, Appendable to) throws IOException {
    if (summary.keyed().isEmpty()) {
      to.append(text(summary.release()));
      return;
    }
    KeyedRelease release = summary.keyed().get();
    switch (this) {
      case JSON -> {
        GroupedJson.write(release, to);
        to.append(System.lineSeparator());
      }
      case JSON_LINES -> GroupedJson.writeLines(release, to);
      case CSV -> GroupedCsv.write(release, to);
      case MARKDOWN -> GroupedMarkdown.write(release, to);
    }
  }

  private String text(Release release) {
    return switch (this) {
      case JSON, JSON_LINES -> ReleaseJson.format(release) + System.lineSeparator();
      case CSV -> ReleaseCsv.format(release);
      case MARKDOWN -> ReleaseMarkdown.format(release);
    };
  }
}
