package org.privatemean.bench.fit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.DoubleSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.bench.Bench;
import org.privatemean.spark.PrivateMean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares a fit of a small CSV file with an exact mean: as a process, and once Spark is warm. */
@Command(
    name = "small",
    description = {
      "Times a private mean of a small CSV file against Spark's exact mean, in turns: the CPU time"
          + " of a whole process, and the wall time of a second fit in one process."
    })
public final class SmallCommand implements Callable<Integer> {
  private static final Pattern CPU = Pattern.compile("(\\d+)m([\\d.]+)s");
  private static final double MILLIS = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;

  @Option(names = "--input", required = true, paramLabel = "FILE", description = "CSV, header.")
  private Path input;

  @Option(names = "--features", required = true, split = ",", paramLabel = "COLUMN")
  private List<String> features;

  @Option(names = "--rho", defaultValue = "0.5", description = "Default: ${DEFAULT-VALUE}.")
  private double rho;

  @Option(
      names = "--reps",
      defaultValue = "5",
      description = "Rounds of each. Default: ${DEFAULT-VALUE}.")
  private int reps;

  @Option(names = "--csv", paramLabel = "FILE", description = "Where the lines go as well.")
  private Path csv;

  /** For picocli. */
  public SmallCommand() {}

  /** Times both cases and prints their medians in milliseconds and the ratio of these. */
  @Override
  public Integer call() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("case,measure,reps,private_mean_ms,exact_mean_ms,ratio_cpu_to_summarizer");
    lines.add(compare("process", "cpu", () -> cpu(fitProcess()), () -> cpu(exactProcess())));
    try (SparkSession spark = LocalSession.start()) {
      Dataset<Row> rows =
          ExactMean.read(spark, input.toString(), features.toArray(String[]::new)).cache();
      DoubleSupplier fit = () -> wall(() -> fit(rows));
      DoubleSupplier exact =
          () ->
              wall(
                  () -> {
                    ExactMean.compute(rows);
                    rows.count();
                  });
      double warmUp = exact.getAsDouble() + fit.getAsDouble();
      System.err.printf(Locale.ROOT, "warm-up: %.0f ms%n", warmUp);
      lines.add(compare("second", "wall", fit, exact));
    }
    lines.forEach(System.out::println);
    if (csv != null) {
      Files.write(csv, lines);
    }
    return 0;
  }

  private String compare(String name, String measure, DoubleSupplier ours, DoubleSupplier exact) {
    double[] fits = new double[reps];
    double[] means = new double[reps];
    for (int k = 0; k < reps; k++) {
      fits[k] = ours.getAsDouble();
      means[k] = exact.getAsDouble();
    }
    double fit = Timing.Sorted.of(fits).median();
    double mean = Timing.Sorted.of(means).median();
    return String.format(
        Locale.ROOT, "%s,%s,%d,%.0f,%.0f,%.3f", name, measure, reps, fit, mean, fit / mean);
  }

  private void fit(Dataset<Row> rows) {
    new PrivateMean().setInputCol(ExactMean.VECTOR).setRho(rho).fit(rows);
  }

  private static double wall(Runnable action) {
    long start = System.nanoTime();
    action.run();
    return (System.nanoTime() - start) / NANOS_PER_MILLI;
  }

  /** Returns the folder of the build, which has this class's jar in its folder bench. */
  private static Path dist() {
    URI jar =
        URI.create(Bench.class.getProtectionDomain().getCodeSource().getLocation().toString());
    return Path.of(jar).getParent().getParent();
  }

  private List<String> fitProcess() {
    return List.of(
        dist().resolve("bin/private-mean").toString(),
        "fit",
        "--input=" + input,
        "--features=" + String.join(",", features),
        "--rho=" + rho);
  }

  /** Returns the command of the same launcher, but for the job. */
  private List<String> exactProcess() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-Xm"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-cp",
            dist().resolve("lib") + "/*:" + dist().resolve("spark/jars") + "/*",
            "org.apache.spark.deploy.SparkSubmit",
            "--master=local[*]",
            "--properties-file=" + dist().resolve("conf/spark-defaults.conf"),
            "--class=" + ExactMean.class.getName(),
            Bench.class.getProtectionDomain().getCodeSource().getLocation().getPath(),
            input.toString(),
            String.join(",", features)));
    return command;
  }

  /** Returns the milliseconds of CPU of a process and of all that it started, by the shell. */
  private static double cpu(List<String> process) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$0\" \"$@\" >&2 && times"));
    command.addAll(process);
    try {
      Process shell =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String times = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (shell.waitFor() != 0) {
        throw new IllegalStateException("this process failed: " + String.join(" ", process));
      }
      return children(times);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Reads the second line of {@code times}: user and system time of the children. */
  static double children(String times) {
    Matcher cpu = CPU.matcher(times.lines().skip(1).findFirst().orElseThrow());
    double millis = 0;
    while (cpu.find()) {
      millis += MILLIS * (60 * Double.parseDouble(cpu.group(1)) + Double.parseDouble(cpu.group(2)));
    }
    return millis;
  }
}
