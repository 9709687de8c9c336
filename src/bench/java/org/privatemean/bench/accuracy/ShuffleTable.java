package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.privatemean.bench.report.Numbers;

/** Errors over those of a curator, and what users send. */
final class ShuffleTable {
  private ShuffleTable() {}

  /** Nothing, where the panel has no shuffled messages. */
  static List<String> lines(Panel panel) {
    List<String> lines = new ArrayList<>();
    for (Contender contender : panel.figure().contenders()) {
      if (contender instanceof Curator curator) {
        lines.addAll(
            table(
                panel,
                "Private error over the curator's, ± standard error:",
                result -> Optional.of(ratio(result, panel.of(curator)))));
        lines.addAll(
            table(
                panel,
                "Messages of a user, in all rounds, on average:",
                result -> sent(result).map(sent -> Numbers.rounded(sent.messages(), 3))));
        lines.addAll(
            table(
                panel,
                "Bytes of these messages, label and body:",
                result -> sent(result).map(sent -> Numbers.rounded(sent.bytes(), 3))));
      }
    }
    return lines;
  }

  private static List<String> table(
      Panel panel, String caption, Function<Result, Optional<String>> cell) {
    List<String> lines = new ArrayList<>(List.of("", caption, ""));
    lines.add(
        String.format("| %s: | %s |", panel.figure().axis(), String.join(" | ", panel.axis())));
    lines.add("|---|" + "---:|".repeat(panel.axis().size()));
    for (Contender contender : panel.figure().contenders()) {
      if (contender instanceof ShuffleContender && !(contender instanceof Curator)) {
        lines.add(
            panel.of(contender).stream()
                .map(result -> cell.apply(result).orElse(""))
                .collect(Collectors.joining(" | ", "| " + contender.name() + " | ", " |")));
      }
    }
    return lines;
  }

  private static String ratio(Result result, List<Result> curator) {
    Summary ours = result.own();
    Summary theirs =
        curator.stream()
            .filter(other -> other.setting().equals(result.setting()))
            .findFirst()
            .orElseThrow()
            .own();
    if (Double.isNaN(ours.mean())) {
      return TablesPage.absence(result);
    }
    double ratio = ours.mean() / theirs.mean();
    double relative =
        Math.hypot(ours.standardError() / ours.mean(), theirs.standardError() / theirs.mean());
    return Numbers.rounded(ratio, 3) + " ± " + Numbers.rounded(ratio * relative, 1);
  }

  static Optional<ShuffleContender.Sent> sent(Result result) {
    return result.contender() instanceof ShuffleContender contender
        ? contender.sent(result.setting())
        : Optional.empty();
  }
}
