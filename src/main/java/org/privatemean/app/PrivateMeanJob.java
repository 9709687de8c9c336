package org.privatemean.app;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The job for spark-submit: releases a private mean, forecasts its error, shows a saved one,
 * simulates a deployment, or audits this build.
 *
 * <p><b>Contract.</b> Subcommands {@code audit}, {@code fit}, {@code forecast}, {@code inspect},
 * {@code ledger} and {@code simulate}; {@code --help} describes each. Exits with 0 if it is done;
 * else with one line on standard error: with 1 if the data, the cluster or a claim failed; 2 if the
 * request is wrong, from public things only; 3 if the ledger refused; 4 if the ledger is
 * unreachable or damaged; 130 if interrupted. Reports go to standard output, all else to standard
 * error.
 *
 * <p><b>Privacy guarantee.</b> What {@code fit} prints and writes is the release of {@link
 * org.privatemean.spark.PrivateMean} and nothing else of the data, except for how long its steps
 * took, where progress is shown; the line of a failed job holds no value of any row. {@code
 * forecast} and {@code audit} read no data, {@code inspect} only what was released.
 *
 * @since 0.1.0
 */
@Command(
    name = "private-mean",
    description = "Releases the differentially private mean of a vector column.",
    subcommands = {
      AuditCommand.class,
      FitCommand.class,
      ForecastCommand.class,
      InspectCommand.class,
      LedgerCommand.class,
      PrivateMeanJob.SimulateCommand.class
    },
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = PrivateMeanJob.Version.class,
    footer = {
      "",
      "Arguments may be kept in a file: @FILE stands for the arguments in FILE.",
      "Exit codes: 0 done; 1 the data, the cluster or a claim of an audit failed; 2 the request is",
      "wrong, from public things only; 3 refused by the ledger; 4 the ledger is unreachable or",
      "damaged; 130 interrupted (143 if terminated)."
    })
public final class PrivateMeanJob {
  private static final int USAGE_WIDTH = 100;
  private static final Set<String> REPEATABLE = Set.of("--input", "--option");

  private static final String NO_WEIGHTS =
      ": weights are not supported, since a row's influence would grow with its weight, and the "
          + "noise must cover the largest possible one: give one row for each protected person or "
          + "thing; a row that counts k times is k rows, each protected separately";

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description =
          "If the job fails, prints Spark's stack trace, which may contain values of rows.")
  private boolean verbose;

  @Option(
      names = "--ui",
      scope = ScopeType.INHERIT,
      description = "Starts Spark's web UI, which is off unless the configuration turns it on.")
  private boolean ui;

  private PrivateMeanJob() {}

  /**
   * Runs the subcommand and, unless all went well, ends the process with the exit code.
   *
   * @param args the subcommand and its options
   */
  public static void main(String[] args) {
    // A session that was here before is its owner's to stop, as on a shared cluster.
    boolean shared = Sessions.exists();
    Interruption.watch();
    int code = execute(args);
    if (!shared) {
      Sessions.stop();
    }
    Interruption.end();
    if (code != 0) {
      System.exit(code);
    }
  }

  /**
   * Runs the subcommand within this process. A Spark session that it starts stays open.
   *
   * @param args the subcommand and its options
   * @return the exit code: 0, 1, 2, 3 or 4
   */
  public static int execute(String... args) {
    return execute(utf8(System.out), utf8(System.err), args);
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  static int execute(PrintWriter out, PrintWriter err, String... args) {
    CommandLine commandLine = commandLine().setOut(out).setErr(err);
    try {
      return commandLine.execute(args);
    } catch (Error fatal) {
      err.println(Failure.line("private-mean", fatal));
      return Failure.FAILED;
    }
  }

  /** Runs the subcommand unless it needs Spark; then returns {@link Failure#ON_SPARK}. */
  static int executeWithoutSpark(String... args) {
    CommandLine commandLine = commandLine();
    LedgerCommand ledger = commandLine.getSubcommands().get("ledger").getCommand();
    ledger.leaveToSpark();
    return commandLine
        .setExecutionStrategy(PrivateMeanJob::check)
        .setOut(utf8(System.out))
        .setErr(utf8(System.err))
        .execute(args);
  }

  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new PrivateMeanJob());
    StageOptions.FIT.addTo(commandLine.getSubcommands().get("fit"));
    StageOptions.FORECAST.addTo(commandLine.getSubcommands().get("forecast"));
    Map<String, CommandLine> simulations =
        commandLine.getSubcommands().get("simulate").getSubcommands();
    SimulateLocalCommand.OPTIONS.addTo(simulations.get("local"));
    SimulateShuffleCommand.OPTIONS.addTo(simulations.get("shuffle"));
    SimulateGaussianCommand.OPTIONS.addTo(simulations.get("gaussian"));
    return commandLine
        .setUsageHelpWidth(USAGE_WIDTH)
        .setExecutionStrategy(PrivateMeanJob::run)
        .setParameterExceptionHandler(PrivateMeanJob::refuse)
        .setExecutionExceptionHandler(PrivateMeanJob::report);
  }

  private static int run(ParseResult parsed) {
    checkOnce(parsed);
    ParseResult command = command(parsed);
    PrintWriter err = command.commandSpec().commandLine().getErr();
    StageOptions.formerNames(command)
        .forEach(
            (former, now) ->
                err.printf("note: %s is now %s; the earlier name still works%n", former, now));
    Sessions.showUi(((PrivateMeanJob) parsed.commandSpec().userObject()).ui);
    return new CommandLine.RunLast().execute(parsed);
  }

  private static int check(ParseResult parsed) {
    checkOnce(parsed);
    CommandLine command = command(parsed).commandSpec().commandLine();
    try {
      boolean isHelp = command.isUsageHelpRequested() || command.isVersionHelpRequested();
      if (!isHelp && command.getCommand() instanceof SparkCommand onSpark) {
        onSpark.checkOptions();
        return Failure.ON_SPARK;
      }
      return new CommandLine.RunLast().execute(parsed);
    } catch (WrongInputException wrong) {
      return report(wrong, command, parsed);
    }
  }

  private static ParseResult command(ParseResult parsed) {
    return parsed.hasSubcommand() ? command(parsed.subcommand()) : parsed;
  }

  /** Refuses what is given twice: the last would silently win. */
  private static void checkOnce(ParseResult parsed) {
    ParseResult command = command(parsed);
    for (OptionSpec option : command.commandSpec().options()) {
      if (option.originalStringValues().size() > 1 && !REPEATABLE.contains(option.longestName())) {
        throw new ParameterException(
            command.commandSpec().commandLine(),
            option.longestName() + " is given twice: give it once");
      }
    }
    StageOptions.formerNames(command)
        .forEach(
            (former, now) -> {
              if (command.hasMatchedOption(now)) {
                throw new ParameterException(
                    command.commandSpec().commandLine(),
                    String.format("%s is the earlier name of %s: give only %2$s", former, now));
              }
            });
  }

  private static int refuse(ParameterException refusal, String[] args) {
    CommandLine command = refusal.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String text = refusal.getMessage() + suggestion(refusal);
    command.getErr().println(Failure.line(name, new WrongInputException(text)));
    return Failure.WRONG;
  }

  private static String suggestion(ParameterException refusal) {
    if (!(refusal instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    List<String> arguments = unmatched.getUnmatched();
    if (arguments.stream().anyMatch(PrivateMeanJob::isWeight)) {
      return NO_WEIGHTS;
    }
    // A file of arguments that is not there is taken for an argument.
    for (String argument : arguments) {
      if (argument.startsWith("@")) {
        return ": there is no file " + argument.substring(1) + " to read arguments from";
      }
    }
    return unmatched.getSuggestions().stream()
        .findFirst()
        .map(word -> ": did you mean " + word + "?")
        .orElse("");
  }

  /** True if an option is named as a weight column in Spark ML, or as users would look for it. */
  private static boolean isWeight(String arg) {
    return arg.toLowerCase(Locale.ROOT).matches("--?weights?(-?col(umn)?)?(=.*)?");
  }

  private static int report(Exception failure, CommandLine command, ParseResult parsed) {
    if (Interruption.hasCome()) {
      // Spark's session is being stopped below the job; what fails of that has been shown.
      return Interruption.EXIT_CODE;
    }
    if (failure instanceof CommandLine.ExecutionException
        && failure.getCause() instanceof Error of) {
      // Of a command that is a method. The launcher then tries spark-submit.
      throw of;
    }
    command.getErr().println(Failure.line(command.getCommandSpec().qualifiedName(), failure));
    int code = Failure.exitCode(failure);
    PrivateMeanJob job = command.getCommandSpec().root().commandLine().getCommand();
    if (job.verbose && code != Failure.WRONG) {
      failure.printStackTrace(command.getErr());
    }
    return code;
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = PrivateMeanJob.class.getPackage().getImplementationVersion();
      return new String[] {"private-mean " + (version == null ? "(not from a jar)" : version)};
    }
  }

  /** Simulated deployments of devices. Needs one of its subcommands. */
  @Command(
      name = "simulate",
      description =
          "Simulates a deployment on the rows of an input, one user per row: the messages "
              + "that users send, lost and false messages, and the resulting mean.",
      subcommands = {
        SimulateLocalCommand.class,
        SimulateShuffleCommand.class,
        SimulateGaussianCommand.class
      },
      footer = {
        "",
        "Example: private-mean simulate gaussian --input x.csv --column x --epsilon 1 --sigma 2 \\",
        "      --mean-bound 100 --report r.json"
      })
  static final class SimulateCommand {}
}
