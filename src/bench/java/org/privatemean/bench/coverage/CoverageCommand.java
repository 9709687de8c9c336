package org.privatemean.bench.coverage;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.privatemean.bench.ours.Fits;
import org.privatemean.bench.ours.Requests;
import org.privatemean.request.MeanRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how often error bars cover the mean of the rows, and how large the errors are. */
@Command(
    name = "coverage",
    description = {
      "Fits rows of nine laws many times over, rows drawn anew for each fit, and prints for each"
          + " line how often radius and intervals cover the mean of the rows, how wide they are,"
          + " and how the error compares with the best fixed clipping norm."
    })
public final class CoverageCommand implements Callable<Integer> {
  private static final String USUAL = "usual";

  @Option(
      names = "--laws",
      split = ",",
      paramLabel = "LAW",
      description = "Laws of the rows. Default: all nine.")
  private List<String> laws = Arrays.stream(Law.values()).map(Law::label).toList();

  @Option(
      names = "--dims",
      split = ",",
      defaultValue = "1,3,16,128",
      paramLabel = "D",
      description = "Numbers of coordinates. Default: ${DEFAULT-VALUE}.")
  private List<Integer> dimensions;

  @Option(
      names = "--rows",
      split = ",",
      defaultValue = "2000,20000",
      paramLabel = "N",
      description = "Numbers of rows. Default: ${DEFAULT-VALUE}.")
  private List<Integer> rows;

  @Option(
      names = "--fits",
      defaultValue = "400",
      paramLabel = "R",
      description = "Fits of each line. Default: ${DEFAULT-VALUE}.")
  private int fits;

  @Option(
      names = "--compare",
      defaultValue = "100",
      paramLabel = "N",
      description =
          "On how many of them the best fixed norm and a fit without scaling and regions are"
              + " compared with. Default: ${DEFAULT-VALUE}.")
  private int compared;

  @Option(
      names = "--rho",
      defaultValue = "0.5",
      description = "Budget of each fit. Default: ${DEFAULT-VALUE}.")
  private double rho;

  @Option(
      names = "--scaling",
      defaultValue = USUAL,
      paramLabel = "NAME",
      description =
          "none, auto or standard, or usual: that of a request that says nothing. Default:"
              + " ${DEFAULT-VALUE}.")
  private String scaling;

  @Option(
      names = "--units",
      description = "Multiplies the coordinates by 10^-3 to 10^3: columns of different units.")
  private boolean units;

  @Option(names = "--threads", defaultValue = "1", description = "Default: ${DEFAULT-VALUE}.")
  private int threads;

  @Option(names = "--seed", defaultValue = "1", description = "Of rows and noise. Default: 1.")
  private long seed;

  @Option(names = "--csv", paramLabel = "FILE", description = "Where the figures go, too.")
  private Path csv;

  @Option(names = "--check", description = "Exits with 1 if a line is not as it should be.")
  private boolean check;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public CoverageCommand() {}

  /**
   * Fits and prints, line by line.
   *
   * @return 0; 1 with --check, if a line fails
   * @throws IOException if the file cannot be written
   * @throws InterruptedException if the process is told to stop
   */
  @Override
  public Integer call() throws IOException, InterruptedException {
    checkNumbers();
    List<Line> lines = lines();
    PrintWriter table = spec.commandLine().getOut();
    Table.header().forEach(table::println);
    List<Measures> all = new ArrayList<>();
    MeanRequest request = request();
    try (Fits running = new Fits(threads, seed)) {
      for (Line line : lines) {
        Measures measures =
            Measures.of(
                line,
                running.run(
                    line.words(),
                    fits,
                    (stream, i) -> Fit.of(line, request, rho, stream, i < compared)));
        all.add(measures);
        table.println(Table.line(measures));
        table.flush();
      }
    }
    table.println();
    Table.pooled(all).forEach(table::println);
    table.flush();
    write(all);
    return check && Table.fails(all) ? 1 : 0;
  }

  private void checkNumbers() {
    if (fits < 2 || threads < 1 || compared < 0) {
      throw refused("--fits must be at least 2, --threads at least 1 and --compare at least 0");
    }
    if (!(rho > 0 && rho < Double.POSITIVE_INFINITY)) {
      throw refused("--rho must be positive and finite");
    }
    if (dimensions.stream().anyMatch(d -> d < 1) || rows.stream().anyMatch(n -> n < 1)) {
      throw refused("--dims and --rows must be at least 1");
    }
  }

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (String label : laws) {
      for (int d : dimensions) {
        for (int n : rows) {
          lines.add(new Line(law(label), d, n, units));
        }
      }
    }
    return lines;
  }

  private Law law(String label) {
    return Arrays.stream(Law.values())
        .filter(law -> law.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                refused(
                    "--laws: there is no "
                        + label
                        + "; there are "
                        + Arrays.stream(Law.values())
                            .map(Law::label)
                            .collect(Collectors.joining(", "))));
  }

  private MeanRequest request() {
    if (scaling.equals(USUAL)) {
      return Requests.usual(rho);
    }
    if (!Requests.scalings().contains(scaling)) {
      throw refused("--scaling must be usual or one of " + Requests.scalings());
    }
    return Requests.scaled(rho, scaling);
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void write(List<Measures> all) throws IOException {
    if (csv == null) {
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(Table.CSV_HEADER);
    all.forEach(measures -> lines.add(Table.csv(measures)));
    Files.write(csv, lines);
  }
}
