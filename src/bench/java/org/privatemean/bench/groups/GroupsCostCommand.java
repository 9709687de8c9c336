package org.privatemean.bench.groups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.bench.fit.LocalSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Times fits of groups and of persons against Spark's own means of groups. */
@Command(
    name = "cost",
    description =
        "Times whole fits of groups and persons against groupBy with Summarizer.mean, in turn in"
            + " one process on two cores, rows cached; against the number of groups, too.")
public final class GroupsCostCommand implements Callable<Integer> {
  private static final String GROUPS = "groups";
  private static final String PERSONS = "persons";
  private static final String GROWTH = "growth";
  private static final int PERSON_COUNT = 100_000;
  private static final int GROUP_COUNT = 1_000;
  private static final int DIMENSION = 16;
  private static final String HEADER =
      "part,rows,d,groups,persons,way,rounds,cpu_ms_min,cpu_ms_median,cpu_ms_max,wall_ms_median,"
          + "over_summarizer,limit";

  private static final double MOST = 3;

  @Option(
      names = "--parts",
      split = ",",
      defaultValue = GROUPS + "," + PERSONS + "," + GROWTH,
      description = "Which to run. Default: ${DEFAULT-VALUE}.")
  private List<String> parts;

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "Number of rows. Default: ${DEFAULT-VALUE}.")
  private long rows;

  @Option(
      names = "--counts",
      split = ",",
      defaultValue = "1,10,100,1000,10000,32000,100000",
      description = "Numbers of groups of the part " + GROWTH + ". Default: ${DEFAULT-VALUE}.")
  private List<Integer> counts;

  @Option(names = "--reps", defaultValue = "5", description = "Rounds that count. Default: 5.")
  private int reps;

  @Option(names = "--warmup", defaultValue = "3", description = "Rounds before. Default: 3.")
  private int warmup;

  @Option(names = "--out", required = true, description = "Folder of the files.")
  private Path out;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public GroupsCostCommand() {}

  /**
   * Times, and writes {@code groups-cost.csv}, {@code groups-growth.csv}: those of the parts that
   * were run.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    if (reps < 1 || warmup < 0) {
      throw new ParameterException(
          spec.commandLine(), "--reps must be at least 1 and --warmup at least 0");
    }
    Files.createDirectories(out);
    try (SparkSession spark = LocalSession.start()) {
      if (parts.contains(GROUPS)) {
        write("groups-cost", groups(spark));
      }
      if (parts.contains(PERSONS)) {
        write("groups-cost-persons", persons(spark));
      }
      if (parts.contains(GROWTH)) {
        growth(spark);
      }
    }
    return 0;
  }

  private List<String> groups(SparkSession spark) {
    KeyedRows law = KeyedRows.even(rows, DIMENSION, GROUP_COUNT);
    List<Way> ways = new ArrayList<>(List.of(Way.summarizer(KeyedRows.GROUP)));
    ways.addAll(Way.ofPublicKeys(DIMENSION, law.keys(spark)));
    ways.add(Way.privateKeys(DIMENSION, "none"));
    return lines(GROUPS, law, taken(spark, law, ways));
  }

  private List<String> persons(SparkSession spark) {
    KeyedRows law = KeyedRows.even(rows, DIMENSION, 100).withPersons(PERSON_COUNT);
    List<Way> ways = new ArrayList<>(List.of(Way.summarizer(KeyedRows.PERSON)));
    ways.add(Way.persons(DIMENSION, "none"));
    ways.add(Way.persons(DIMENSION, "standard"));
    ways.add(Way.personsOfGroups(DIMENSION, "none", law.keys(spark), 3));
    return lines(PERSONS, law, taken(spark, law, ways));
  }

  private void growth(SparkSession spark) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int count : counts) {
      KeyedRows law = KeyedRows.even(rows, DIMENSION, count);
      List<Way> ways = new ArrayList<>(List.of(Way.summarizer(KeyedRows.GROUP)));
      ways.addAll(Way.ofPublicKeys(DIMENSION, law.keys(spark)));
      List<Laps.Taken> taken = taken(spark, law, ways);
      lines.addAll(lines(GROWTH, law, taken));
      write("groups-growth", lines);
    }
  }

  private List<Laps.Taken> taken(SparkSession spark, KeyedRows law, List<Way> ways) {
    System.err.printf("%d rows in %d groups%n", law.rows(), law.groups());
    Dataset<Row> cached = law.generated(spark).cache();
    try {
      long unused = cached.count();
      return Laps.run(cached, ways, warmup, reps);
    } finally {
      cached.unpersist(true);
    }
  }

  private static List<String> lines(String part, KeyedRows law, List<Laps.Taken> taken) {
    double reference = taken.get(0).median();
    return taken.stream()
        .map(
            each ->
                String.format(
                    Locale.ROOT,
                    "%s,%d,%d,%d,%d,\"%s\",%d,%.0f,%.0f,%.0f,%.0f,%.2f,%.0f",
                    part,
                    law.rows(),
                    law.dimension(),
                    law.groups(),
                    law.persons(),
                    each.way().name(),
                    each.cpu().size(),
                    each.cpu().get(0),
                    each.median(),
                    each.cpu().get(each.cpu().size() - 1),
                    each.wallMedian(),
                    each.median() / reference,
                    MOST))
        .toList();
  }

  private void write(String name, List<String> lines) throws IOException {
    List<String> all = new ArrayList<>(List.of(HEADER));
    all.addAll(lines);
    Files.write(out.resolve(name + ".csv"), all);
    System.out.println(String.join("\n", all));
  }
}
