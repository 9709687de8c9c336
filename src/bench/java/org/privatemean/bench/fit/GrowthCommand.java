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

/** Times fits against n, d, the number of partitions and the number of levels. */
@Command(
    name = "growth",
    description = {
      "Times fits against the number of rows, coordinates, partitions and levels, and fits"
          + " exponents: writes a CSV file for each and prints a table."
    })
public final class GrowthCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the files; made if there is none.")
  private Path out;

  @Option(names = "--quick", description = "Three small settings of each: a minute or two.")
  private boolean quick;

  @Option(
      names = "--axes",
      split = ",",
      paramLabel = "AXIS",
      description = "Which: rows, dimension, partitions, levels, generated, shape. Default: all.")
  private List<String> axes = List.of();

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

  @Spec private CommandSpec spec;

  /** For picocli. */
  public GrowthCommand() {}

  /**
   * Times the fits; the files of each axis are written as soon as it is done.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    if (reps < 1 || warmup < 1) {
      throw new ParameterException(
          spec.commandLine(),
          String.format(
              "--reps and --warmup must be at least 1. Provided values: %d, %d", reps, warmup));
    }
    List<Axis> chosen = chosen(Axis.all(quick));
    Files.createDirectories(out);
    try (SparkSession spark = LocalSession.start()) {
      warmUp(spark, Axis.all(quick).get(0).points().get(2));
      for (Axis axis : chosen) {
        Growth growth = measured(spark, axis);
        GrowthTables.write(growth, out);
        GrowthTables.table(growth).forEach(System.out::println);
      }
    }
    return 0;
  }

  private List<Axis> chosen(List<Axis> all) {
    List<String> names = all.stream().map(Axis::name).toList();
    if (!names.containsAll(axes)) {
      throw new ParameterException(
          spec.commandLine(),
          String.format("--axes must be of %s. Provided value: %s", names, axes));
    }
    return all.stream().filter(axis -> axes.isEmpty() || axes.contains(axis.name())).toList();
  }

  /** Lets the compiler see a setting, so that the first to be measured is not the coldest. */
  private void warmUp(SparkSession spark, Axis.Point point) {
    try (Frame frame = Frame.of(spark, point.setting())) {
      List<Timing> unused = new Rounds(frame, point.contenders()).run(warmup, 0, reps);
    }
  }

  private Growth measured(SparkSession spark, Axis axis) {
    List<List<Timing>> timings = new ArrayList<>();
    for (Axis.Point point : axis.points()) {
      System.err.printf("%s: %.0f%n", axis.name(), point.x());
      try (Frame frame = Frame.of(spark, point.setting())) {
        timings.add(new Rounds(frame, point.contenders()).run(warmup, 0, reps));
      }
    }
    return new Growth(axis, timings);
  }
}
