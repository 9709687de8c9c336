package org.privatemean.bench.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The timings of a setting as a file: a line a contender, and one a method of the private mean. */
final class FitCsv {
  /** The first line. */
  static final String HEADER =
      "contender,method,rows,dim,source,data,reps,cpu_ms_min,cpu_ms_median,cpu_ms_max,"
          + "wall_ms_median,ratio_cpu_to_summarizer";

  private FitCsv() {}

  /**
   * Writes the file, and its folder if there is none.
   *
   * @throws IOException if it cannot be written
   */
  static void write(Setting setting, List<Timing> timings, Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Files.write(file, lines(setting, timings));
  }

  static List<String> lines(Setting setting, List<Timing> timings) {
    double reference =
        timings.stream()
            .filter(timing -> timing.contender().name().equals(Contender.REFERENCE))
            .findFirst()
            .orElseThrow()
            .cpu()
            .median();
    List<String> lines = new ArrayList<>(List.of(HEADER));
    for (Timing timing : timings) {
      lines.add(line(setting, timing, reference));
    }
    return lines;
  }

  private static String line(Setting setting, Timing timing, double reference) {
    return String.format(
        Locale.ROOT,
        "%s,%s,%d,%d,%s,%s,%d,%.0f,%.0f,%.0f,%.0f,%.3f",
        timing.contender().name(),
        timing.contender().method(),
        setting.rows(),
        setting.dimension(),
        setting.source(),
        setting.data(),
        timing.cpu().count(),
        timing.cpu().min(),
        timing.cpu().median(),
        timing.cpu().max(),
        timing.wall().median(),
        timing.cpu().median() / reference);
  }
}
