package org.privatemean.bench.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.privatemean.bench.report.Numbers;

/** Rounds of shuffled messages as a file and as a page. */
final class MessagesPage {
  private MessagesPage() {}

  static List<String> csv(List<MessageRound> rounds) {
    List<String> lines = new ArrayList<>(List.of(MessageRound.HEADER));
    rounds.forEach(round -> lines.add(line(round)));
    return lines;
  }

  private static String line(MessageRound round) {
    String costs =
        round.works().stream()
            .map(work -> round.costs().get(work))
            .map(c -> String.format(Locale.ROOT, "%.1f,%.1f", c.runSeconds(), c.cpuSeconds()))
            .collect(Collectors.joining(","));
    String rates =
        round.works().stream()
            .map(work -> String.format(Locale.ROOT, "%.0f", round.rate(work)))
            .collect(Collectors.joining(","));
    return String.format(
        Locale.ROOT,
        "%d,%d,%s,%d,%.2f,%d,%s,%s,%.0f,%.1f,%.1f,%.1f,%.1f,%.1f,%.0f,%.0f",
        round.setting().rows(),
        round.setting().dimension(),
        round.task(),
        round.messages().accepted(),
        round.perUser(),
        round.messages().bytes(),
        costs,
        rates,
        round.rate(),
        round.processSeconds(),
        round.wallSeconds(),
        round.largestTask(),
        round.spilled(),
        round.held(),
        round.peakHeap(),
        MessageRound.heapLimit());
  }

  static List<String> markdown(List<MessageRound> rounds, String id) {
    List<String> lines = new ArrayList<>();
    lines.add("# Shuffled messages on Spark");
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Written by `private-mean-bench messages`; do not edit. Single rounds of the shuffle"
                + " mean at (1, 1e-9), on two cores with a heap of %.0f MB; those before them were"
                + " drawn without messages. Messages a second of a core: their number over the CPU time"
                + " of the tasks that made them, shuffled them, analysed them; all three: over that"
                + " of the whole process. Rows: Gaussian. All figures: [%s.csv](%s.csv).",
            MessageRound.heapLimit(),
            id,
            id));
    lines.add("");
    lines.add(
        "| n | d | round | messages | of a user | MB | made | shuffled | analysed | all three |"
            + " seconds on the clock |");
    lines.add("|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    rounds.forEach(round -> lines.add(speed(round)));
    lines.addAll(List.of("", "What was held, in MB:", ""));
    lines.add(
        "| n | d | round | largest task's sort | put on disk meanwhile | messages between tasks |"
            + " peaks of the heap's pools |");
    lines.add("|---:|---:|---|---:|---:|---:|---:|");
    rounds.forEach(round -> lines.add(memory(round)));
    return lines;
  }

  private static String speed(MessageRound round) {
    String rates =
        round.works().stream()
            .map(work -> perSecond(round.rate(work)))
            .collect(Collectors.joining(" | "));
    return String.format(
        Locale.ROOT,
        "| %d | %d | %s | %d | %.2f | %.0f | %s | %s | %.0f |",
        round.setting().rows(),
        round.setting().dimension(),
        round.task(),
        round.messages().accepted(),
        round.perUser(),
        round.messages().bytes() / 1e6,
        rates,
        perSecond(round.rate()),
        round.wallSeconds());
  }

  private static String perSecond(double rate) {
    return Numbers.rounded(rate / 1000, 3) + " k/s";
  }

  private static String memory(MessageRound round) {
    return String.format(
        Locale.ROOT,
        "| %d | %d | %s | %.0f | %.0f | %.0f | %.0f |",
        round.setting().rows(),
        round.setting().dimension(),
        round.task(),
        round.largestTask(),
        round.spilled(),
        round.held(),
        round.peakHeap());
  }
}
