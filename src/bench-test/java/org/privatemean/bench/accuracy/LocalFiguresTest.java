package org.privatemean.bench.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.bench.accuracy.Figure.Plot;
import org.privatemean.bench.accuracy.LocalContender.Knowledge;

class LocalFiguresTest {
  @TempDir private Path folder;

  /** Two places: with the small budget nobody can work. */
  private static Figure figure() {
    Law law = new NormalLaw(4000, 2, 4);
    List<Setting> settings =
        List.of(
            Setting.local("0.01", law, 5 * Math.sqrt(2), 0.01),
            Setting.local("8", law, 5 * Math.sqrt(2), 8));
    List<Contender> contenders =
        List.of(
            new NonPrivateMean(),
            LocalLineup.PURE,
            LocalLineup.PURE_KNOWN,
            LocalLineup.KV,
            new Default(Knowledge.ANY),
            new Default(Knowledge.KNOWN_SIGMA));
    return new Figure(
        "small", "Small", "epsilon", Plot.LOGARITHMIC, false, contenders, settings, 2);
  }

  @Test
  void run_someRefuse_leavesGapsWithReasons() throws IOException, InterruptedException {
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
    assertTrue(csv.get(0).contains(",epsilon,") && csv.get(0).endsWith(",refusal"));
    String refused = csv.get(2);
    assertTrue(refused.contains("LSCM-pure,0,,,,,"), refused);
    assertTrue(refused.contains("say nothing of the mean"), refused);
    assertTrue(csv.get(8).contains("LSCM-pure,2,0."), csv.get(8));

    String page = Files.readString(folder.resolve("small.md"));
    assertTrue(page.contains("| LSCM-pure | refuses | 0."), page);
    assertTrue(page.contains("- LSCM-pure, at 0.01: "), page);
    assertTrue(page.contains("| 0.01 | none can work |"), page);
    assertTrue(Files.size(folder.resolve("small.png")) > 1000);
  }

  @Test
  void run_default_isTheContenderChosen() throws InterruptedException {
    Figure figure = figure();
    try (Trials trials = new Trials(1, 3)) {
      List<Result> results = trials.run(figure);
      // The second place; contenders in their order.
      List<Double> errors =
          results.subList(6, 12).stream().map(result -> result.total().mean()).toList();
      assertEquals(errors.get(1), errors.get(4), 0);
      Default known = (Default) figure.contenders().get(5);
      int chosen = figure.contenders().indexOf(known.standsFor(figure.settings().get(1)));
      assertTrue(chosen > 0 && chosen < 4);
      assertEquals(errors.get(chosen), errors.get(5), 0);
      assertTrue(errors.stream().distinct().count() >= 4);
    }
  }
}
