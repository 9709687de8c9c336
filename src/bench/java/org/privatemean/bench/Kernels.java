package org.privatemean.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the JMH benchmarks, each with its own settings unless an option says else. */
@Command(
    name = "kernels",
    description = {
      "Times single operations with JMH: nanoseconds a coordinate, or a draw of noise. All of them"
          + " take some six minutes."
    })
final class Kernels implements Callable<Integer> {
  @Parameters(
      paramLabel = "PATTERN",
      description = "Regular expressions of benchmark names, such as WalshHadamard; default: all.")
  private List<String> patterns = new ArrayList<>();

  @Option(names = "--forks", description = "Processes per benchmark; 0 runs in this one.")
  private Integer forks;

  @Option(names = "--warmup", description = "Warm-up iterations per process.")
  private Integer warmup;

  @Option(names = "--iterations", description = "Measured iterations per process.")
  private Integer iterations;

  @Option(names = "--threads", description = "Threads per benchmark.")
  private Integer threads;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there as JSON.")
  private Path json;

  @Option(names = "--csv", paramLabel = "FILE", description = "Or as CSV.")
  private Path csv;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for kernels.csv: least, median and largest time.")
  private Path out;

  @Spec private CommandSpec spec;

  /**
   * Runs the benchmarks that match.
   *
   * @return 0, or 2 if none matches
   * @throws RunnerException if a benchmark fails
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws RunnerException, IOException {
    if (json != null && csv != null) {
      throw new ParameterException(spec.commandLine(), "--json and --csv: only one can be written");
    }
    try {
      Collection<RunResult> results = new Runner(options().build()).run();
      if (out != null) {
        KernelsCsv.write(results, out);
      }
      return 0;
    } catch (NoBenchmarksException e) {
      System.err.println("No benchmark matches " + patterns + ".");
      return 2;
    }
  }

  private ChainedOptionsBuilder options() {
    ChainedOptionsBuilder options = new OptionsBuilder().shouldFailOnError(true);
    if (patterns.isEmpty()) {
      options.include("org\\.privatemean\\.");
    }
    patterns.forEach(pattern -> options.include("org\\.privatemean\\..*(" + pattern + ")"));
    if (forks != null) {
      options.forks(forks);
    }
    if (warmup != null) {
      options.warmupIterations(warmup);
    }
    if (iterations != null) {
      options.measurementIterations(iterations);
    }
    if (threads != null) {
      options.threads(threads);
    }
    if (json != null) {
      options.resultFormat(ResultFormatType.JSON).result(json.toString());
    }
    if (csv != null) {
      options.resultFormat(ResultFormatType.CSV).result(csv.toString());
    }
    return options;
  }
}
