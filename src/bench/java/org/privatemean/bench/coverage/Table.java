package org.privatemean.bench.coverage;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.privatemean.bench.report.Numbers;

/** Measures as tables and as CSV. */
final class Table {
  static final String CSV_HEADER =
      "law,d,n,units,fits,claims,radius_coverage,interval_coverage,noise_share,width,"
          + "expected_over_rms,rms_error,best_fixed_error,over_best_fixed,plain_over_best_fixed,"
          + "failures";

  private static final double LEAST_POOLED = 0.93;

  private Table() {}

  static List<String> header() {
    return List.of(
        "| rows | radius covers | intervals cover | noise only | radius / q95 | expected / rms |"
            + " rms error | / best fixed norm | none, none / best | verdict |",
        "|---|" + "---:|".repeat(8) + "---|");
  }

  static String line(Measures measures) {
    List<String> cells =
        List.of(
            measures.line().words(),
            share(measures.coverage()),
            share(measures.intervals()),
            share(measures.noise()),
            ratio(measures.width()),
            ratio(measures.expected()),
            ratio(measures.error()),
            ratio(measures.overFixed()),
            ratio(measures.plainOverFixed()),
            verdict(measures));
    return "| " + String.join(" | ", cells) + " |";
  }

  private static String verdict(Measures measures) {
    if (measures.line().isConstant()) {
      return "all rows equal: not judged";
    }
    List<String> failures = measures.failures();
    String words = failures.isEmpty() ? "pass" : "FAIL: " + String.join(", ", failures);
    return measures.line().mayMissOnes() ? words + " (few ones: may say noise)" : words;
  }

  /** The coverage of all lines of a law together. */
  static List<String> pooled(List<Measures> all) {
    List<String> lines = new ArrayList<>();
    lines.add("| law | claims | radius covers | verdict |");
    lines.add("|---|---:|---:|---|");
    for (Law law : laws(all)) {
      int claims = claims(law, all);
      lines.add(
          String.format(
              "| %s | %d | %s | %s |",
              law.label(),
              claims,
              share(pooledCoverage(law, all)),
              claims == 0 ? "no claims" : failsPooled(law, all) ? "FAIL" : "pass"));
    }
    return lines;
  }

  /** Whether any line, or the lines of any law together, are not as they should be. */
  static boolean fails(List<Measures> all) {
    return all.stream().anyMatch(measures -> !measures.failures().isEmpty())
        || laws(all).stream().anyMatch(law -> failsPooled(law, all));
  }

  private static boolean failsPooled(Law law, List<Measures> all) {
    return pooledCoverage(law, all) < LEAST_POOLED;
  }

  private static double pooledCoverage(Law law, List<Measures> all) {
    return (double) judged(law, all).stream().mapToInt(Measures::covered).sum() / claims(law, all);
  }

  private static int claims(Law law, List<Measures> all) {
    return judged(law, all).stream().mapToInt(Measures::claims).sum();
  }

  private static List<Measures> judged(Law law, List<Measures> all) {
    return all.stream()
        .filter(measures -> measures.line().law() == law && !measures.line().isConstant())
        .toList();
  }

  private static Set<Law> laws(List<Measures> all) {
    Set<Law> laws = new LinkedHashSet<>();
    all.forEach(measures -> laws.add(measures.line().law()));
    return laws;
  }

  static String csv(Measures measures) {
    Line line = measures.line();
    List<String> fields =
        List.of(
            line.law().label(),
            Integer.toString(line.dimension()),
            Integer.toString(line.rows()),
            Boolean.toString(line.units()),
            Integer.toString(measures.fits()),
            Integer.toString(measures.claims()),
            field(measures.coverage()),
            field(measures.intervals()),
            field(measures.noise()),
            field(measures.width()),
            field(measures.expected()),
            field(measures.error()),
            field(measures.fixedError()),
            field(measures.overFixed()),
            field(measures.plainOverFixed()),
            String.join(" ", measures.failures()));
    return String.join(",", fields);
  }

  private static String share(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String ratio(double value) {
    return Double.isFinite(value) ? Numbers.rounded(value, 3) : "-";
  }

  /** Empty where there is no number. */
  private static String field(double value) {
    return Double.isFinite(value) ? Numbers.rounded(value, 4) : "";
  }
}
