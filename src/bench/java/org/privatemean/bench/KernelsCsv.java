package org.privatemean.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;
import org.privatemean.bench.report.Numbers;

/** Times of single operations as a file. */
final class KernelsCsv {
  private static final String ROOT = "org.privatemean.";

  private KernelsCsv() {}

  static void write(Collection<RunResult> results, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("kernels.csv"), csv(results));
  }

  private static List<String> csv(Collection<RunResult> results) {
    List<String> lines = new ArrayList<>();
    lines.add("benchmark,operation,parameter,unit,iterations,min,median,max");
    for (RunResult result : results) {
      Statistics times = result.getPrimaryResult().getStatistics();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,%s,%d,%s,%s,%s",
              benchmark(result),
              operation(result),
              parameter(result.getParams()),
              result.getPrimaryResult().getScoreUnit(),
              times.getN(),
              rounded(times.getMin()),
              rounded(times.getPercentile(50)),
              rounded(times.getMax())));
    }
    return lines;
  }

  /** Such as {@code mean.LatticeBlockBenchmark}. */
  private static String benchmark(RunResult result) {
    String name = result.getParams().getBenchmark();
    return name.substring(ROOT.length(), name.lastIndexOf('.'));
  }

  private static String operation(RunResult result) {
    String name = result.getParams().getBenchmark();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String parameter(BenchmarkParams params) {
    return params.getParamsKeys().stream()
        .map(key -> key + " = " + params.getParam(key))
        .collect(Collectors.joining("; "));
  }

  private static String rounded(double value) {
    return Numbers.rounded(value, 3);
  }
}
