package org.privatemean.bench.fit;

import java.io.IOException;
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

/** Times whole fits against Spark's own exact means, in turn in one process. */
@Command(
    name = "fit",
    description = {
      "Times private fits against Summarizer.mean, colStats, StandardScaler and a bare sum on the"
          + " same rows: CPU time of the whole process and wall time, on two cores."
    })
public final class FitCommand implements Callable<Integer> {
  private static final List<String> METHODS =
      List.of("shiftedClipped", Contender.RECENTRED, Contender.UNSCALED, Contender.ALL_ROWS);

  @Option(names = "--rows", paramLabel = "N", description = "Number of rows.")
  private long rows;

  @Option(names = "--dim", paramLabel = "D", description = "Number of coordinates of a row.")
  private int dimension;

  @Option(
      names = "--source",
      defaultValue = "cached",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Source source;

  @Option(
      names = "--data",
      defaultValue = "gaussian",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Data data;

  @Option(
      names = "--reps",
      defaultValue = "5",
      paramLabel = "R",
      description = "Rounds that count, after the warm-up. Default: ${DEFAULT-VALUE}.")
  private int reps;

  @Option(
      names = "--warmup",
      defaultValue = "2",
      paramLabel = "R",
      description = "Rounds before them that do not, at least 1. Default: ${DEFAULT-VALUE}.")
  private int warmup;

  @Option(
      names = "--warmup-seconds",
      defaultValue = "45",
      paramLabel = "S",
      description =
          "What those take at least: more of them are run where rounds are short, since Spark's"
              + " own code takes dozens of jobs to be compiled. Default: ${DEFAULT-VALUE}.")
  private int warmupSeconds;

  @Option(
      names = "--partitions",
      defaultValue = "" + Setting.PARTITIONS,
      paramLabel = "P",
      description = "Partitions that the rows are cached or written in. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--method",
      split = ",",
      paramLabel = "METHOD",
      description =
          "shiftedClipped, recentred, recentredUnscaled (with scaling none) or recentredAllRows (with"
              + " scaling, regions and sampling none). Default: all.")
  private List<String> methods = METHODS;

  @Option(
      names = "--public",
      description = "Also times fits that keep to public calls of Spark, as METHOD-public.")
  private boolean publicToo;

  @Option(names = "--seed", defaultValue = "1", description = "Of the rows. Default: 1.")
  private long seed;

  @Option(names = "--csv", paramLabel = "FILE", description = "Where the timings go.")
  private Path csv;

  @Option(
      names = "--table",
      description =
          "Times the settings of the documentation instead, each in a process of its own; those"
              + " that have a file in --out are left out.")
  private boolean table;

  @Option(names = "--out", paramLabel = "DIR", description = "With --table: folder of the files.")
  private Path out;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public FitCommand() {}

  /**
   * Times the fits and writes what they took.
   *
   * @return 0, or 1 if a setting of the table has failed
   * @throws IOException if a file cannot be written
   * @throws InterruptedException if the process is told to stop
   */
  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    if (table) {
      List<Setting> failed = new FitTable(out, seed, partitions).run(sharedOptions());
      failed.forEach(setting -> System.err.println("There is no result for " + setting.id()));
      return failed.isEmpty() ? 0 : 1;
    }
    Setting setting = new Setting(rows, dimension, source, data, partitions, seed);
    List<Timing> timings = time(setting);
    FitCsv.write(setting, timings, csv);
    FitCsv.lines(setting, timings).forEach(System.out::println);
    for (Timing timing : timings) {
      if (!timing.contender().exact()) {
        System.err.printf(
            "blocks held by %s: %.1f bytes a row%n",
            timing.contender().label(), (double) timing.heldBytes() / rows);
      }
    }
    return 0;
  }

  private List<String> sharedOptions() {
    List<String> options = new ArrayList<>();
    options.add("--reps=" + reps);
    options.add("--warmup=" + warmup);
    options.add("--warmup-seconds=" + warmupSeconds);
    options.add("--method=" + String.join(",", methods));
    if (publicToo) {
      options.add("--public");
    }
    return options;
  }

  private void check() {
    if (table) {
      require(out != null, "--out is missing: where should the files of --table go?");
      for (String option : List.of("--rows", "--dim", "--source", "--data", "--csv")) {
        require(!isGiven(option), "--table has settings of its own: leave out " + option);
      }
    } else {
      require(out == null, "--out goes with --table: for one setting, give --csv");
      require(csv != null, "--csv is missing: where should the timings go?");
      require(rows >= 1, "--rows must be at least 1. Provided value: " + rows);
      require(dimension >= 1, "--dim must be at least 1. Provided value: " + dimension);
    }
    require(reps >= 1, "--reps must be at least 1. Provided value: " + reps);
    require(warmup >= 1, "--warmup must be at least 1. Provided value: " + warmup);
    require(
        warmupSeconds >= 0,
        "--warmup-seconds must be at least 0. Provided value: " + warmupSeconds);
    require(partitions >= 1, "--partitions must be at least 1. Provided value: " + partitions);
    for (String method : methods) {
      require(
          METHODS.contains(method),
          "--method must be one of " + String.join(", ", METHODS) + ". Provided value: " + method);
    }
  }

  private boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  private List<Timing> time(Setting setting) throws IOException {
    try (SparkSession spark = LocalSession.start();
        Frame frame = Frame.of(spark, setting)) {
      List<Timing> timings =
          new Rounds(frame, contenders(setting)).run(warmup, warmupSeconds, reps);
      if (!frame.isInMemory()) {
        System.err.println("The cached rows did not stay in memory: set a larger BENCH_HEAP.");
      }
      return timings;
    }
  }

  private List<Contender> contenders(Setting setting) {
    List<Contender> contenders = new ArrayList<>(Contender.exactOnes(setting.dimension()));
    methods.forEach(method -> contenders.add(Contender.privateMean(method, setting)));
    if (publicToo) {
      methods.forEach(
          method -> contenders.add(Contender.privateMeanByPublicCalls(method, setting)));
    }
    return contenders;
  }
}
