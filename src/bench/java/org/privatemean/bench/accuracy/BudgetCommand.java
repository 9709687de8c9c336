package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes the tables and the picture of the pages for users. */
@Command(
    name = "budget",
    description = {
      "Writes what the pages on budgets and on columns of different units show: the epsilon of a"
          + " rho, forecasts as a picture, errors of fits of a sample: a minute or two."
    })
public final class BudgetCommand implements Callable<Integer> {
  @Option(
      names = "--samples",
      defaultValue = "data-samples",
      paramLabel = "FOLDER",
      description = "Where diamonds.csv is. Default: ${DEFAULT-VALUE}.")
  private Path samples;

  @Option(
      names = "--out",
      defaultValue = "src/site/resources/budget",
      paramLabel = "FOLDER",
      description = "Where results go. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--fits",
      defaultValue = "20",
      paramLabel = "N",
      description = "Fits of each line of a table, at least 1. Default: ${DEFAULT-VALUE}.")
  private int fits;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public BudgetCommand() {}

  /**
   * Computes, measures and writes.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    if (fits < 1) {
      throw new ParameterException(spec.commandLine(), "--fits must be at least 1");
    }
    Files.createDirectories(out);
    BudgetPlots.write(out.resolve("error.png"));
    BudgetTables tables = new BudgetTables(new SampleFiles(samples), fits);
    write("epsilons.md", BudgetTables.epsilons());
    write("diamonds.md", tables.budgets());
    write("units.md", tables.units());
    return 0;
  }

  private void write(String name, List<String> lines) throws IOException {
    Files.write(out.resolve(name), lines);
  }
}
