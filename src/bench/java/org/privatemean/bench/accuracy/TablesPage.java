package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.privatemean.bench.accuracy.Figure.Plot;
import org.privatemean.bench.report.Numbers;

/** Figures as Markdown: for each panel its image and its tables. One file a figure. */
final class TablesPage {
  private TablesPage() {}

  static void write(Figure figure, List<Result> results, Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# " + figure.title());
    lines.add("");
    lines.add(
        String.format(
            "Written by `private-mean-bench accuracy`; do not edit. 10 %% trimmed mean of %d trials"
                + " +- standard error of the mean. The last columns tell of failures: the share of"
                + " trials above 2 and 5 times the median of their setting, and the largest error"
                + " over the median; shares are over all settings of the table. All figures:"
                + " [%s.csv](%s.csv).",
            figure.trials(), figure.id(), figure.id()));
    lines.addAll(inFewerTrials(figure));
    for (Panel panel : Panel.of(figure, results)) {
      if (!panel.name().isEmpty()) {
        lines.addAll(List.of("", "## " + panel.name()));
      }
      if (figure.plot() != Plot.NONE) {
        lines.addAll(List.of("", String.format("![%s](%s)", panel.title(), panel.image())));
      }
      lines.addAll(tables(panel));
      lines.addAll(refusals(panel));
      lines.addAll(DefaultTable.lines(panel));
      lines.addAll(ShuffleTable.lines(panel));
    }
    Files.write(folder.resolve(figure.id() + ".md"), lines);
  }

  private static List<String> inFewerTrials(Figure figure) {
    List<String> lines = new ArrayList<>();
    for (Contender contender : figure.contenders()) {
      List<Setting> fewer =
          figure.settings().stream()
              .filter(setting -> contender.refusal(setting).isEmpty())
              .filter(setting -> contender.trials(setting, figure.trials()) < figure.trials())
              .toList();
      if (!fewer.isEmpty()) {
        String places = fewer.stream().map(Setting::x).collect(Collectors.joining(", "));
        lines.add(
            String.format(
                "- %s: %d trials%s.",
                contender.name(),
                contender.trials(fewer.get(0), figure.trials()),
                fewer.size() == figure.settings().size() ? "" : " at " + places));
      }
    }
    if (!lines.isEmpty()) {
      lines.add(0, "");
    }
    return lines;
  }

  private static List<String> tables(Panel panel) {
    List<String> lines = new ArrayList<>();
    if (panel.figure().population()) {
      lines.addAll(table(panel, "Error against the mean of the rows", Result::own));
    } else {
      lines.addAll(table(panel, "Total error, against the true mean", Result::total));
      lines.addAll(table(panel, "Private error, against the mean of the rows", Result::own));
    }
    return lines;
  }

  private static List<String> table(Panel panel, String caption, Function<Result, Summary> errors) {
    List<String> lines = new ArrayList<>(List.of("", caption + ":", ""));
    lines.add(
        String.format(
            "| %s: | %s | > 2 x | > 5 x | max |",
            panel.figure().axis(), String.join(" | ", panel.axis())));
    lines.add("|---|" + "---|".repeat(panel.axis().size() + 3));
    for (Contender contender : panel.figure().contenders()) {
      List<Result> row = panel.of(contender);
      if (row.stream().map(errors).anyMatch(summary -> !(summary.largest() == 0))) {
        lines.add(line(contender, row, errors));
      }
    }
    return lines;
  }

  private static String line(
      Contender contender, List<Result> results, Function<Result, Summary> errors) {
    List<Summary> row = results.stream().map(errors).toList();
    String cells =
        results.stream()
            .map(result -> cell(result, errors.apply(result)))
            .collect(Collectors.joining(" | "));
    return String.format(
        "| %s | %s | %s | %s | %s |",
        contender.name(),
        cells,
        percent(row, Summary::aboveTwice),
        percent(row, Summary::aboveFiveTimes),
        Numbers.rounded(
            row.stream().mapToDouble(Summary::largestOverMedian).max().orElseThrow(), 2));
  }

  /** Why there is no number, in a word. */
  static String absence(Result result) {
    return isLeftOut(result) ? "not run" : "refuses";
  }

  private static boolean isLeftOut(Result result) {
    return result.contender() instanceof ShuffleContender contender
        && contender.isLeftOut(result.setting());
  }

  private static String cell(Result result, Summary errors) {
    return Double.isNaN(errors.mean())
        ? absence(result)
        : Numbers.rounded(errors.mean(), 4) + " ± " + Numbers.rounded(errors.standardError(), 2);
  }

  /** Why, in the words of the first place where a contender refuses. */
  private static List<String> refusals(Panel panel) {
    List<String> lines = new ArrayList<>();
    for (Contender contender : panel.figure().contenders()) {
      List<Result> refused =
          panel.of(contender).stream()
              .filter(result -> result.refusal().isPresent() && !isLeftOut(result))
              .toList();
      if (!refused.isEmpty()) {
        lines.add(
            String.format(
                "- %s, at %s: %s",
                contender.name(),
                refused.stream().map(r -> r.setting().x()).collect(Collectors.joining(", ")),
                refused.get(0).refusal().orElseThrow()));
      }
    }
    if (!lines.isEmpty()) {
      lines.addAll(0, List.of("", "Who refuses, and why, in the words of the first place:", ""));
    }
    return lines;
  }

  private static String percent(List<Summary> row, ToDoubleFunction<Summary> share) {
    double mean = row.stream().mapToDouble(share).average().orElseThrow();
    return mean == 0 ? "0" : Numbers.rounded(100 * mean, 2) + " %";
  }
}
