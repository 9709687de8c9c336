package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the experiments and writes a CSV file, a Markdown page and images for each. */
@Command(
    name = "accuracy",
    description = {
      "Measures errors on the settings of the paper's Figures 1 to 12 and beyond, ours against"
          + " competitors: minutes on two cores, hours with --full."
    })
public final class AccuracyCommand implements Callable<Integer> {
  private static final int FIGURES = 12;
  private static final int FIRST_LOCAL = 10;

  @Option(
      names = "--figure",
      split = ",",
      defaultValue = "all",
      paramLabel = "FIGURE",
      description =
          "1 to 12, beyond, sensitivity, shuffle (shuffle-8 and shuffle-128), plan, or all of them"
              + " but plan; several by commas. Default: all.")
  private List<String> figures;

  @Option(names = "--full", description = "Every point of every axis, 100 trials.")
  private boolean full;

  @Option(
      names = "--trials",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Trials of each setting, at least 2. Default: 20, with --full 100; of images and"
              + " local reports 4 and 20, of shuffled messages 10.")
  private int trials;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the files; made if there is none.")
  private Path out;

  @Option(
      names = "--samples",
      defaultValue = "data-samples",
      paramLabel = "DIR",
      description = "Folder of mnist-zeros.parquet and diamonds.csv. Default: data-samples.")
  private Path samples;

  @Option(names = "--seed", defaultValue = "1", description = "Of rows and noise. Default: 1.")
  private long seed;

  @Option(names = "--threads", paramLabel = "N", description = "Default: one a processor.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Spec private CommandSpec spec;

  /** For picocli. */
  public AccuracyCommand() {}

  /**
   * Runs the figures, each written as soon as it is done.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   * @throws InterruptedException if the process is told to stop
   */
  @Override
  public Integer call() throws IOException, InterruptedException {
    if (trials < 0 || trials == 1 || threads < 1) {
      throw new ParameterException(
          spec.commandLine(), "--trials must be at least 2 and --threads at least 1");
    }
    Files.createDirectories(out);
    long start = System.nanoTime();
    try (Trials runner = new Trials(threads, seed)) {
      for (Figure figure : chosen()) {
        List<Result> results = runner.run(figure);
        CsvFile.write(figure, results, out);
        TablesPage.write(figure, results, out);
        LinePlots.write(figure, results, out);
        System.err.printf(
            "%s: done after %d s%n", figure.id(), (System.nanoTime() - start) / 1_000_000_000);
      }
    }
    return 0;
  }

  private List<Figure> chosen() {
    Extent extent = new Extent(full, trials);
    SampleFiles files = new SampleFiles(samples);
    List<Figure> chosen = new ArrayList<>();
    for (String name : figures) {
      chosen.addAll(named(name, extent, files));
    }
    return chosen;
  }

  private List<Figure> named(String name, Extent extent, SampleFiles files) {
    return switch (name) {
      case "beyond" -> new Beyond(extent, files).figures();
      case "sensitivity" -> new Sensitivity(extent, files).figures();
      case "shuffle" -> new ShuffleFigures(extent).figures();
      case "plan" -> PlanFigures.of(extent).figures();
      case "shuffle-8", "shuffle-128" ->
          new ShuffleFigures(extent)
              .figures().stream().filter(figure -> figure.id().equals(name)).toList();
      case "all" -> {
        List<Figure> all = new ArrayList<>();
        for (int number = 1; number <= FIGURES; number++) {
          all.add(numbered(number, extent, files));
        }
        all.addAll(new Beyond(extent, files).figures());
        all.addAll(new Sensitivity(extent, files).figures());
        all.addAll(new ShuffleFigures(extent).figures());
        yield all;
      }
      default -> {
        if (!name.matches("[1-9]|1[0-2]")) {
          throw new ParameterException(spec.commandLine(), "there is no figure " + name);
        }
        yield List.of(numbered(Integer.parseInt(name), extent, files));
      }
    };
  }

  private static Figure numbered(int number, Extent extent, SampleFiles files) {
    return number < FIRST_LOCAL
        ? new PaperFigures(extent, files).figure(number)
        : new LocalFigures(extent).figure(number);
  }
}
