package org.privatemean.bench.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.privatemean.bench.report.Numbers;

/** The figures of an axis as a CSV file and as tables with exponents. */
final class GrowthTables {
  private static final String HEADER =
      "axis,x,contender,method,rows,dim,partitions,reps,cpu_ms_min,cpu_ms_median,cpu_ms_max,"
          + "wall_ms_median,held_bytes_per_row";

  private GrowthTables() {}

  /** Writes the CSV of an axis. */
  static void write(Growth growth, Path folder) throws IOException {
    String name = "growth-" + growth.axis().name();
    Files.write(folder.resolve(name + ".csv"), csv(growth));
  }

  static List<String> csv(Growth growth) {
    List<String> lines = new ArrayList<>(List.of(HEADER));
    for (int p = 0; p < growth.timings().size(); p++) {
      Axis.Point point = growth.axis().points().get(p);
      for (Timing timing : growth.timings().get(p)) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s,%.0f,%s,%s,%d,%d,%d,%d,%.0f,%.0f,%.0f,%.0f,%.1f",
                growth.axis().name(),
                point.x(),
                timing.contender().name(),
                timing.contender().method(),
                point.setting().rows(),
                point.setting().dimension(),
                point.setting().partitions(),
                timing.cpu().count(),
                timing.cpu().min(),
                timing.cpu().median(),
                timing.cpu().max(),
                timing.wall().median(),
                heldPerRow(point, timing)));
      }
    }
    return lines;
  }

  private static double heldPerRow(Axis.Point point, Timing timing) {
    return (double) timing.heldBytes() / point.setting().rows();
  }

  /** The table of an axis, with exponents of power laws fitted to the medians. */
  static List<String> table(Growth growth) {
    double[] x = growth.x();
    String range = " to " + Numbers.plain(x[x.length - 1]);
    List<String> lines = new ArrayList<>(List.of("", "## Against " + growth.axis().title(), ""));
    lines.add(
        String.format(
            "%s exponent, %s%s | exponent, %s%s |",
            head("CPU time, ms", x),
            Numbers.plain(x[0]),
            range,
            Numbers.plain(x[growth.upperFrom()]),
            range));
    lines.add("|---|" + "---:|".repeat(x.length + 2));
    for (int k = 0; k < growth.contenders().size(); k++) {
      lines.add(times(growth, k));
    }
    lines.addAll(List.of("", head("blocks held, bytes a row", x)));
    lines.add("|---|" + "---:|".repeat(x.length));
    for (int k = 0; k < growth.contenders().size(); k++) {
      if (!growth.contenders().get(k).exact()) {
        lines.add(held(growth, k));
      }
    }
    return lines;
  }

  private static String head(String title, double[] x) {
    StringBuilder head = new StringBuilder("| " + title + " |");
    for (double number : x) {
      head.append(' ').append(Numbers.plain(number)).append(" |");
    }
    return head.toString();
  }

  private static String times(Growth growth, int contender) {
    StringBuilder row = start(growth, contender);
    for (List<Timing> point : growth.timings()) {
      Timing.Sorted cpu = point.get(contender).cpu();
      row.append(
          String.format(Locale.ROOT, " %.0f - %.0f - %.0f |", cpu.min(), cpu.median(), cpu.max()));
    }
    row.append(
        String.format(
            Locale.ROOT,
            " %.2f | %.2f |",
            growth.exponent(contender),
            growth.upperExponent(contender)));
    return row.toString();
  }

  private static String held(Growth growth, int contender) {
    StringBuilder row = start(growth, contender);
    for (int p = 0; p < growth.timings().size(); p++) {
      Timing timing = growth.timings().get(p).get(contender);
      double bytes = heldPerRow(growth.axis().points().get(p), timing);
      row.append(String.format(Locale.ROOT, " %.1f |", bytes));
    }
    return row.toString();
  }

  private static StringBuilder start(Growth growth, int contender) {
    return new StringBuilder("| " + growth.contenders().get(contender).label() + " |");
  }
}
