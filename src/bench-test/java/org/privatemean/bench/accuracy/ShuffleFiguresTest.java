package org.privatemean.bench.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.bench.Bench;
import org.privatemean.bench.accuracy.Figure.Plot;

final class ShuffleFiguresTest {
  @TempDir private Path folder;

  /** Two numbers of users, with a budget at which some can work. */
  private static Figure figure() {
    List<Setting> settings = List.of(setting("1000", 1000), setting("2000", 2000));
    List<Contender> contenders =
        List.of(
            new NonPrivateMean(),
            new Curator(),
            new ShuffledMean(ShuffledMean.Way.ALL_MESSAGES, 2),
            new ShuffledMean(ShuffledMean.Way.DRAWN, 4),
            LemmaRoute.withThresholds(4),
            LemmaRoute.published(4));
    return new Figure(
        "small", "Small", "users n", Plot.LOGARITHMIC, false, contenders, settings, 4);
  }

  private static Setting setting(String x, int users) {
    return Setting.local(x, new NormalLaw(users, 2, 4), 5 * Math.sqrt(2), 4);
  }

  @Test
  void run_small_writesRatiosMessagesAndGaps() throws IOException, InterruptedException {
    Figure figure = figure();
    List<Result> results;
    try (Trials trials = new Trials(1, 3)) {
      results = trials.run(figure);
    }
    CsvFile.write(figure, results, folder);
    TablesPage.write(figure, results, folder);
    LinePlots.write(figure, results, folder);

    List<String> csv = Files.readAllLines(folder.resolve("small.csv"));
    assertEquals(1 + 2 * 6, csv.size());
    assertTrue(csv.get(0).contains(",epsilon,"), csv.get(0));
    assertTrue(csv.get(0).endsWith(",refusal,messages_per_user,bytes_per_user"), csv.get(0));
    assertTrue(csv.get(2).contains(",curator,4,") && csv.get(2).endsWith(",,,"), csv.get(2));
    assertTrue(csv.get(3).contains("\"shuffle mean, all messages\",4,"), csv.get(3));
    assertTrue(csv.get(6).contains("times n"), csv.get(6));

    String page = Files.readString(folder.resolve("small.md"));
    assertTrue(page.contains("| Lemmas 5.4 and 5.5 | refuses | refuses |"), page);
    assertTrue(page.contains("Private error over the curator's"), page);
    assertTrue(page.contains("Messages of a user"), page);
    // All messages, or their totals: errors of the same size as a curator's.
    for (int k = 2; k <= 3; k++) {
      double ratio = results.get(6 + k).own().mean() / results.get(7).own().mean();
      assertTrue(ratio > 0.3 && ratio < 3, "ratio " + ratio);
    }
    // The sum of Lemma 5.4 has several times the noise.
    assertTrue(results.get(10).own().mean() > 2 * results.get(9).own().mean(), page);
  }

  @Test
  void ranks_few_writesALineForEachWay() throws IOException {
    assertEquals(0, Bench.run("ranks", "--users=2000", "--searches=40", "--out=" + folder));
    List<String> csv = Files.readAllLines(folder.resolve("shuffle-ranks.csv"));
    assertEquals(1 + 3 * 3, csv.size());
    for (String line : csv.subList(1, csv.size())) {
      String[] fields = line.split("\"", -1)[2].split(",", -1);
      double formula = Double.parseDouble(fields[6]);
      double measured = Double.parseDouble(fields[7]);
      // 20 counts at least, whose squares add up to a chi-square.
      assertTrue(measured > 0.4 * formula && measured < 2.2 * formula, line);
      assertTrue(Double.parseDouble(fields[9]) < Double.parseDouble(fields[10]), line);
    }
    assertTrue(Files.size(folder.resolve("shuffle-ranks.md")) > 500);
  }
}
