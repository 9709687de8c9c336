package org.privatemean.bench.local;

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

/** Times the making and taking in of local reports, by every randomizer. */
@Command(
    name = "reports",
    description = {
      "Times local reports on one core, made and taken in, by every randomizer: a CSV file and a"
          + " Markdown page."
    })
public final class ReportsCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for reports.csv and reports.md; made if there is none.")
  private Path out;

  @Option(
      names = "--dim",
      split = ",",
      defaultValue = "8,128,1024,100000",
      paramLabel = "D",
      description = "Numbers of coordinates. Default: ${DEFAULT-VALUE}.")
  private List<Integer> dimensions;

  @Option(
      names = "--millis",
      defaultValue = "50",
      paramLabel = "T",
      description = {
        "Length of a window; the median of five is told, after one to warm up. Default:"
            + " ${DEFAULT-VALUE}."
      })
  private int millis;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public ReportsCommand() {}

  /**
   * Times the randomizers; the files are written after each number of coordinates.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    if (millis < 1 || dimensions.stream().anyMatch(d -> d < 1)) {
      throw new ParameterException(
          spec.commandLine(),
          "--dim and --millis must be at least 1. Provided values: " + dimensions + ", " + millis);
    }
    Files.createDirectories(out);
    // Lets the compiler see all of them: the first to be measured would be the coldest.
    for (Party party : Parties.of(dimensions.get(0))) {
      Throughput unused = Throughput.of(party, 1_000_000L * millis);
    }
    List<Throughput> measured = new ArrayList<>();
    for (int dimension : dimensions) {
      for (Party party : Parties.of(dimension)) {
        measured.add(Throughput.of(party, 1_000_000L * millis));
      }
      ReportsPage.write(measured, out);
    }
    return 0;
  }
}
