package org.privatemean.release.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.release.Guarantee;
import org.privatemean.release.LedgerReceipt;
import org.privatemean.release.Provenance;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;

/**
 * A release as CSV (RFC 4180), one line per column: {@code
 * column,mean,half_width,noise_std_dev,covers} with exact numbers. If standard deviations were
 * requested, {@code std,std_noise,unresolved} follow. For a release that is for tests only, {@code
 * seeded} follows. Then come, the same in each line, {@code
 * n,rho,epsilon,delta,created_at,replayed}. The last is {@code note}, the codes of the warnings of
 * the column.
 */
@Internal
public final class ReleaseCsv {
  /** The text of the cell for a release that is not to be published. */
  static final String TESTS_ONLY = "for tests only, not to be published";

  /** Names of {@link #shared}. */
  static final List<String> SHARED = List.of("rho", "epsilon", "delta", "created_at", "replayed");

  private static final String NEW_LINE = "\r\n";

  private final ColumnTable table;
  private final List<String> shared = new ArrayList<>();

  private ReleaseCsv(Release release) {
    table = new ColumnTable(release);
    shared.add(String.valueOf(release.rows()));
    shared.addAll(
        sharedLines(release.guarantee(), ReleaseSchema.conversions(release), release.origin()));
  }

  /** Formats the header and one line per column, each with a line end. */
  public static String format(Release release) {
    ReleaseCsv csv = new ReleaseCsv(release);
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
    names.add("n");
    names.addAll(SHARED);
    names.add("note");
    return names;
  }

  /**
   * The budget, the time of creation, and whether a ledger returned the release again. Rho is empty
   * if the noise is not zCDP; epsilon and delta are the requested ones, or the equivalent of rho at
   * the first of the usual deltas.
   *
   * @param conversions (epsilon, delta) guarantees of rho; empty if the noise is not zCDP
   */
  static List<String> sharedLines(
      Guarantee guarantee, List<ApproxDp> conversions, Optional<Provenance> origin) {
    boolean isAsked = guarantee.epsilon().isPresent();
    Optional<ApproxDp> usual = conversions.stream().findFirst().filter(terms -> !isAsked);
    return List.of(
        conversions.isEmpty() ? "" : String.valueOf(guarantee.zcdp().rho()),
        cell(usual.map(ApproxDp::epsilon), guarantee.epsilon()),
        cell(usual.map(ApproxDp::delta), guarantee.delta()),
        origin.map(Provenance::createdAt).orElse(""),
        String.valueOf(
            origin.flatMap(Provenance::booking).map(LedgerReceipt::replayed).orElse(false)));
  }

  private static String cell(Optional<Double> usual, OptionalDouble asked) {
    return asked.isPresent()
        ? String.valueOf(asked.getAsDouble())
        : usual.map(String::valueOf).orElse("");
  }

  private List<String> cells(ColumnTable.ColumnRow line) {
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
    cells.addAll(shared);
    cells.add(line.note());
    return cells;
  }

  /** Formats a line of cells, with its line end. */
  static String line(List<String> cells) {
    return cells.stream().map(ReleaseCsv::quote).collect(Collectors.joining(",", "", NEW_LINE));
  }

  private static String quote(String cell) {
    return cell.matches("[^\",\\r\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
