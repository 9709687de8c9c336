package org.privatemean.bench.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files of command {@code fit} as one page of tables: settings down, contenders across. */
final class FitPage {
  private static final int FIELDS = 12;

  /** Aims, over the time of summarizer. */
  private static final double CACHED = 0.4;

  private static final double PARQUET = 0.6;
  private static final double ABOVE_BARE_SUM = 0.25;

  private final List<Line> lines;

  private FitPage(List<Line> lines) {
    this.lines = lines;
  }

  /** A line of a file. */
  private static final class Line {
    private final String[] fields;

    Line(String text) {
      fields = text.split(",", -1);
      if (fields.length != FIELDS) {
        throw new IllegalArgumentException("this is not a line of timings: " + text);
      }
    }

    boolean isPrivate() {
      return !fields[1].isEmpty();
    }

    String contender() {
      return fields[1].isEmpty() ? fields[0] : fields[1];
    }

    long rows() {
      return Long.parseLong(fields[2]);
    }

    long dimension() {
      return Long.parseLong(fields[3]);
    }

    String source() {
      return fields[4];
    }

    String data() {
      return fields[5];
    }

    String setting() {
      return String.format("%s x %s | %s | %s", fields[2], fields[3], source(), data());
    }

    String cpu() {
      return String.format("%s - %s - %s", fields[7], fields[8], fields[9]);
    }

    String wall() {
      return fields[10];
    }

    String ratio() {
      return fields[11];
    }

    double median() {
      return Double.parseDouble(fields[8]);
    }
  }

  /**
   * Reads all files {@code fit-*.csv} of a folder.
   *
   * @throws IOException if one cannot be read
   * @throws IllegalArgumentException if one was not written by command {@code fit}
   */
  static FitPage of(Path folder) throws IOException {
    List<Line> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().matches("fit-.*\\.csv")) {
          lines.addAll(read(file));
        }
      }
    }
    lines.sort(
        Comparator.comparing(Line::source)
            .thenComparing(Line::data)
            .thenComparing(Line::dimension)
            .thenComparing(Line::rows));
    return new FitPage(lines);
  }

  private static List<Line> read(Path file) throws IOException {
    List<String> text = Files.readAllLines(file);
    if (text.isEmpty() || !text.get(0).equals(FitCsv.HEADER)) {
      throw new IllegalArgumentException(file + " was not written by command fit");
    }
    return text.stream().skip(1).map(Line::new).toList();
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** The page in Markdown. */
  List<String> markdown() {
    List<String> page = new ArrayList<>();
    page.add("# Whole fits against Spark's own means");
    page.add("");
    page.add("Written by `private-mean-bench tables`; do not edit.");
    page.addAll(table("CPU time over that of summarizer, medians", Line::ratio));
    page.addAll(
        table(
            "The same, and the aim: 0.4 cached; 0.6 in Parquet, or 0.25 above baresum where that"
                + " alone is above 0.6",
            Line::isPrivate,
            line -> line.ratio() + " of " + aim(line)));
    page.addAll(
        table(
            "CPU time over that of baresum, medians",
            line -> rounded(line.median() / of(line, Contender.BARE_SUM))));
    page.addAll(table("CPU time, ms: min - median - max", Line::cpu));
    page.addAll(table("Wall time, ms: median", Line::wall));
    return page;
  }

  /** What a private mean should take, over the time of summarizer. */
  private String aim(Line line) {
    if (line.source().equals(Source.CACHED.toString())) {
      return rounded(CACHED);
    }
    double bare = of(line, Contender.BARE_SUM) / of(line, Contender.REFERENCE);
    return rounded(bare > PARQUET ? bare + ABOVE_BARE_SUM : PARQUET);
  }

  /** The median of a contender in the setting of a line, or NaN. */
  private double of(Line line, String contender) {
    return lines.stream()
        .filter(other -> other.setting().equals(line.setting()))
        .filter(other -> other.contender().equals(contender))
        .mapToDouble(Line::median)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static String rounded(double ratio) {
    return Double.isNaN(ratio) ? "" : String.format(Locale.ROOT, "%.2f", ratio);
  }

  private List<String> table(String title, Function<Line, String> cell) {
    return table(title, line -> true, cell);
  }

  private List<String> table(String title, Predicate<Line> shown, Function<Line, String> cell) {
    Set<String> contenders = new LinkedHashSet<>();
    Set<String> settings = new LinkedHashSet<>();
    for (Line line : lines.stream().filter(shown).toList()) {
      contenders.add(line.contender());
      settings.add(line.setting());
    }
    List<String> table = new ArrayList<>(List.of("", "## " + title, ""));
    table.add("| rows x coordinates | source | data | " + String.join(" | ", contenders) + " |");
    table.add("|---|---|---|" + "---:|".repeat(contenders.size()));
    for (String setting : settings) {
      List<String> cells = contenders.stream().map(name -> cell(setting, name, cell)).toList();
      table.add("| " + setting + " | " + String.join(" | ", cells) + " |");
    }
    return table;
  }

  private String cell(String setting, String contender, Function<Line, String> cell) {
    Optional<Line> found =
        lines.stream()
            .filter(line -> line.setting().equals(setting) && line.contender().equals(contender))
            .findFirst();
    return found.map(cell).orElse("");
  }
}
