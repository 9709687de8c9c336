package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.privatemean.bench.report.Numbers;

/** One tidy file a figure: a line for each contender in each setting. */
final class CsvFile {
  private static final String HEADER =
      "figure,panel,x,n,d,mu,sigma,R,rho,contender,trials,total_l2_error,total_se,"
          + "private_l2_error,private_se,above_2x_median,above_5x_median,max_over_median";

  private CsvFile() {}

  static void write(Figure figure, List<Result> results, Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    String header = figure.hasGaps() ? HEADER.replace(",rho,", ",epsilon,") + ",refusal" : HEADER;
    lines.add(figure.isShuffled() ? header + ",messages_per_user,bytes_per_user" : header);
    for (Result result : results) {
      String refusal = figure.hasGaps() ? "," + quoted(result.refusal().orElse("")) : "";
      lines.add(line(result) + refusal + (figure.isShuffled() ? sent(result) : ""));
    }
    Files.write(folder.resolve(figure.id() + ".csv"), lines);
  }

  private static String line(Result result) {
    Setting setting = result.setting();
    Law law = setting.law();
    return Stream.of(
            result.figure().id(),
            setting.panel(),
            setting.x(),
            Integer.toString(law.rows()),
            Integer.toString(law.dimension()),
            law.mean(),
            law.covariance(),
            Numbers.rounded(setting.radius(), 6),
            Numbers.plain(setting.rho()),
            result.contender().name(),
            Integer.toString(result.total().trials()),
            rounded(result.total().mean(), 4),
            rounded(result.total().standardError(), 2),
            rounded(result.own().mean(), 4),
            rounded(result.own().standardError(), 2),
            rounded(result.failures().aboveTwice(), 3),
            rounded(result.failures().aboveFiveTimes(), 3),
            rounded(result.failures().largestOverMedian(), 3))
        .map(CsvFile::quoted)
        .collect(Collectors.joining(","));
  }

  private static String sent(Result result) {
    return ShuffleTable.sent(result)
        .map(
            sent ->
                String.format(
                    ",%s,%s",
                    Numbers.rounded(sent.messages(), 4), Numbers.rounded(sent.bytes(), 4)))
        .orElse(",,");
  }

  /** Empty where there is no number. */
  private static String rounded(double value, int digits) {
    return Double.isNaN(value) ? "" : Numbers.rounded(value, digits);
  }

  private static String quoted(String field) {
    return field.contains(",") ? '"' + field + '"' : field;
  }
}
