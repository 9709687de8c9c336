package org.privatemean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of the page "Speed" are those of the files that the benchmark wrote. */
final class SpeedPageTest {
  private static final Path PAGE = Path.of("src/site/markdown/speed.md");
  private static final Path FILES = Path.of("src/site/resources/speed");

  /** What a contender took: medians of CPU and wall time, in ms. */
  private record Time(double cpu, double wall) {
    String over(Time other) {
      return String.format(
          Locale.ROOT, "%s (%s)", ratio(cpu / other.cpu), ratio(wall / other.wall));
    }

    private static String ratio(double value) {
      return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }
  }

  /** The times of a file, by contender and method. */
  private static Map<String, Time> times(String file) throws IOException {
    Map<String, Time> times = new HashMap<>();
    List<String> lines = Files.readAllLines(FILES.resolve(file));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      times.put(
          cells[0].equals("privatemean") ? cells[1] : cells[0],
          new Time(Double.parseDouble(cells[8]), Double.parseDouble(cells[10])));
    }
    return times;
  }

  private static List<String> cells(String start) throws IOException {
    List<String> rows =
        Files.readAllLines(PAGE).stream().filter(line -> line.startsWith(start)).toList();
    assertEquals(1, rows.size(), start);
    return List.of(rows.get(0).replace("**", "").substring(2).split(" *\\| *"));
  }

  @ParameterizedTest
  @CsvSource({
    "cached 10^6 x 16, sampled-1000000x16-cached-gaussian, ''",
    "cached 10^6 x 128, sampled-1000000x128-cached-gaussian, ''",
    "cached 10^5 x 1024, sampled-100000x1024-cached-gaussian, ''",
    "cached 10^7 x 16, sampled-10000000x16-cached-gaussian, ''",
    "'cached 10^6 x 1000 sparse, ten non-zeros a row', sampled-1000000x1000-cached-sparse, ''",
    "Parquet 10^6 x 128, sampled-1000000x128-parquet-gaussian, ''",
    "'public calls, cached 10^6 x 16', sampled-public-1000000x16-cached-gaussian, -public",
    "'public calls, cached 10^6 x 128', sampled-public-1000000x128-cached-gaussian, -public"
  })
  void sampledFits_areThoseOfTheFiles(String row, String file, String suffix) throws IOException {
    List<String> cells = cells("| " + row + " |");
    Map<String, Time> times = times(file + ".csv");
    Time summarizer = times.get("summarizer");
    Time unscaled = times.get("recentredUnscaled" + suffix);
    assertEquals(unscaled.over(summarizer), cells.get(2));
    assertEquals(times.get("recentred" + suffix).over(summarizer), cells.get(3));
    if (times.containsKey("recentredAllRows" + suffix)) {
      assertEquals(times.get("recentredAllRows" + suffix).over(summarizer), cells.get(1));
    }
    if (suffix.isEmpty()) {
      double overBareSum = unscaled.cpu() / times.get("baresum").cpu();
      assertEquals(String.format(Locale.ROOT, "%.1f", overBareSum), cells.get(4));
    }
  }

  @Test
  void fitsWithoutASample_areThoseOfTheFiles() throws IOException {
    for (String source : List.of("cached", "Parquet")) {
      for (String method : List.of("shiftedClipped", "recentred")) {
        List<String> cells = cells("| " + source + ", `" + method + "` |");
        List<String> sizes = List.of("1000000x16", "1000000x128", "100000x1024", "10000000x16");
        for (int i = 0; i < sizes.size(); i++) {
          String file = "fit-" + sizes.get(i) + "-" + source.toLowerCase(Locale.ROOT);
          Map<String, Time> times = times(file + "-gaussian.csv");
          String ratio = times.get(method).over(times.get("summarizer"));
          assertEquals(ratio.substring(0, ratio.indexOf(' ')), cells.get(1 + i), file + method);
        }
      }
    }
  }
}
