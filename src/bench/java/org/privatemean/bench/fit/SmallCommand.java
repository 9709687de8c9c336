package org.privatemean.bench.fit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.spark.PrivateMean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares a fit of a small CSV file with an exact mean: as a process, and once Spark is warm. */
@Command(
    name = "small",
    description =
        "Times a private mean of a small CSV file against Spark's exact mean, in turns: the CPU"
            + " time of a whole process, and the wall time of a second fit in one process.")
public final class SmallCommand implements Callable<Integer> {
  private static final Pattern CPU = Pattern.compile("(\\d+)m([\\d.]+)s");

  @Option(names = "--input", required = true, paramLabel = "FILE", description = "CSV, header.")
  private Path input;

  @Option(names = "--features", required = true, paramLabel = "COLUMNS", description = "Numbers.")
  private String features;

  @Option(names = "--reps", defaultValue = "5", description = "Rounds. Default: 5.")
  private int reps;

  @Option(names = "--csv", paramLabel = "FILE", description = "Where the lines go as well.")
  private Path csv;

  /** For picocli. */
  public SmallCommand() {}

  /** Times both cases and prints their medians in milliseconds and the ratio of these. */
  @Override
  public Integer call() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("case,measure,reps,private_mean_ms,exact_mean_ms,ratio_cpu_to_summarizer");
    lines.add(compare("process,cpu", () -> cpu(fit()), () -> cpu(exactMean())));
    try (SparkSession spark = LocalSession.start()) {
      Dataset<Row> rows = ExactMean.read(spark, input.toString(), features.split(",")).cache();
      PrivateMean mean = new PrivateMean().setInputCol(ExactMean.VECTOR).setRho(0.5);
      Callable<Double> first = () -> wall(() -> mean.fit(rows));
      Callable<Double> exact = () -> wall(() -> List.of(ExactMean.compute(rows), rows.count()));
      System.err.printf(Locale.ROOT, "first fit: %.0f ms%n", exact.call() + first.call());
      lines.add(compare("second,wall", first, exact));
    }
    lines.forEach(System.out::println);
    if (csv != null) {
      Files.write(csv, lines);
    }
    return 0;
  }

  private String compare(String name, Callable<Double> ours, Callable<Double> exact)
      throws Exception {
    double[] fits = new double[reps];
    double[] means = new double[reps];
    for (int k = 0; k < reps; k++) {
      fits[k] = ours.call();
      means[k] = exact.call();
    }
    double fit = Timing.Sorted.of(fits).median();
    double mean = Timing.Sorted.of(means).median();
    return String.format(Locale.ROOT, "%s,%d,%.0f,%.0f,%.3f", name, reps, fit, mean, fit / mean);
  }

  private static double wall(Callable<?> action) throws Exception {
    long start = System.nanoTime();
    Object unused = action.call();
    return (System.nanoTime() - start) / 1e6;
  }

  private static String jar() {
    return SmallCommand.class.getProtectionDomain().getCodeSource().getLocation().toString();
  }

  /** Returns a path in the folder of the build, which has this class's jar in its folder bench. */
  private static String dist(String path) {
    return Path.of(URI.create(jar())).getParent().getParent().resolve(path).toString();
  }

  private List<String> fit() {
    return List.of(
        dist("bin/private-mean"), "fit", "--input=" + input, "--features=" + features, "--rho=0.5");
  }

  /** Returns the command of the same launcher, except for the job. */
  private List<String> exactMean() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-Xm"))
        .forEach(command::add);
    command.addAll(List.of("-cp", dist("lib") + "/*:" + dist("spark/jars") + "/*"));
    command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master=local[*]"));
    command.add("--properties-file=" + dist("conf/spark-defaults.conf"));
    command.add("--class=" + ExactMean.class.getName());
    command.addAll(List.of(jar(), input.toString(), features));
    return command;
  }

  /** Returns the milliseconds of CPU of a process and of all that it started, by the shell. */
  private static double cpu(List<String> process) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$0\" \"$@\" >&2 && times"));
    command.addAll(process);
    Process shell =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String times = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (shell.waitFor() != 0) {
      throw new IllegalStateException("this process failed: " + String.join(" ", process));
    }
    // The second line: user and system time of the children.
    Matcher cpu = CPU.matcher(times.lines().skip(1).findFirst().orElseThrow());
    double seconds = 0;
    while (cpu.find()) {
      seconds += 60 * Double.parseDouble(cpu.group(1)) + Double.parseDouble(cpu.group(2));
    }
    return 1e3 * seconds;
  }
}
