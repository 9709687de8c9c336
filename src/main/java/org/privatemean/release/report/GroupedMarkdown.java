package org.privatemean.release.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.Field;

/**
 * A release with groups as a page of Markdown: a table of the groups and one of the values that
 * they share.
 */
@Internal
public final class GroupedMarkdown {
  private static final String NEW_LINE = System.lineSeparator();

  private GroupedMarkdown() {}

  /**
   * Writes the page.
   *
   * @throws IOException if writing to the target fails
   */
  public static void write(KeyedRelease release, Appendable to) throws IOException {
    GroupLines lines = new GroupLines(release);
    paragraph(to, "# " + ReleaseMarkdown.upper(lines.heading()));
    if (lines.isSeeded()) {
      paragraph(to, "**The noise comes from a seed: for tests only, not to be published.**");
    }
    groups(to, lines);
    for (Field.TextLine note : lines.noteLines()) {
      paragraph(to, ReleaseMarkdown.note(note));
    }
    paragraph(to, "Intervals: " + lines.intervals() + ".");
    row(to, List.of("what", "value"));
    row(to, List.of("---", "---"), false);
    for (Field.TextLine fact : lines.facts()) {
      row(to, List.of(fact.label().strip(), fact.text()));
    }
  }

  private static void groups(Appendable to, GroupLines lines) throws IOException {
    List<String> header = new ArrayList<>(lines.release().groupCols());
    header.addAll(List.of("status", "count"));
    header.addAll(lines.markedLabels());
    row(to, header);
    row(to, Collections.nCopies(header.size(), "---"), false);
    for (int g = 0; g < lines.release().size(); g++) {
      row(to, cells(lines, lines.line(g)));
    }
    to.append(NEW_LINE);
  }

  private static List<String> cells(GroupLines lines, GroupLines.GroupRow line) {
    List<String> cells = new ArrayList<>(line.key());
    cells.add(line.group().status().label());
    cells.add(NumberFormat.number(line.group().count()));
    String[] means = new String[lines.labels().size()];
    double[] halfWidths = lines.halfWidths(line);
    Arrays.setAll(
        means,
        j -> line.mean() == null ? "" : NumberFormat.withError(line.mean()[j], halfWidths[j]));
    cells.addAll(Arrays.asList(means));
    return cells;
  }

  private static void paragraph(Appendable to, String line) throws IOException {
    to.append(line).append(NEW_LINE).append(NEW_LINE);
  }

  private static void row(Appendable to, List<String> cells) throws IOException {
    row(to, cells, true);
  }

  private static void row(Appendable to, List<String> cells, boolean escaped) throws IOException {
    for (String cell : cells) {
      to.append("| ").append(escaped ? ReleaseMarkdown.escape(cell) : cell).append(' ');
    }
    to.append('|').append(NEW_LINE);
  }
}
