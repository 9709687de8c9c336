package org.privatemean.bench.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.privatemean.bench.report.Numbers;

/** Throughputs as files. */
final class ReportsPage {
  private ReportsPage() {}

  static void write(List<Throughput> measured, Path folder) throws IOException {
    Files.write(folder.resolve("reports.csv"), csv(measured));
    Files.write(folder.resolve("reports.md"), page(measured));
  }

  private static List<String> csv(List<Throughput> measured) {
    List<String> lines = new ArrayList<>();
    lines.add("dim,randomizer,bytes_per_user,users_made_per_s,users_added_per_s");
    for (Throughput one : measured) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%d,\"%s\",%.1f,%.0f,%.0f",
              one.party().dimension(),
              one.party().name(),
              one.party().bytes(),
              one.made(),
              one.added()));
    }
    return lines;
  }

  private static List<String> page(List<Throughput> measured) {
    List<String> lines = new ArrayList<>();
    lines.add("# Local reports a second");
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Written by `private-mean-bench reports`; do not edit. One core, all in one process,"
                + " epsilon = %s (rho = 1/2 for Theorem 5.2); users a second whose reports are made,"
                + " and whose reports are taken in; bytes that a user sends, on average. In the"
                + " rounds of LSCM-pure and Theorem 5.2 a user rounds, rotates and clips d"
                + " coordinates; with Theorem 5.2 it reports on every one of them in the round of"
                + " medians. Reports of PrivUnit, ProjUnit, KV, UV and KnownVar are made and taken in as"
                + " objects, without their bytes; the others as bytes. As CSV:"
                + " [reports.csv](reports.csv).",
            Numbers.plain(Parties.EPSILON)));
    int dimension = 0;
    for (Throughput one : measured) {
      if (one.party().dimension() != dimension) {
        dimension = one.party().dimension();
        lines.addAll(
            List.of(
                "",
                "## d = " + dimension,
                "",
                "| randomizer | bytes | made | taken in |",
                "|---|---:|---:|---:|"));
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %s |",
              one.party().name(),
              one.added() == 0 ? "" : String.format(Locale.ROOT, "%,.1f", one.party().bytes()),
              rate(one.made()),
              one.added() == 0 ? "" : rate(one.added())));
    }
    return lines;
  }

  /** Three digits: no more is measured. */
  private static String rate(double perSecond) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(perSecond)) - 2));
    return perSecond < 100
        ? Numbers.rounded(perSecond, 3)
        : String.format(Locale.ROOT, "%,.0f", Math.rint(perSecond / unit) * unit);
  }
}
