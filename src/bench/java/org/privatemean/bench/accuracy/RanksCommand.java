package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.privatemean.bench.accuracy.RankErrors.Outcome;
import org.privatemean.bench.accuracy.RankErrors.Search;
import org.privatemean.bench.accuracy.RankErrors.Way;
import org.privatemean.bench.report.Numbers;
import org.privatemean.privacy.ApproxDp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures rank errors of medians from shuffled messages and writes them as a table. */
@Command(
    name = "ranks",
    description = {
      "Measures the rank error of medians from shuffled threshold counts against its formula and"
          + " against a curator's at (epsilon, delta) = (1, 1e-9): a minute."
    })
public final class RanksCommand implements Callable<Integer> {
  private static final String ID = "shuffle-ranks";
  private static final int LEVELS = 20;
  private static final ApproxDp BUDGET = new ApproxDp(1, ShuffleContender.DELTA);

  @Option(
      names = "--users",
      split = ",",
      defaultValue = "10000,100000,1000000",
      paramLabel = "N",
      description = "Numbers of users. Default: ${DEFAULT-VALUE}.")
  private List<Integer> users;

  @Option(
      names = "--searches",
      defaultValue = "400",
      paramLabel = "N",
      description = "Searches of each kind; a fortieth of those of all messages, at least 1.")
  private int searches;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the files; made if there is none.")
  private Path out;

  @Option(names = "--seed", defaultValue = "1", description = "Of rows and noise. Default: 1.")
  private long seed;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public RanksCommand() {}

  /**
   * Measures and writes.
   *
   * @return 0
   * @throws IOException if a file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    if (searches < 1 || users.stream().anyMatch(n -> n < 100)) {
      throw new ParameterException(
          spec.commandLine(), "--searches must be at least 1 and --users at least 100");
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (int n : users) {
      outcomes.addAll(measured(new Search(RankSample.Law.UNIFORM, n, 1, LEVELS)));
      outcomes.addAll(measured(new Search(RankSample.Law.NARROW, n, 1, LEVELS)));
    }
    outcomes.addAll(measured(new Search(RankSample.Law.NARROW, users.get(0), 8, LEVELS)));
    Files.createDirectories(out);
    Files.write(out.resolve(ID + ".csv"), csv(outcomes));
    Files.write(out.resolve(ID + ".md"), page(outcomes));
    return 0;
  }

  /** All ways see the same integers. */
  private List<Outcome> measured(Search search) {
    List<Outcome> outcomes = new ArrayList<>();
    long ownSeed = 31 * (31 * seed + search.users()) + search.law().words().hashCode();
    for (Way way : Way.values()) {
      int number = way == Way.ALL_MESSAGES ? Math.max(1, searches / 40) : searches;
      outcomes.add(RankErrors.measure(search, way, number, BUDGET, ownSeed));
    }
    return outcomes;
  }

  private static List<String> csv(List<Outcome> outcomes) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "law,n,d,levels,counts_by,searches,count_deviation_formula,count_rms_error,rank_rms_error,"
            + "rank_largest_error,tau");
    for (Outcome outcome : outcomes) {
      lines.add(
          String.format(
              Locale.ROOT,
              "\"%s\",%d,%d,%d,%s,%d,%.2f,%.2f,%.2f,%.1f,%.1f",
              outcome.search().law().words(),
              outcome.search().users(),
              outcome.search().coordinates(),
              outcome.search().levels(),
              outcome.way().words(),
              outcome.searches(),
              outcome.deviation(),
              outcome.measured(),
              outcome.rms(),
              outcome.largest(),
              outcome.tau()));
    }
    return lines;
  }

  private static List<String> page(List<Outcome> outcomes) {
    List<String> lines = new ArrayList<>();
    lines.add("# Rank errors of medians from shuffled messages");
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Written by `private-mean-bench ranks`; do not edit. PrivQuant of %d levels that spends"
                + " all of (1, 1e-9) on d medians, by threshold counts and by a curator's discrete"
                + " Gaussian counts of the same guarantee. Tau bounds the rank errors of a search"
                + " but for a chance of %s. All figures: [%s.csv](%s.csv).",
            LEVELS,
            Numbers.plain(RankErrors.BETA),
            ID,
            ID));
    lines.add("");
    lines.add(
        "| integers | n | d | counts by | searches | deviation of a count, formula | measured | rms"
            + " rank error | largest | tau |");
    lines.add("|---|---:|---:|---|---:|---:|---:|---:|---:|---:|");
    for (Outcome outcome : outcomes) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %d | %d | %s | %d | %.1f | %.1f | %.1f | %.0f | %.0f |",
              outcome.search().law().words(),
              outcome.search().users(),
              outcome.search().coordinates(),
              outcome.way().words(),
              outcome.searches(),
              outcome.deviation(),
              outcome.measured(),
              outcome.rms(),
              outcome.largest(),
              outcome.tau()));
    }
    return lines;
  }
}
