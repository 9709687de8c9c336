package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.privatemean.bench.report.Numbers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares the recentred mean, by its scalings, with PLAN on PLAN's own rows. */
@Command(
    name = "plan",
    description = {
      "Prints the median errors of the recentred mean and of PLAN on the Gaussian rows A, B, C and"
          + " the 0/1 rows of PLAN's authors: a quarter of an hour on one core."
    })
public final class PlanCommand implements Callable<Integer> {
  private static final List<String> FIGURES =
      List.of("plan-a", "plan-b", "plan-c", "plan-binary", "plan-binary-l1");

  @Option(
      names = "--rows-of",
      split = ",",
      defaultValue = "a,b,c,binary",
      paramLabel = "NAME",
      description = "a, b, c, binary (errors in l2), binary-l1. Default: ${DEFAULT-VALUE}.")
  private List<String> names;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      description = "Numbers of rows. Default: 4000,10000.")
  private List<Integer> rows = PlanFigures.ROWS;

  @Option(
      names = "--dims",
      split = ",",
      paramLabel = "D",
      description = "Numbers of coordinates, at least 2. Default: 16 to 512 by doubling.")
  private List<Integer> dimensions = PlanFigures.DIMENSIONS;

  @Option(
      names = "--rho",
      split = ",",
      paramLabel = "RHO",
      description = "Budgets. Default: 0.0625,0.25,1.")
  private List<Double> budgets = PlanFigures.BUDGETS;

  @Option(
      names = "--trials",
      defaultValue = "20",
      paramLabel = "N",
      description = "Runs of each line, at least 2. Default: ${DEFAULT-VALUE}.")
  private int trials;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for a CSV file of each kind of rows; made if there is none.")
  private Path out;

  @Option(names = "--seed", defaultValue = "1", description = "Of rows and noise. Default: 1.")
  private long seed;

  @Option(names = "--threads", paramLabel = "N", description = "Default: one a processor.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Spec private CommandSpec spec;

  /** For picocli. */
  public PlanCommand() {}

  /**
   * Measures and prints, a table for each kind of rows.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   * @throws InterruptedException if the process is told to stop
   */
  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    PrintWriter table = spec.commandLine().getOut();
    try (Trials running = new Trials(threads, seed)) {
      for (Figure figure : new PlanFigures(dimensions, rows, budgets, trials).figures()) {
        if (names.contains(figure.id().substring("plan-".length()))) {
          List<Result> results = running.run(figure);
          lines(figure, results).forEach(table::println);
          table.flush();
          if (out != null) {
            Files.createDirectories(out);
            Files.write(out.resolve(figure.id() + "-medians.csv"), csv(figure, results));
          }
        }
      }
    }
    return 0;
  }

  private void check() {
    if (trials < 2 || threads < 1) {
      throw new ParameterException(
          spec.commandLine(), "--trials must be at least 2 and --threads at least 1");
    }
    if (dimensions.stream().anyMatch(d -> d < 2) || rows.stream().anyMatch(n -> n < 2)) {
      throw new ParameterException(spec.commandLine(), "--dims and --rows must be at least 2");
    }
    if (budgets.stream().anyMatch(rho -> !(rho > 0 && rho < Double.POSITIVE_INFINITY))) {
      throw new ParameterException(spec.commandLine(), "--rho must be positive and finite");
    }
    for (String name : names) {
      if (!FIGURES.contains("plan-" + name)) {
        throw new ParameterException(spec.commandLine(), "--rows-of: there are no rows " + name);
      }
    }
  }

  private static List<String> lines(Figure figure, List<Result> results) {
    List<String> rivals = rivals(figure);
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        String.format(
            "%s: median private error of %d runs (distance to the mean of the rows)",
            figure.title(), figure.trials()));
    lines.add("");
    lines.add(
        String.format(
            "| rows | d | %s | %s | auto | standard | none | auto / PLAN | auto / %s"
                + " | standard / auto |",
            rivals.get(0), rivals.get(1), rivals.get(1)));
    lines.add("|---|" + "---:|".repeat(9));
    for (Setting setting : figure.settings()) {
      lines.add(line(rivals, new Line(setting, results, result -> result.own().median())));
    }
    return lines;
  }

  private static String line(List<String> rivals, Line line) {
    double auto = line.of(PlanFigures.AUTO);
    double standard = line.of(PlanFigures.STANDARD);
    List<String> cells = new ArrayList<>();
    cells.add(line.setting.panel());
    cells.add(line.setting.x());
    cells.add(rounded(line.of(rivals.get(0))));
    cells.add(rounded(line.of(rivals.get(1))));
    cells.add(rounded(auto));
    cells.add(rounded(standard));
    cells.add(rounded(line.of(PlanFigures.NONE)));
    cells.add(rounded(auto / line.of(rivals.get(0))));
    cells.add(rounded(auto / line.of(rivals.get(1))));
    cells.add(rounded(standard / auto));
    return "| " + String.join(" | ", cells) + " |";
  }

  private static List<String> csv(Figure figure, List<Result> results) {
    List<String> lines = new ArrayList<>();
    lines.add("rows_of,n,d,covariance,R,rho,contender,trials,private_median,total_median");
    for (Result result : results) {
      Setting setting = result.setting();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s,%d,%d,\"%s\",%s,%s,\"%s\",%d,%s,%s",
              figure.id(),
              setting.law().rows(),
              setting.law().dimension(),
              setting.law().covariance(),
              Numbers.rounded(setting.radius(), 6),
              Numbers.plain(setting.rho()),
              result.contender().name(),
              result.own().trials(),
              Numbers.rounded(result.own().median(), 4),
              Numbers.rounded(result.total().median(), 4)));
    }
    return lines;
  }

  /** The names of PLAN and of the PLAN that is given more. */
  private static List<String> rivals(Figure figure) {
    return figure.contenders().stream()
        .filter(PlanMean.class::isInstance)
        .map(Contender::name)
        .toList();
  }

  private static String rounded(double value) {
    return Double.isNaN(value) ? "-" : Numbers.rounded(value, 3);
  }

  /** The figures of all contenders in one setting. */
  private record Line(Setting setting, List<Result> results, ToDoubleFunction<Result> figure) {
    /** NaN where a contender did not take part. */
    double of(String contender) {
      return results.stream()
          .filter(result -> result.setting().equals(setting))
          .filter(result -> result.contender().name().equals(contender))
          .mapToDouble(figure)
          .findFirst()
          .orElse(Double.NaN);
    }
  }
}
