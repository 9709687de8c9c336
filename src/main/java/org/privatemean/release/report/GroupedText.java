package org.privatemean.release.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;

/**
 * A release with groups as lines for people: a table of the first groups, then the values that all
 * share.
 */
@Internal
public final class GroupedText {
  /** Maximum number of groups with a line; the other report formats have all groups. */
  private static final int SHOWN = 50;

  /** Maximum number of coordinates in the line of a group. */
  private static final int MEANS = 6;

  private static final String GAP = "  ";

  private GroupedText() {}

  /** Formats the table, then budget, keys and warnings. */
  public static String format(KeyedRelease release) {
    GroupLines lines = new GroupLines(release);
    StringBuilder text = new StringBuilder(lines.heading()).append(System.lineSeparator());
    append(text, table(lines));
    more(text, release.size() - SHOWN, "groups");
    more(text, lines.labels().size() - MEANS, "columns");
    ReleaseText.append(text, lines.noteLines());
    ReleaseText.append(text, lines.facts());
    return text.toString();
  }

  private static void more(StringBuilder text, int left, String what) {
    if (left > 0) {
      text.append(
          String.format(Locale.ROOT, "%s... and %d more %s: a report has all%n", GAP, left, what));
    }
  }

  private static List<List<String>> table(GroupLines lines) {
    List<String> names = lines.markedLabels().stream().limit(MEANS).toList();
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(lines.release().groupCols());
    header.addAll(List.of("status", "count"));
    header.addAll(names);
    rows.add(header);
    for (int g = 0; g < Math.min(SHOWN, lines.release().size()); g++) {
      rows.add(cells(lines, lines.line(g), names.size()));
    }
    return rows;
  }

  private static List<String> cells(GroupLines lines, GroupLines.GroupRow line, int means) {
    List<String> cells = new ArrayList<>(line.key().stream().map(GroupedText::inLine).toList());
    cells.add(line.group().status().label());
    cells.add(NumberFormat.number(line.group().count()));
    double[] halfWidths = lines.halfWidths(line);
    for (int j = 0; j < means; j++) {
      cells.add(halfWidths == null ? "-" : NumberFormat.withError(line.mean()[j], halfWidths[j]));
    }
    return cells;
  }

  /** Replaces characters of a key that would break its line. */
  private static String inLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static void append(StringBuilder text, List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int k = 0; k < columns; k++) {
        widths[k] = Math.max(widths[k], row.get(k).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int k = 0; k < columns; k++) {
        line.append(GAP).append(row.get(k)).append(" ".repeat(widths[k] - row.get(k).length()));
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
  }
}
