package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.privatemean.bench.accuracy.LocalContender.Knowledge;
import org.privatemean.bench.report.Numbers;

/** What the defaults chose, and how that compares with the best. */
final class DefaultTable {
  private DefaultTable() {}

  /** Nothing, where the panel has no default. */
  static List<String> lines(Panel panel) {
    List<String> lines = new ArrayList<>();
    for (Contender contender : panel.figure().contenders()) {
      if (contender instanceof Default ours) {
        lines.addAll(table(panel, ours));
      }
    }
    return lines;
  }

  private static List<String> table(Panel panel, Default ours) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        String.format(
            "The %s: what it chose, and its total error over the best. The forecast is for sigma in"
                + " the middle of the bounds that it is told; rows have 1.",
            ours.name()));
    lines.add("");
    lines.add(
        String.format(
            "| %s | chosen | forecast | error | best that knows no more | over it | best of all |"
                + " over it |",
            panel.figure().axis()));
    lines.add("|---|" + "---|".repeat(7));
    for (Result result : panel.of(ours)) {
      lines.add(line(panel, ours, result));
    }
    return lines;
  }

  private static String line(Panel panel, Default ours, Result result) {
    Setting setting = result.setting();
    String x = setting.x();
    double error = result.total().mean();
    boolean works = result.refusal().isEmpty();
    return String.format(
        "| %s | %s | %s | %s | %s | %s |",
        x,
        works ? ours.standsFor(setting).name() : "none can work",
        works ? Numbers.rounded(ours.choice(setting).forecast(), 3) : "",
        works ? Numbers.rounded(error, 4) : "",
        against(result, best(panel, x, rival -> rival.compareTo(ours.knowledge()) <= 0)),
        against(result, best(panel, x, rival -> true)));
  }

  /** The best in one place among those that know what is allowed. */
  private static Optional<Result> best(Panel panel, String x, Predicate<Knowledge> allowed) {
    return panel.results().stream()
        .filter(result -> result.setting().x().equals(x))
        .filter(
            result ->
                result.contender() instanceof LocalContender rival
                    && !(rival instanceof Default)
                    && allowed.test(rival.knowledge()))
        .filter(result -> result.refusal().isEmpty())
        .min(Comparator.comparingDouble(result -> result.total().mean()));
  }

  private static String against(Result result, Optional<Result> best) {
    if (best.isEmpty()) {
      return "none can work | ";
    }
    Contender rival = best.get().contender();
    Summary least = best.get().total();
    String name = String.format("%s, %s", rival.name(), Numbers.rounded(least.mean(), 3));
    if (result.refusal().isPresent()) {
      return name + " | ";
    }
    boolean same = result.contender().standsFor(result.setting()).equals(rival);
    return name + " | " + (same ? "1" : ratio(result.total(), least));
  }

  private static String ratio(Summary own, Summary least) {
    double ratio = own.mean() / least.mean();
    double error =
        ratio * Math.hypot(own.standardError() / own.mean(), least.standardError() / least.mean());
    return Numbers.rounded(ratio, 3) + " ± " + Numbers.rounded(error, 1);
  }
}
