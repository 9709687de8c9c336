package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.privatemean.bench.report.LineChart;
import org.privatemean.bench.report.Numbers;
import org.privatemean.shuffle.ShuffleMeanPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the shuffle mean against its number of rounds, and with users who stay away. */
@Command(
    name = "rounds",
    description = {
      "Measures error and messages of the shuffle mean in few and many rounds, and its error with"
          + " users who stay away, at (epsilon, delta) = (1, 1e-9): some ten minutes."
    })
public final class RoundsCommand implements Callable<Integer> {
  private static final int[] ROUNDS = {3, 4, 5, 6, 8, 12, 40};
  private static final double[] ABSENT = {0.002, 0.02, 0.04};
  private static final int[] FROM = {1, 3};
  private static final int FEW = 4;
  private static final int MANY = 40;

  /** Rows times coordinates times trials, about. */
  private static final double WORK = 5e7;

  @Option(
      names = "--users",
      split = ",",
      defaultValue = "10000,100000,1000000",
      paramLabel = "N",
      description = "Numbers of users. Default: ${DEFAULT-VALUE}.")
  private List<Integer> users;

  @Option(
      names = "--dims",
      split = ",",
      defaultValue = "8,1,64",
      paramLabel = "D",
      description = "Numbers of coordinates. Default: ${DEFAULT-VALUE}.")
  private List<Integer> dimensions;

  @Option(
      names = "--trials",
      defaultValue = "40",
      paramLabel = "N",
      description = "Most runs of each kind; fewer of large ones, 2 at least. Default: 40.")
  private int trials;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the files; made if there is none.")
  private Path out;

  @Option(names = "--seed", defaultValue = "1", description = "Of rows and noise. Default: 1.")
  private long seed;

  private final List<String> rounds = new ArrayList<>();
  private final List<String> roundsTable = new ArrayList<>();
  private final List<String> absence = new ArrayList<>();
  private final List<String> absenceTable = new ArrayList<>();

  /** For picocli. */
  public RoundsCommand() {}

  /**
   * Measures and writes; what is done is on disk after each number of users and coordinates.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    Files.createDirectories(out);
    begin();
    for (int dimension : dimensions) {
      for (int n : users) {
        int runs = (int) Math.max(2, Math.min(trials, WORK / n / dimension));
        RoundTrials of = new RoundTrials(n, dimension, runs, seed);
        rounds(of);
        absence(of);
        write();
        System.err.printf("n = %d, d = %d: done%n", n, dimension);
      }
    }
    return 0;
  }

  private void begin() {
    rounds.add(
        "n,d,asked,rounds,median_rounds,norm_rounds,messages_per_user,bytes_per_user,rank_noise,"
            + "margin,trials,error,curators_error,ratio,refusal");
    roundsTable.add("# Rounds of the shuffle mean");
    roundsTable.add("");
    roundsTable.add(
        written("of N(mu, I), errors over a curator's; rounds of medians + norm + sum."));
    roundsTable.add("");
    roundsTable.add(
        "| d | n | asked | rounds | messages | bytes | error over the curator's | runs |");
    roundsTable.add("|---:|---:|---|---|---:|---:|---:|---:|");
    absence.add("n,d,asked,rounds,absent,from_round,trials,error,ratio_to_nobody,participants");
    absenceTable.add("# Absent users");
    absenceTable.add("");
    absenceTable.add(
        written("of N(mu, I), error to the mean of those present over that of nobody absent."));
    absenceTable.add("");
    absenceTable.add(
        "| d | n | rounds | runs | 0.2 % from 1 | 2 % | 4 % | 0.2 % from 3 | 2 % | 4 % |");
    absenceTable.add("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
  }

  private static String written(String what) {
    return "Written by `private-mean-bench rounds`; do not edit. (1, 1e-9), honest fraction 0.95,"
        + " coordinate bound 10, rows "
        + what;
  }

  private void write() throws IOException {
    Files.write(out.resolve("shuffle-rounds.csv"), rounds);
    Files.write(out.resolve("shuffle-rounds.md"), roundsTable);
    Files.write(out.resolve("shuffle-absence.csv"), absence);
    Files.write(out.resolve("shuffle-absence.md"), absenceTable);
  }

  private void rounds(RoundTrials of) throws IOException {
    double curator = of.curatorsError();
    double[] axis = new double[ROUNDS.length];
    double[] errors = new double[ROUNDS.length];
    double[] messages = new double[ROUNDS.length];
    for (int k = 0; k <= ROUNDS.length; k++) {
      OptionalInt asked = k == 0 ? OptionalInt.empty() : OptionalInt.of(ROUNDS[k - 1]);
      String name = asked.isPresent() ? Integer.toString(ROUNDS[k - 1]) : "auto";
      try {
        ShuffleMeanPlan plan = of.plan(asked);
        double error = of.error(plan, 0, 0);
        line(of, name, plan, error, curator);
        if (k > 0) {
          axis[k - 1] = plan.roundCount();
          errors[k - 1] = error / curator;
          messages[k - 1] = plan.messagesPerUser();
        }
      } catch (IllegalArgumentException refused) {
        refused(of, name, refused);
        axis[k - 1] = ROUNDS[k - 1];
        errors[k - 1] = Double.NaN;
        messages[k - 1] = Double.NaN;
      }
    }
    if (of.dimension() == 8) {
      plot(of, axis, errors, messages);
    }
  }

  private void plot(RoundTrials of, double[] axis, double[] errors, double[] messages)
      throws IOException {
    String title = String.format("n = %d, d = %d", of.users(), of.dimension());
    LineChart error = new LineChart(title, "rounds", "error over a curator's", false, axis);
    error.addLine("shuffle mean", 0, 2, errors);
    LineChart sent = new LineChart(title, "rounds", "messages a user", false, axis);
    sent.addLine("shuffle mean", 1, 2, messages);
    String name = String.format("shuffle-rounds-%d.png", of.users());
    LineChart.write(List.of(error, sent), out.resolve(name));
  }

  private void line(
      RoundTrials of, String asked, ShuffleMeanPlan plan, double error, double curator) {
    int medians = plan.costs().get(0).rounds();
    int norms = plan.costs().get(1).rounds();
    rounds.add(
        String.format(
            Locale.ROOT,
            "%d,%d,%s,%d,%d,%d,%.1f,%.0f,%.5f,%.0f,%d,%.4g,%.4g,%.3f,",
            of.users(),
            of.dimension(),
            asked,
            plan.roundCount(),
            medians,
            norms,
            plan.messagesPerUser(),
            plan.bytesPerUser(),
            plan.outlook().medianRankNoise(),
            plan.outlook().margin(),
            of.trials(),
            error,
            curator,
            error / curator));
    roundsTable.add(
        String.format(
            Locale.ROOT,
            "| %d | %d | %s | %d + %d + 1 | %s | %s | %.2f | %d |",
            of.dimension(),
            of.users(),
            asked,
            medians,
            norms,
            Numbers.rounded(plan.messagesPerUser(), 3),
            Numbers.rounded(plan.bytesPerUser(), 3),
            error / curator,
            of.trials()));
  }

  private void refused(RoundTrials of, String asked, IllegalArgumentException refused) {
    rounds.add(
        String.format(
            "%d,%d,%s,,,,,,,,,,,,\"%s\"", of.users(), of.dimension(), asked, refused.getMessage()));
    roundsTable.add(
        String.format("| %d | %d | %s | refused | | | | |", of.dimension(), of.users(), asked));
  }

  private void absence(RoundTrials of) {
    for (int asked : new int[] {FEW, MANY}) {
      ShuffleMeanPlan plan;
      try {
        plan = of.plan(OptionalInt.of(asked));
      } catch (IllegalArgumentException refused) {
        absenceTable.add(
            String.format("| %d | %d | %d refused |", of.dimension(), of.users(), asked));
        continue;
      }
      double nobody = of.error(plan, 0, 0);
      StringBuilder row =
          new StringBuilder(
              String.format(
                  "| %d | %d | %d | %d |",
                  of.dimension(), of.users(), plan.roundCount(), of.trials()));
      for (int from : FROM) {
        for (double share : ABSENT) {
          int absent = (int) Math.round(share * of.users());
          double error = of.error(plan, absent, from - 1);
          row.append(String.format(Locale.ROOT, " %.2f |", error / nobody));
          absence.add(
              String.format(
                  Locale.ROOT,
                  "%d,%d,%d,%d,%s,%d,%d,%.4g,%.3f,%d",
                  of.users(),
                  of.dimension(),
                  asked,
                  plan.roundCount(),
                  Numbers.plain(share),
                  from,
                  of.trials(),
                  error,
                  error / nobody,
                  of.users() - absent));
        }
      }
      absenceTable.add(row.toString());
    }
  }
}
