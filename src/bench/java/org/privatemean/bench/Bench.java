package org.privatemean.bench;

import org.privatemean.bench.accuracy.PlanCommand;
import org.privatemean.bench.accuracy.ResultsCommand;
import org.privatemean.bench.columns.ColumnsCommand;
import org.privatemean.bench.coverage.CoverageCommand;
import org.privatemean.bench.fit.FitCommand;
import org.privatemean.bench.fit.GrowthCommand;
import org.privatemean.bench.fit.SmallCommand;
import org.privatemean.bench.groups.GroupsCommand;
import org.privatemean.bench.ledger.LedgerCommand;
import org.privatemean.bench.ledger.LedgerFitCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The benchmarks, one subcommand each. Exits with 0, with 1 if one failed, with 2 on wrong input.
 */
@Command(
    name = "private-mean-bench",
    description = "Measures spark-private-mean.",
    subcommands = {
      FitCommand.class,
      GrowthCommand.class,
      SmallCommand.class,
      Kernels.class,
      ResultsCommand.class,
      PlanCommand.class,
      CoverageCommand.class,
      ColumnsCommand.class,
      GroupsCommand.class,
      LedgerCommand.class,
      LedgerFitCommand.class
    })
public final class Bench {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // Its presence is all that picocli asks.
  private boolean help;

  private Bench() {}

  /**
   * Runs the subcommand named first among the arguments and ends the process with its exit code.
   *
   * @param args the subcommand and its options
   */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  /**
   * Runs the subcommand named first among the arguments.
   *
   * @param args the subcommand and its options
   * @return the exit code
   */
  public static int run(String... args) {
    return new CommandLine(new Bench()).execute(args);
  }
}
