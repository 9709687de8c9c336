package org.privatemean.app;

import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.JdbcStore;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.report.JsonText;
import org.privatemean.spark.ledger.LedgerStores;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Commands on a budget that outlives the jobs that spend it. Needs one of its subcommands.
 *
 * <p>No Spark session is started. A {@code file:} ledger needs nothing of Spark. Neither does a
 * {@code jdbc:} ledger if its driver is on the class path and the environment names the user.
 * Otherwise spark-submit provides Hadoop's settings and the jars. The help lists the subcommands in
 * the order of their methods' names.
 */
@Command(
    name = "ledger",
    description =
        "Creates, shows and verifies a ledger: one privacy budget for all fits on the "
            + "same people, which fits use with their option --ledger.",
    footer = {
      "",
      "Of a database the user and password come from the environment variables",
      "PRIVATE_MEAN_LEDGER_USER and PRIVATE_MEAN_LEDGER_PASSWORD or else from Spark's settings",
      "spark.privatemean.ledger.user and spark.privatemean.ledger.password, never from an option:",
      "others can see the options of a process.",
      "",
      "Example:",
      "  private-mean ledger init --ledger file:/srv/ledger --rho 1 --neighbours addRemove \\",
      "      --unit row --population 'Visits to the clinics, 2026'"
    })
final class LedgerCommand {
  private static final Map<String, String> NAMES =
      Map.of(
          "ledgerKeyFile", "--ledger-key",
          "ledgerAtLeast", "--contains",
          "ledgerScope", "--scope",
          "releaseName", "--name");

  private static final double MIN_RHO = 0x1p-60;

  @Spec private CommandSpec spec;

  private boolean isLeftToSpark;

  static final class StoreOptions {
    @Option(
        names = "--ledger",
        required = true,
        paramLabel = "URI",
        description =
            "URI of the ledger: file:/dir, hdfs://host/dir, s3a://bucket/dir or "
                + "jdbc:...#NAME, without user and password.")
    private String ledger;

    @Option(
        names = "--ledger-key",
        paramLabel = "FILE",
        description =
            "File with the secret key of the ledger, at least 32 bytes: without it, no "
                + "accepted entry can be written. It must always be the same.")
    private String keyFile;

    /** True if settings or jars of spark-submit are needed. */
    boolean needsSubmit() {
      boolean isDatabase = ledger.regionMatches(true, 0, "jdbc:", 0, "jdbc:".length());
      return LedgerStores.needsHadoop(ledger)
          || (isDatabase
              && (System.getenv(LedgerStores.USER_VARIABLE) == null
                  || !JdbcStore.hasDriver(ledger)));
    }
  }

  /** Leaves commands to spark-submit that need it; these then only check options. */
  void leaveToSpark() {
    isLeftToSpark = true;
  }

  @Command(
      name = "init",
      sortOptions = false,
      description =
          "Creates a ledger with a budget and a protected unit, which never change: for a "
              + "larger budget, create a new ledger. Exits with 2 if the ledger exists. Prints "
              + "its guarantee.")
  int create(
      @Mixin StoreOptions at,
      @Option(
              names = "--rho",
              required = true,
              paramLabel = "NUMBER",
              description = "Budget of all fits together, in rho of zCDP, > 0.")
          double rho,
      @Option(
              names = "--delta",
              defaultValue = "0",
              paramLabel = "NUMBER",
              description =
                  "Delta that all fits may spend together, >= 0 and < 1: shuffle fits and private "
                      + "key selection need some (default: ${DEFAULT-VALUE}).")
          double delta,
      @Option(
              names = "--neighbours",
              required = true,
              paramLabel = "NAME",
              description =
                  "replace: the protected unit may be replaced by another, and numbers of rows are"
                      + " public; or addRemove: it may be present or absent. All fits must use the"
                      + " same. No default: with replace, a fit must not get filtered rows.")
          String neighbours,
      @Option(
              names = "--unit",
              required = true,
              paramLabel = "NAME",
              description = "Protected unit: row, or person:COLUMN, a person with all rows.")
          String unit,
      @Option(
              names = "--population",
              required = true,
              paramLabel = "TEXT",
              description =
                  "Description of the population, on one line. No personal data: it is displayed.")
          String population,
      @Option(
              names = "--parts",
              defaultValue = "",
              paramLabel = "PARTS",
              description =
                  "Parts that fits may name as their --scope: COLUMN=VALUE1,VALUE2 or "
                      + "hash(COLUMN):NUMBER.")
          String parts,
      @Option(
              names = "--parts-public",
              description =
                  "Declares that the part of each row is public, and that a replaced row stays in "
                      + "its part. Required for --parts with --neighbours replace.")
          boolean partsPublic,
      @Option(
              names = "--allow-error",
              description =
                  "Allows fits with --handle-invalid error and --id-col, which fail if a row is"
                      + " invalid or an id is missing or duplicate. Each time this reveals an exact"
                      + " bit of the rows that the budget does not pay for. Without it such fits"
                      + " are refused, and invalid rows count as zero, or are skipped with"
                      + " --neighbours addRemove.")
          boolean allowsError) {
    LedgerTerms terms =
        inTerms(
            () -> {
              Checks.param(
                  "rho",
                  rho >= MIN_RHO && rho < Double.POSITIVE_INFINITY,
                  "at least 2^-60, the unit of ledgers, and finite",
                  rho);
              checkDelta(delta);
              Optional<Parts> cut = Parts.parse(parts);
              if (partsPublic && cut.isEmpty()) {
                throw ParamException.of(
                    "partsPublic",
                    "{partsPublic} is of {parts}, which are not given: leave it out");
              }
              Optional<String> personCol = LedgerTerms.personOf(unit);
              boolean isKnown = neighbours.matches("replace|addRemove");
              Checks.param("neighbours", isKnown, "replace or addRemove", neighbours);
              return new LedgerTerms(
                  Price.budget(rho, delta),
                  personCol,
                  Neighbours.of(neighbours),
                  cut,
                  partsPublic,
                  allowsError,
                  population);
            });
    return run(
        at,
        (store, seal) -> {
          DurableLedger made = DurableLedger.init(store, seal, terms);
          out().print(LedgerText.formatCreated(store.name(), made.view()));
        });
  }

  private static void checkDelta(double delta) {
    Checks.param("delta", delta >= 0 && delta < 1, "at least 0 and below 1", delta);
  }

  /** Prints a ledger's guarantee, its spent budget and its charges. All of it is public. */
  @Command(
      name = "show",
      sortOptions = false,
      description = "Prints the budget, the spent and the remaining part, and each charge.")
  int display(
      @Mixin StoreOptions at,
      @Option(names = "--json", description = "Prints JSON.") boolean json) {
    return run(
        at,
        (store, seal) -> {
          LedgerView view = DurableLedger.open(store, seal).view();
          out()
              .print(
                  json
                      ? JsonText.format(LedgerText.json(view)) + System.lineSeparator()
                      : LedgerText.format(store.name(), view));
        });
  }

  @Command(
      name = "verify",
      sortOptions = false,
      description =
          "Checks the whole log, and each result against its charge. Exits with 0, or with "
              + "4 and one line that names the first problem.")
  int examine(
      @Mixin StoreOptions at,
      @Option(
              names = "--contains",
              paramLabel = "N:HASH",
              description =
                  "Entry that the ledger must contain, as ledgerEntry in a fit's report: a ledger "
                      + "restored from an old backup has lost it.")
          String contains,
      @Option(
              names = "--clean",
              description =
                  "Removes temporary files of jobs that died. Use it only while no job runs.")
          boolean clean) {
    return run(
        at,
        (store, seal) -> {
          DurableLedger ledger = DurableLedger.open(store, seal);
          if (contains != null) {
            ledger.checkContains(contains);
          }
          ledger.checkResults();
          out().println("verified " + store.name() + " up to entry " + ledger.view().head());
          if (clean) {
            out().println("removed " + ledger.clean() + " leftover files");
          }
        });
  }

  @Command(
      name = "charge",
      sortOptions = false,
      description =
          "Records the cost of a release on the same people that was made elsewhere, for "
              + "example by another tool. Exits with 0, or with 3 if it is refused. A charge "
              + "cannot be undone.")
  int record(
      @Mixin StoreOptions at,
      @Option(
              names = "--name",
              required = true,
              paramLabel = "NAME",
              description = "Name of the release, 1 to 200 of A-Za-z0-9 ._/@:+-, not used before.")
          String name,
      @Option(
              names = "--rho",
              required = true,
              paramLabel = "NUMBER",
              description = "Cost in rho of zCDP, >= 0.")
          double rho,
      @Option(
              names = "--delta",
              defaultValue = "0",
              paramLabel = "NUMBER",
              description = "Cost in delta, >= 0 and < 1 (default: ${DEFAULT-VALUE}).")
          double delta,
      @Option(
              names = "--scope",
              defaultValue = LedgerTerms.WHOLE,
              paramLabel = "SCOPE",
              description = "Part of the rows that it used (default: ${DEFAULT-VALUE}, all).")
          String scope) {
    inTerms(
        () -> {
          Checks.param(
              "rho", rho >= 0 && rho < Double.POSITIVE_INFINITY, "at least 0 and finite", rho);
          checkDelta(delta);
          return null;
        });
    return run(
        at,
        (store, seal) -> {
          DurableLedger ledger = DurableLedger.open(store, seal);
          ChargeReceipt charged =
              ledger.chargeOutside(
                  name, scope, Price.toPay(rho, delta), "private-mean ledger charge");
          out().println("booked " + name + " as entry " + charged.entry());
          out().println("remaining " + LedgerText.remaining(ledger.view().remaining()));
        });
  }

  @Command(
      name = "note",
      sortOptions = false,
      description = "Adds a text to the log, for example who signed. It costs nothing.")
  int writeNote(
      @Mixin StoreOptions at,
      @Option(
              names = "--text",
              required = true,
              paramLabel = "TEXT",
              description = "One line. No personal data: it is displayed, and never removed.")
          String text) {
    return run(
        at,
        (store, seal) -> {
          DurableLedger ledger = DurableLedger.open(store, seal);
          ledger.note(text);
          out().println("noted as entry " + ledger.view().head());
        });
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Runs a command on the store, which it does not close. */
  private int run(StoreOptions at, BiConsumer<LedgerStore, EntryAuthenticator> command) {
    return inTerms(
        () -> {
          LedgerStores.check(at.ledger);
          if (isLeftToSpark && at.needsSubmit()) {
            return Failure.ON_SPARK;
          }
          EntryAuthenticator seal = LedgerStores.seal(Optional.ofNullable(at.keyFile));
          try (LedgerStore store =
              LedgerStores.open(
                  at.ledger,
                  Storage::configuration,
                  LedgerStores.credentials(
                      name -> Optional.ofNullable(new SparkConf().get(name, null))))) {
            command.accept(store, seal);
          }
          out().flush();
          return 0;
        });
  }

  /** Runs an action. Its refusals name options in place of params. */
  private static <T> T inTerms(Supplier<T> action) {
    try {
      return action.get();
    } catch (LedgerRefusedException refusal) {
      throw new LedgerRefusedException(Refusal.literal(describe(refusal)), refusal.exists());
    } catch (LedgerUnavailableException failure) {
      throw new LedgerUnavailableException(Refusal.literal(describe(failure)), failure);
    } catch (IllegalArgumentException wrong) {
      throw new WrongInputException(StageOptions.message(LedgerCommand::option, wrong), wrong);
    }
  }

  private static String describe(Refusal refusal) {
    return refusal.inTerms(LedgerCommand::option);
  }

  private static String option(String param) {
    return NAMES.getOrDefault(param, StageOptions.kebab(param));
  }
}
