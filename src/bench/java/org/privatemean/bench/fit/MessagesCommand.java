package org.privatemean.bench.fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Times single rounds of the shuffle mean on Spark. */
@Command(
    name = "messages",
    description = {
      "Times rounds of the shuffle mean on Spark, on two cores: how many messages a core makes,"
          + " shuffles and analyses in a second, and what memory that takes. Set BENCH_HEAP=2g to"
          + " see that it is bounded."
    })
public final class MessagesCommand implements Callable<Integer> {
  private static final String ID = "shuffle-messages";

  @Option(
      names = "--rows",
      split = ",",
      defaultValue = "1000000",
      paramLabel = "N",
      description = "Number of users; several by commas. Default: ${DEFAULT-VALUE}.")
  private List<Long> rows;

  @Option(
      names = "--dim",
      defaultValue = "8",
      paramLabel = "D",
      description = "Number of coordinates of a row. Default: ${DEFAULT-VALUE}.")
  private int dimension;

  @Option(
      names = "--round",
      split = ",",
      defaultValue = "medians,norm,sum",
      description = "${COMPLETION-CANDIDATES}; several by commas. Default: ${DEFAULT-VALUE}.")
  private List<MessageRounds.Kind> kinds;

  @Option(names = "--seed", defaultValue = "1", description = "Of rows and noise. Default: 1.")
  private long seed;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for " + ID + ".csv and .md; made if there is none.")
  private Path out;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public MessagesCommand() {}

  /**
   * Times the rounds; the files are written anew after each.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    if (dimension < 1 || rows.stream().anyMatch(n -> n < MessageRounds.FEWEST_ROWS)) {
      throw new ParameterException(
          spec.commandLine(),
          "--dim must be at least 1 and --rows at least " + MessageRounds.FEWEST_ROWS);
    }
    Files.createDirectories(out);
    List<MessageRound> done = new ArrayList<>();
    try (SparkSession spark = LocalSession.start()) {
      new MessageRounds(spark, setting(MessageRounds.FEWEST_ROWS)).run(kinds, warmUp -> {});
      for (long n : rows) {
        for (MessageRounds.Kind kind : kinds) {
          new MessageRounds(spark, setting(n)).run(List.of(kind), done::add);
          Files.write(out.resolve(ID + ".csv"), MessagesPage.csv(done));
          Files.write(out.resolve(ID + ".md"), MessagesPage.markdown(done, ID));
        }
      }
    }
    return 0;
  }

  private Setting setting(long n) {
    return new Setting(n, dimension, Source.CACHED, Data.GAUSSIAN, Setting.PARTITIONS, seed);
  }
}
