package org.privatemean.release.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Field;
import org.privatemean.release.Guarantee;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.Provenance.LedgerReceipt;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;

/**
 * The report of a release in each format: a table, with a row per column of one mean or per group,
 * and facts about the whole release. JSON and CSV (RFC 4180) have exact numbers; text and Markdown
 * round them according to their error. A million groups may be written, one by one.
 */
@Internal
public abstract sealed class ReleaseReport permits MeanReport, GroupReport {
  static final String NEW_LINE = System.lineSeparator();

  /** Significant digits of a bound. */
  static final int DIGITS = 3;

  private static final String GAP = "  ";

  /** Characters with a meaning in Markdown, which names of columns may contain. */
  private static final String MARKUP = "([\\\\`*_{}\\[\\]<>|#&~$])";

  private final Release common;
  private final List<ApproxDp> conversions;

  /** Creates a report; conversions are the guarantees of rho, empty if the noise is not zCDP. */
  ReleaseReport(Release common, List<ApproxDp> conversions) {
    this.common = common;
    this.conversions = conversions;
  }

  public static ReleaseReport of(Release release) {
    return new MeanReport(release);
  }

  public static ReleaseReport of(KeyedRelease release) {
    return new GroupReport(release);
  }

  final Release common() {
    return common;
  }

  final List<ApproxDp> conversions() {
    return conversions;
  }

  abstract String heading();

  /** Returns the coverage and confidence of the intervals, in words. */
  abstract String intervals();

  abstract List<Field.TextLine> facts();

  boolean shows(Field field) {
    return true;
  }

  /** Returns the keys of the JSON report, except the groups. */
  Map<String, Object> keys() {
    Map<String, Object> keys = new LinkedHashMap<>();
    ReleaseSchema.fields().stream().filter(this::shows).forEach(field -> put(keys, field));
    return keys;
  }

  abstract int size();

  /** Returns the header of the table in Markdown. */
  abstract List<String> header();

  abstract List<String> cells(int row);

  /** Returns the first rows of the table in text, with a header if it needs one. */
  abstract List<List<String>> textRows();

  /** Returns lines that state what {@link #textRows} omits. */
  abstract List<String> omitted();

  /** Returns the header of the columns of the CSV that differ between rows. */
  abstract List<String> csvHeader();

  abstract List<String> csvCells(int row);

  /** Returns name and value of the first column of the CSV that is the same in each row. */
  abstract Map.Entry<String, String> csvShared();

  /** Returns the codes of the warnings of a row. */
  abstract String csvNote(int row);

  public void writeJson(Appendable to) throws IOException {
    to.append(JsonText.format(keys()));
  }

  /** Writes the JSON report with the shared values in one line and each group in another. */
  public void writeJsonLines(Appendable to) throws IOException {
    to.append(JsonText.line(keys())).append(NEW_LINE);
  }

  /** Puts the value of a field into a JSON report, unless it does not apply. */
  @SuppressWarnings("unchecked") // Only this method puts objects here.
  private void put(Map<String, Object> keys, Field field) {
    Field.JsonKey key = field.reportedAs().orElse(null);
    Object value = key == null ? null : key.value().apply(common);
    if (value == null) {
      return;
    }
    Map<String, Object> place =
        key.object().isEmpty()
            ? keys
            : (Map<String, Object>)
                keys.computeIfAbsent(key.object(), name -> new LinkedHashMap<String, Object>());
    place.put(key.name(), value);
  }

  public final String json() {
    StringBuilder text = new StringBuilder();
    try {
      writeJson(text);
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return text.toString();
  }

  /** Returns the JSON report of one mean in one line, for a cell of a table. */
  public final String jsonLine() {
    return JsonText.line(keys());
  }

  /** Returns the text: the table, the notes on its columns and the facts. */
  public final String text() {
    StringBuilder text = new StringBuilder(heading()).append(NEW_LINE);
    List<List<String>> rows = textRows();
    int[] widths = new int[rows.isEmpty() ? 0 : rows.get(0).size()];
    for (List<String> row : rows) {
      for (int k = 0; k < widths.length; k++) {
        widths[k] = Math.max(widths[k], row.get(k).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int k = 0; k < widths.length; k++) {
        line.append(GAP).append(row.get(k)).append(" ".repeat(widths[k] - row.get(k).length()));
      }
      text.append(line.toString().stripTrailing()).append(NEW_LINE);
    }
    omitted().forEach(line -> text.append(GAP).append(line).append(NEW_LINE));
    for (List<Field.TextLine> lines : List.of(noteLines(), facts())) {
      for (Field.TextLine line : lines) {
        text.append(NumberFormat.format("%-18s %s%n", line.label(), line.text()));
      }
    }
    return text.toString();
  }

  /** Writes a page of Markdown: the table, the notes on its columns and a table of the facts. */
  public final void writeMarkdown(Appendable to) throws IOException {
    String heading = heading();
    paragraph(to, "# " + Character.toUpperCase(heading.charAt(0)) + heading.substring(1));
    if (isSeeded()) {
      paragraph(to, "**The noise comes from a seed: for tests only, not to be published.**");
    }
    writeHeader(to, header());
    for (int row = 0; row < size(); row++) {
      writeRow(to, cells(row));
    }
    to.append(NEW_LINE);
    for (Field.TextLine note : noteLines()) {
      paragraph(to, String.format("`%s` of %s.", note.label(), escape(note.text())));
    }
    paragraph(to, "Intervals: " + intervals() + ".");
    writeHeader(to, List.of("what", "value"));
    for (Field.TextLine fact : facts()) {
      writeRow(to, List.of(fact.label().strip(), fact.text()));
    }
  }

  private static void paragraph(Appendable to, String line) throws IOException {
    to.append(line).append(NEW_LINE).append(NEW_LINE);
  }

  private static void writeHeader(Appendable to, List<String> names) throws IOException {
    writeRow(to, names);
    writeRow(to, Collections.nCopies(names.size(), "---"));
  }

  private static void writeRow(Appendable to, List<String> cells) throws IOException {
    for (String cell : cells) {
      to.append("| ").append(escape(cell)).append(' ');
    }
    to.append('|').append(NEW_LINE);
  }

  private static String escape(String cell) {
    return cell.replaceAll(MARKUP, "\\\\$1").replaceAll("[\\r\\n]+", " ");
  }

  /**
   * Writes the table as CSV. After the cells of a row follow, the same in each row, {@code seeded}
   * for a release that is for tests only, the number of rows or the coverage, and {@code
   * rho,epsilon,delta,created_at,replayed}; last {@code note}.
   */
  public final void writeCsv(Appendable to) throws IOException {
    Map<String, String> shared = sharedCells();
    List<String> names = new ArrayList<>(csvHeader());
    names.addAll(shared.keySet());
    names.add("note");
    writeCsvLine(to, names);
    for (int row = 0; row < size(); row++) {
      List<String> cells = new ArrayList<>(csvCells(row));
      cells.addAll(shared.values());
      cells.add(csvNote(row));
      writeCsvLine(to, cells);
    }
  }

  /**
   * Returns the cells that are the same in each row. Rho is empty if the noise is not zCDP; epsilon
   * and delta are the requested ones, or the equivalent of rho at the first of the usual deltas.
   */
  private Map<String, String> sharedCells() {
    Guarantee guarantee = common.guarantee();
    boolean isAsked = guarantee.epsilon().isPresent();
    Optional<ApproxDp> usual = conversions.stream().findFirst().filter(terms -> !isAsked);
    Optional<Provenance> origin = common.origin();
    Optional<LedgerReceipt> receipt = origin.flatMap(Provenance::receipt);
    Map<String, String> cells = new LinkedHashMap<>();
    if (isSeeded()) {
      cells.put("seeded", "for tests only, not to be published");
    }
    cells.put(csvShared().getKey(), csvShared().getValue());
    cells.put("rho", conversions.isEmpty() ? "" : String.valueOf(guarantee.zcdp().rho()));
    cells.put("epsilon", cell(usual.map(ApproxDp::epsilon), guarantee.epsilon()));
    cells.put("delta", cell(usual.map(ApproxDp::delta), guarantee.delta()));
    cells.put("created_at", origin.map(Provenance::createdAt).orElse(""));
    cells.put("replayed", String.valueOf(receipt.map(LedgerReceipt::replayed).orElse(false)));
    return cells;
  }

  private static String cell(Optional<Double> usual, OptionalDouble requested) {
    return requested.isPresent()
        ? String.valueOf(requested.getAsDouble())
        : usual.map(String::valueOf).orElse("");
  }

  private static void writeCsvLine(Appendable to, List<String> cells) throws IOException {
    to.append(
        cells.stream().map(ReleaseReport::quote).collect(Collectors.joining(",", "", "\r\n")));
  }

  private static String quote(String cell) {
    return cell.matches("[^\",\\r\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  final boolean isSeeded() {
    return common.seeded() == NoiseSeeding.YES;
  }

  /** Returns the codes of the warnings of each column, separated by a blank. */
  final List<String> columnNotes() {
    List<String> notes = new ArrayList<>(Collections.nCopies(common.estimate().dimension(), ""));
    for (ColumnWarning warning : common.columnWarnings()) {
      String before = notes.get(warning.column());
      String code = warning.code().label();
      notes.set(warning.column(), before.isEmpty() ? code : before + " " + code);
    }
    return notes;
  }

  /** Returns a line for each code, which names the columns. */
  private List<Field.TextLine> noteLines() {
    return common.columnWarningTexts().entrySet().stream()
        .map(found -> new Field.TextLine(found.getKey().label(), found.getValue()))
        .toList();
  }
}
