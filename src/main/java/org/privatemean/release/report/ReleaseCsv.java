package org.privatemean.release.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.privatemean.annotation.Internal;
import org.privatemean.release.Release;

/**
 * A release as CSV (RFC 4180), a line a column: {@code column,mean,half_width,noise_std_dev,covers}
 * with exact numbers. Where standard deviations were asked for, {@code std,std_noise,unresolved}
 * follow; of a release that is for tests only, {@code seeded}; and last {@code note}, the codes of
 * the warnings of the column.
 */
@Internal
public final class ReleaseCsv {
  /** What a cell says of a release that is not to be published. */
  static final String TESTS_ONLY = "for tests only, not to be published";

  private static final String NEW_LINE = "\r\n";

  private final ColumnTable table;

  private ReleaseCsv(ColumnTable table) {
    this.table = table;
  }

  /** The header and a line a column, each with a line's end. */
  public static String of(Release release) {
    ReleaseCsv csv = new ReleaseCsv(new ColumnTable(release));
    StringBuilder text = new StringBuilder(line(csv.header()));
    csv.table.lines().forEach(line -> text.append(line(csv.cells(line))));
    return text.toString();
  }

  private List<String> header() {
    List<String> names =
        new ArrayList<>(List.of("column", "mean", "half_width", "noise_std_dev", "covers"));
    if (table.hasDeviations()) {
      names.addAll(List.of("std", "std_noise", "unresolved"));
    }
    if (table.isSeeded()) {
      names.add("seeded");
    }
    names.add("note");
    return names;
  }

  private List<String> cells(ColumnTable.Line line) {
    List<String> cells = new ArrayList<>();
    cells.add(line.label());
    cells.add(String.valueOf(line.mean()));
    cells.add(String.valueOf(line.halfWidth()));
    cells.add(String.valueOf(line.noiseStdDev()));
    cells.add(line.covers());
    line.deviation()
        .ifPresent(
            found -> {
              cells.add(String.valueOf(found.value()));
              cells.add(String.valueOf(found.noiseStdDev()));
              cells.add(String.valueOf(found.isBound()));
            });
    if (table.isSeeded()) {
      cells.add(TESTS_ONLY);
    }
    cells.add(line.note());
    return cells;
  }

  /** A line of cells, with its end. */
  static String line(List<String> cells) {
    return cells.stream().map(ReleaseCsv::quoted).collect(Collectors.joining(",", "", NEW_LINE));
  }

  private static String quoted(String cell) {
    return cell.matches("[^\",\\r\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
