package org.privatemean.bench.nightly;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Release;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A week of nightly fits of a table: error and questions from scratch, and from the last night. */
@Command(
    name = "week",
    description =
        "Splits a table into seven days by row number and fits each from scratch and from the"
            + " release of the day before.")
public final class WeekCommand implements Callable<Integer> {
  private static final int DAYS = 7;

  @Spec private CommandSpec spec;

  @Option(names = "--input", description = "A csv with a header (default: ${DEFAULT-VALUE}).")
  private Path input = Path.of("data-samples/diamonds.csv");

  @Option(names = "--features", split = ",", description = "Columns (default: ${DEFAULT-VALUE}).")
  private List<String> features = List.of("carat", "depth", "table", "price", "x", "y", "z");

  @Option(names = "--rho", description = "Budget of a night (default: ${DEFAULT-VALUE}).")
  private double rho = 0.1;

  @Option(names = "--runs", description = "Weeks of each kind (default: ${DEFAULT-VALUE}).")
  private int runs = 40;

  /** What was measured of a day. */
  private static final class Line {
    private final List<Double> errors = new ArrayList<>();
    private double questions;
    private int used;

    void add(Release release, int asked, double error) {
      errors.add(error);
      questions += asked;
      used += release.startUsed().orElse(false) ? 1 : 0;
    }

    double median() {
      double[] sorted = errors.stream().mapToDouble(x -> x).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }

  @Override
  public Integer call() throws IOException {
    double[][] rows = rows();
    PrintWriter out = spec.commandLine().getOut();
    for (boolean inTurn : new boolean[] {true, false}) {
      out.printf(
          Locale.ROOT,
          "%n%s, rho %s a night, %d weeks; errors are medians of the root mean square over columns,"
              + " each in its own deviation%n%n",
          inTurn ? "row i on day i mod 7" : "a seventh of the file each day",
          rho,
          runs);
      out.println("| day | rows | error, scratch | error, start | passes | from start | used |");
      out.println("|---:|---:|---:|---:|---:|---:|---:|");
      week(rows, inTurn, out);
      out.flush();
    }
    return 0;
  }

  private void week(double[][] rows, boolean inTurn, PrintWriter out) {
    Release[] before = new Release[runs];
    for (int day = 0; day < DAYS; day++) {
      double[][] today = day(rows, day, inTurn);
      Line scratch = new Line();
      Line started = new Line();
      for (int run = 0; run < runs; run++) {
        RecentredSpec plain = RecentredSpec.of(rho);
        long seed = 1_000_000L * run + 10L * day + (inTurn ? 0 : 5);
        Release first = fit(plain, today, seed, scratch);
        before[run] =
            day == 0
                ? first
                : fit(plain.startingFrom(before[run].start()), today, seed + 1, started);
      }
      boolean isFirst = day == 0;
      out.printf(
          Locale.ROOT,
          "| %d | %d | %.5f | %s | %.1f | %s | %s |%n",
          day + 1,
          today.length,
          scratch.median(),
          isFirst ? "" : String.format(Locale.ROOT, "%.5f", started.median()),
          scratch.questions / runs,
          isFirst ? "" : String.format(Locale.ROOT, "%.1f", started.questions / runs),
          isFirst ? "" : started.used + " of " + runs);
    }
  }

  private static Release fit(RecentredSpec request, double[][] rows, long seed, Line line) {
    Asked trust =
        new Asked(
            CentralTrust.of(new PrivacyLedger(new Zcdp(request.rho())), NoiseKey.fromSeed(seed)));
    Release release =
        Mechanisms.release(
            request, InMemoryRows.of(rows, rows[0].length, InvalidRows.ERROR), trust);
    line.add(release, trust.questions(), error(release, rows));
    return release;
  }

  /** Root mean square over the columns, each in its own deviation. */
  private static double error(Release release, double[][] rows) {
    double[] released = release.mean();
    double square = 0;
    for (int j = 0; j < released.length; j++) {
      int column = j;
      double mean = Arrays.stream(rows).mapToDouble(row -> row[column]).average().orElseThrow();
      double variance =
          Arrays.stream(rows)
              .mapToDouble(row -> (row[column] - mean) * (row[column] - mean))
              .average()
              .orElseThrow();
      square += (released[j] - mean) * (released[j] - mean) / variance;
    }
    return Math.sqrt(square / released.length);
  }

  private static double[][] day(double[][] rows, int day, boolean inTurn) {
    return IntStream.range(0, rows.length)
        .filter(i -> (inTurn ? i % DAYS : (int) ((long) i * DAYS / rows.length)) == day)
        .mapToObj(i -> rows[i])
        .toArray(double[][]::new);
  }

  private double[][] rows() throws IOException {
    List<String> lines = Files.readAllLines(input);
    List<String> header = List.of(lines.get(0).split(","));
    int[] places = features.stream().mapToInt(header::indexOf).toArray();
    return lines.stream()
        .skip(1)
        .map(line -> line.split(","))
        .map(
            fields ->
                Arrays.stream(places).mapToDouble(k -> Double.parseDouble(fields[k])).toArray())
        .toArray(double[][]::new);
  }
}
