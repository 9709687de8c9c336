package org.privatemean.release.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;

/**
 * A release with groups as CSV (RFC 4180), one line per group: the group columns, {@code status},
 * {@code count}, a {@code mean_} of each column, then a {@code half_width_} of each, with exact
 * numbers; empty without a mean. For a release that is for tests only, {@code seeded} follows. Then
 * come, the same in each line, {@code covers,rho,epsilon,delta,created_at,replayed}. The last is
 * {@code note}, the columns that have warnings, with the codes of the warnings.
 */
@Internal
public final class GroupedCsv {
  private GroupedCsv() {}

  /**
   * Writes the header and one line per group, each with a line end.
   *
   * @throws IOException if writing to the target fails
   */
  public static void write(KeyedRelease release, Appendable to) throws IOException {
    GroupLines lines = new GroupLines(release);
    to.append(ReleaseCsv.line(header(lines)));
    List<String> shared = new ArrayList<>(List.of(release.covers()));
    shared.addAll(
        ReleaseCsv.sharedLines(
            release.means().guarantee(), release.conversions(), release.provenance()));
    shared.add(note(lines));
    for (int g = 0; g < release.size(); g++) {
      List<String> cells = cells(lines, lines.line(g));
      cells.addAll(shared);
      to.append(ReleaseCsv.line(cells));
    }
  }

  private static String note(GroupLines lines) {
    List<String> labels = lines.labels();
    List<String> notes = lines.notes();
    return IntStream.range(0, notes.size())
        .filter(j -> !notes.get(j).isEmpty())
        .mapToObj(j -> labels.get(j) + " " + notes.get(j))
        .collect(Collectors.joining("; "));
  }

  private static List<String> header(GroupLines lines) {
    List<String> names = new ArrayList<>(lines.release().groupCols());
    names.add("status");
    names.add("count");
    lines.labels().forEach(label -> names.add("mean_" + label));
    lines.labels().forEach(label -> names.add("half_width_" + label));
    if (lines.isSeeded()) {
      names.add("seeded");
    }
    names.add("covers");
    names.addAll(ReleaseCsv.SHARED);
    names.add("note");
    return names;
  }

  private static List<String> cells(GroupLines lines, GroupLines.GroupRow line) {
    List<String> cells = new ArrayList<>(line.key());
    cells.add(line.group().status().label());
    cells.add(String.valueOf(line.group().count()));
    int dimension = lines.release().means().dimension();
    add(cells, line.mean(), dimension);
    add(cells, lines.halfWidths(line), dimension);
    if (lines.isSeeded()) {
      cells.add(ReleaseCsv.TESTS_ONLY);
    }
    return cells;
  }

  private static void add(List<String> cells, double[] values, int dimension) {
    for (int j = 0; j < dimension; j++) {
      cells.add(values == null ? "" : String.valueOf(values[j]));
    }
  }
}
