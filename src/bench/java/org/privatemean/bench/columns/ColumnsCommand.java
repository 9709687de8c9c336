package org.privatemean.bench.columns;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.privatemean.bench.ours.Fits;
import org.privatemean.bench.ours.Requests;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.Sampling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures what each column of a release is worth beside rare, skewed and far ones. */
@Command(
    name = "columns",
    description = {
      "Fits tables with rare, skewed and far values, each fit one drawn anew, and prints a line for"
          + " each table. Errors and half-widths are in exact standard deviations of their column;"
          + " of each column the median over fits is taken, then the median and the worst over"
          + " columns. Rare columns hold zeros and ones, or a few far values. \"of 95 %%\": what the"
          + " median half-width of a fit stays below in 95 %% of fits. \"scale\": private scale of"
          + " rare columns over their deviation. \"misses\": share of columns whose interval misses"
          + " the exact mean; \"un-named\": of which no column warning is given. \"fits off\": those"
          + " with a column off by more than half of its deviation. \"l2\": mean l2 error in"
          + " deviations. \"std\": share of released deviations that are upper bounds, of those"
          + " that are not and are off by more than a fifth (\"wrong\"), and of bounds below the"
          + " exact deviation (\"false\").",
      "",
      Tables.NAMES
    })
public final class ColumnsCommand implements Callable<Integer> {
  @Option(
      names = "--table",
      split = ",",
      defaultValue = "all",
      paramLabel = "NAME",
      description = "Tables and lists of them. Default: ${DEFAULT-VALUE}.")
  private List<String> names;

  @Option(
      names = "--fits",
      defaultValue = "20",
      paramLabel = "R",
      description = "Fits of each table. Default: ${DEFAULT-VALUE}.")
  private int fits;

  @Option(
      names = "--rho",
      defaultValue = "0.5",
      description = "Budget of each fit. Default: ${DEFAULT-VALUE}.")
  private double rho;

  @Option(
      names = "--neighbours",
      defaultValue = "replace",
      description = "replace or addRemove. Default: ${DEFAULT-VALUE}.")
  private String neighbours;

  @Option(
      names = "--sampling",
      defaultValue = "none",
      description = "none, auto or always. Default: ${DEFAULT-VALUE}.")
  private String sampling;

  @Option(
      names = "--deviations",
      description = "Asks for standard deviations, too. They share the budget.")
  private boolean deviations;

  @Option(names = "--threads", defaultValue = "1", description = "Default: ${DEFAULT-VALUE}.")
  private int threads;

  @Option(names = "--seed", defaultValue = "1", description = "Of tables and noise. Default: 1.")
  private long seed;

  @Option(names = "--csv", paramLabel = "FILE", description = "Where the figures go, too.")
  private Path csv;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public ColumnsCommand() {}

  /**
   * Fits and prints, table by table.
   *
   * @return 0
   * @throws IOException if a file cannot be read or written
   * @throws InterruptedException if the process is told to stop
   */
  @Override
  public Integer call() throws IOException, InterruptedException {
    if (fits < 1 || threads < 1) {
      throw refused("--fits and --threads must be at least 1");
    }
    PrintWriter out = spec.commandLine().getOut();
    List<String> lines = new ArrayList<>();
    lines.add(ColumnFigures.csvHeader());
    try (Fits running = new Fits(threads, seed)) {
      PrivacyUnit unit = PrivacyUnit.row(Neighbours.of(neighbours));
      MeanRequest request = Requests.usual(rho, unit, Sampling.of(sampling), deviations);
      List<ColumnTable> tables = tables();
      ColumnFigures.header().forEach(out::println);
      for (ColumnTable table : tables) {
        ColumnFigures figures =
            new ColumnFigures(
                table,
                running.run(
                    table.name(), fits, (stream, i) -> ColumnFit.of(table, request, rho, stream)));
        out.println(figures.line());
        out.flush();
        lines.add(figures.csv());
        if (csv != null) {
          Files.write(csv, lines);
        }
      }
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
    return 0;
  }

  private List<ColumnTable> tables() throws IOException {
    List<ColumnTable> tables = new ArrayList<>();
    for (String name : names) {
      tables.addAll(Tables.named(name));
    }
    return tables;
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
