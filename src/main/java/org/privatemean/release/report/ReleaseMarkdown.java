package org.privatemean.release.report;

import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.Field;
import org.privatemean.release.Release;

/**
 * A release as a page of Markdown: a table of the columns and one of the other lines of the text.
 */
@Internal
public final class ReleaseMarkdown {
  private static final String NEW_LINE = System.lineSeparator();

  private static final int DIGITS = 3;

  private final StringBuilder text = new StringBuilder();

  private ReleaseMarkdown() {}

  /** Formats the page. */
  public static String format(Release release) {
    ReleaseMarkdown page = new ReleaseMarkdown();
    ColumnTable table = new ColumnTable(release);
    page.paragraph("# " + upper(ReleaseText.heading(release)));
    if (table.isSeeded()) {
      page.paragraph("**The noise comes from a seed: for tests only, not to be published.**");
    }
    page.columns(table);
    page.notes(ColumnTable.noteLines(release));
    page.paragraph("Intervals: " + table.intervals() + ".");
    page.facts(ReleaseText.facts(release));
    return page.text.toString();
  }

  static String upper(String sentence) {
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private void paragraph(String line) {
    text.append(line).append(NEW_LINE).append(NEW_LINE);
  }

  private void columns(ColumnTable table) {
    boolean deviations = table.hasDeviations();
    boolean notes = table.hasNotes();
    row(
        "column",
        "mean",
        "noise std dev",
        deviations ? "std, with its noise" : null,
        notes ? "note" : null);
    row("---", "---", "---", deviations ? "---" : null, notes ? "---" : null);
    for (ColumnTable.ColumnRow line : table.lines()) {
      row(
          line.label(),
          NumberFormat.withError(line.mean(), line.halfWidth()),
          NumberFormat.number(line.noiseStdDev(), DIGITS),
          line.deviation().map(ColumnTable.Deviation::text).orElse(null),
          notes ? line.note() : null);
    }
    text.append(NEW_LINE);
  }

  private void notes(List<Field.TextLine> lines) {
    lines.forEach(line -> paragraph(note(line)));
  }

  /** Formats a note on some columns. */
  static String note(Field.TextLine line) {
    return String.format("`%s` of %s.", line.label(), escape(line.text()));
  }

  private void facts(List<Field.TextLine> lines) {
    row("what", "value");
    row("---", "---");
    lines.forEach(line -> row(line.label().strip(), line.text()));
  }

  /** Appends a row of the cells that are not null. */
  private void row(String... cells) {
    for (String cell : cells) {
      if (cell != null) {
        text.append("| ").append(escape(cell)).append(' ');
      }
    }
    text.append('|').append(NEW_LINE);
  }

  /** Escapes a cell: names of columns may contain characters with a meaning in Markdown. */
  static String escape(String cell) {
    return cell.replaceAll("([\\\\`*_{}\\[\\]<>|#&~$])", "\\\\$1").replaceAll("[\\r\\n]+", " ");
  }
}
