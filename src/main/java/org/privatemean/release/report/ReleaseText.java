package org.privatemean.release.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.Estimate;
import org.privatemean.release.Field;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;

/**
 * A release as lines for people: its columns with their notes, then the lines of {@link
 * ReleaseSchema}. Numbers are rounded according to their error.
 */
@Internal
public final class ReleaseText {
  /** Maximum number of coordinates with a line; the other report formats have all coordinates. */
  private static final int SHOWN = 20;

  private static final String INDENT = "  ";

  private ReleaseText() {}

  /** Formats one line per column, then the charges line by line, noise and error. */
  public static String format(Release release) {
    StringBuilder text = new StringBuilder(heading(release));
    text.append(System.lineSeparator());
    append(text, new ColumnTable(release));
    append(text, ColumnTable.noteLines(release));
    append(text, facts(release));
    return text.toString();
  }

  static void append(StringBuilder text, List<Field.TextLine> lines) {
    for (Field.TextLine line : lines) {
      text.append(String.format(Locale.ROOT, "%-18s %s%n", line.label(), line.text()));
    }
  }

  static String heading(Release release) {
    Estimate estimate = release.estimate();
    return String.format(
        Locale.ROOT,
        "%s of n = %d %s%s, %d coordinates, %s",
        estimate.isForecast() ? "forecast of the private mean" : "private mean",
        estimate.rows(),
        release.guarantee().unit().plural(),
        release.guarantee().unit().isCountPublic() ? "" : " (noisy)",
        estimate.dimension(),
        release.guarantee().budget());
  }

  private static void append(StringBuilder text, ColumnTable table) {
    List<ColumnTable.ColumnRow> lines = table.lines();
    List<ColumnTable.ColumnRow> first = lines.subList(0, Math.min(SHOWN, lines.size()));
    int width = ColumnTable.width(first.stream().map(ColumnTable.ColumnRow::label).toList());
    for (ColumnTable.ColumnRow line : first) {
      text.append(INDENT)
          .append(line.label())
          .append(" ".repeat(width - line.label().length()))
          .append(INDENT)
          .append(NumberFormat.withError(line.mean(), line.halfWidth()))
          .append(line.deviation().map(found -> ", std " + found.text()).orElse(""))
          .append(line.note().isEmpty() ? "" : " (" + line.note() + ")")
          .append(System.lineSeparator());
    }
    if (lines.size() > SHOWN) {
      text.append(String.format(Locale.ROOT, "%s... and %d more%n", INDENT, lines.size() - SHOWN));
    }
  }

  /** The lines of the schema, in their order. */
  static List<Field.TextLine> facts(Release release) {
    return facts(release, "").toList();
  }

  /** The lines that follow those of a column, each followed by its own. */
  private static Stream<Field.TextLine> facts(Release release, String after) {
    return ReleaseSchema.fields().stream()
        .filter(field -> field.lines().after().equals(after))
        .flatMap(
            field ->
                Stream.concat(
                    field.lines().texts().apply(release).stream(),
                    field.savedIn().stream().flatMap(column -> facts(release, column.name()))));
  }
}
