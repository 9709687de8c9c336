package org.privatemean.bench.accuracy;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.privatemean.bench.report.Numbers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures and prints the table of results of README.md. */
@Command(
    name = "results",
    description = {
      "Prints README's table of results: 4000 Gaussian rows, mean 10 in every coordinate, as in the"
          + " paper's Figures 1 and 2: some seconds."
    })
public final class ResultsCommand implements Callable<Integer> {
  private static final int ROWS = 4000;
  private static final double MEAN = 10;
  private static final List<Released> CONTENDERS =
      List.of(Released.recentred(), Released.shifted(), Released.clipped());

  @Option(
      names = "--trials",
      defaultValue = "40",
      paramLabel = "N",
      description = "Runs of each line, at least 2. Default: ${DEFAULT-VALUE}.")
  private int trials;

  @Option(names = "--seed", defaultValue = "1", description = "Of rows and noise. Default: 1.")
  private long seed;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public ResultsCommand() {}

  /**
   * Measures and prints.
   *
   * @return 0
   * @throws InterruptedException if interrupted
   */
  @Override
  public Integer call() throws InterruptedException {
    if (trials < 2) {
      throw new ParameterException(spec.commandLine(), "--trials must be at least 2");
    }
    List<Setting> settings =
        List.of(
            setting(16, 0.5),
            setting(128, 0.1),
            setting(128, 0.5),
            setting(128, 1),
            setting(256, 0.5));
    List<Contender> contenders = new ArrayList<>(CONTENDERS);
    contenders.add(new NonPrivateMean());
    Figure figure = new Figure("results", "", contenders, settings, trials);
    try (Trials running = new Trials(Runtime.getRuntime().availableProcessors(), seed)) {
      List<Result> results = running.run(figure);
      PrintWriter table = spec.commandLine().getOut();
      table.println("| d | rho | " + names() + " | sampling error of the exact mean |");
      table.println("|---:|---:|" + "---:|".repeat(contenders.size()));
      settings.forEach(setting -> table.println(line(setting, results)));
    }
    return 0;
  }

  /** With the bounds that the paper's experiments give: R = 50 sqrt(d) and sigmaMax = 50. */
  private static Setting setting(int dimension, double rho) {
    return Setting.statistical(
        "",
        String.valueOf(dimension),
        new GaussianLaw(ROWS, dimension, MEAN, 1),
        50 * Math.sqrt(dimension),
        rho);
  }

  private static String names() {
    return CONTENDERS.stream().map(Released::name).collect(Collectors.joining(" | "));
  }

  private static String line(Setting setting, List<Result> results) {
    List<String> cells = new ArrayList<>();
    cells.add(setting.x());
    cells.add(Numbers.plain(setting.rho()));
    for (Result result : results) {
      if (result.setting().equals(setting)) {
        cells.add(cell(result));
      }
    }
    return "| " + String.join(" | ", cells) + " |";
  }

  /** The private error; of the exact mean, which has none, that of sampling. */
  private static String cell(Result result) {
    if (result.contender() instanceof NonPrivateMean) {
      return Numbers.rounded(result.total().mean(), 2);
    }
    return Numbers.rounded(result.own().mean(), 3)
        + " ± "
        + Numbers.rounded(result.own().standardError(), 1);
  }
}
