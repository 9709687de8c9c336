package org.privatemean.app;

import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.Parts;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.report.JsonText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Commands on a budget that outlives the jobs that spend it. Needs one of its subcommands. */
@Command(
    name = "ledger",
    description = {
      "Creates, shows and verifies a ledger: one privacy budget for all fits on the "
          + "same people, which fits use with their option --ledger."
    },
    subcommands = {
      LedgerCommand.InitCommand.class,
      LedgerCommand.ShowCommand.class,
      LedgerCommand.VerifyCommand.class,
      LedgerCommand.ChargeCommand.class,
      LedgerCommand.NoteCommand.class
    },
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
  /** Creates a ledger and prints its guarantee. */
  @Command(
      name = "init",
      sortOptions = false,
      description = {
        "Creates a ledger with a budget and a protected unit, which never change: for a "
            + "larger budget, create a new ledger. Exits with 2 if the ledger exists. Prints "
            + "its guarantee."
      })
  static final class InitCommand extends LedgerAction {
    private static final double MIN_RHO = 0x1p-60;

    @Option(
        names = "--rho",
        required = true,
        paramLabel = "NUMBER",
        description = "Budget of all fits together, in rho of zCDP, > 0.")
    private double rho;

    @Option(
        names = "--delta",
        defaultValue = "0",
        paramLabel = "NUMBER",
        description = {
          "Delta that all fits may spend together, >= 0 and < 1: shuffle fits and private "
              + "key selection need some (default: ${DEFAULT-VALUE})."
        })
    private double delta;

    @Option(
        names = "--neighbours",
        required = true,
        paramLabel = "NAME",
        description = {
          "replace: the protected unit may be replaced by another, and numbers of rows are "
              + "public; or addRemove: it may be present or absent. All fits must use the same. "
              + "No default: with replace, a fit must not get filtered rows."
        })
    private String neighbours;

    @Option(
        names = "--unit",
        required = true,
        paramLabel = "NAME",
        description = "Protected unit: row, or person:COLUMN, a person with all rows.")
    private String unit;

    @Option(
        names = "--population",
        required = true,
        paramLabel = "TEXT",
        description =
            "Description of the population, on one line. No personal data: it is displayed.")
    private String population;

    @Option(
        names = "--parts",
        defaultValue = "",
        paramLabel = "PARTS",
        description = {
          "Parts that fits may name as their --scope: COLUMN=VALUE1,VALUE2 or "
              + "hash(COLUMN):NUMBER."
        })
    private String parts;

    @Option(
        names = "--parts-public",
        description = {
          "Declares that the part of each row is public, and that a replaced row stays in "
              + "its part. Required for --parts with --neighbours replace."
        })
    private boolean partsPublic;

    @Option(
        names = "--allow-error",
        description = {
          "Allows fits with --handle-invalid error and --id-col, which fail if a row is "
              + "invalid or an id is missing or duplicate. Each time this reveals an exact bit "
              + "of the rows that the budget does not pay for. Without it such fits are refused, "
              + "and invalid rows count as zero, or are skipped with --neighbours addRemove."
        })
    private boolean allowsError;

    @Override
    void checkOptions() {
      terms();
    }

    private LedgerTerms terms() {
      if (!(rho >= MIN_RHO && rho < Double.POSITIVE_INFINITY)) {
        throw ParamException.outOfRange(
            "rho", "at least 2^-60, the unit of ledgers, and finite", rho);
      }
      if (!(delta >= 0 && delta < 1)) {
        throw ParamException.outOfRange("delta", "at least 0 and below 1", delta);
      }
      Parts cut = Parts.parse(parts);
      if (partsPublic && cut instanceof Parts.Undivided) {
        throw ParamException.of(
            "partsPublic", "{partsPublic} is of {parts}, which are not given: leave it out");
      }
      return new LedgerTerms(
          Price.budget(rho, delta),
          LedgerTerms.personOf(unit),
          relation(),
          cut,
          partsPublic,
          allowsError,
          population);
    }

    private Neighbours relation() {
      for (Neighbours one : Neighbours.values()) {
        if (one.label().equals(neighbours)) {
          return one;
        }
      }
      throw ParamException.outOfRange("neighbours", "replace or addRemove", neighbours);
    }

    /** Creates the ledger. The caller closes the store; the ledger holds no other resources. */
    @Override
    void run(LedgerStore store, EntryAuthenticator seal) {
      DurableLedger made = DurableLedger.init(store, seal, terms());
      writer().print(LedgerText.formatCreated(store.name(), made.view()));
    }
  }

  /** Prints a ledger's guarantee, its spent budget and its charges. All of it is public. */
  @Command(
      name = "show",
      sortOptions = false,
      description = "Prints the budget, the spent and the remaining part, and each charge.")
  static final class ShowCommand extends LedgerAction {
    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Override
    void run(LedgerStore store, EntryAuthenticator seal) {
      LedgerView view = DurableLedger.open(store, seal).view();
      writer()
          .print(
              json
                  ? JsonText.format(LedgerJson.toMap(view)) + System.lineSeparator()
                  : LedgerText.format(store.name(), view));
    }
  }

  /** Verifies a ledger: every entry, every result, and optionally that a given entry exists. */
  @Command(
      name = "verify",
      sortOptions = false,
      description = {
        "Checks the whole log, and each result against its charge. Exits with 0, or with "
            + "4 and one line that names the first problem."
      })
  static final class VerifyCommand extends LedgerAction {
    @Option(
        names = "--contains",
        paramLabel = "N:HASH",
        description = {
          "Entry that the ledger must contain, as ledgerEntry in a fit's report: a ledger "
              + "restored from an old backup has lost it."
        })
    private String contains;

    @Option(
        names = "--clean",
        description = "Removes temporary files of jobs that died. Use it only while no job runs.")
    private boolean clean;

    @Override
    void run(LedgerStore store, EntryAuthenticator seal) {
      DurableLedger ledger = DurableLedger.open(store, seal);
      if (contains != null) {
        ledger.checkContains(contains);
      }
      ledger.checkResults();
      writer().println("verified " + store.name() + " up to entry " + ledger.view().head());
      if (clean) {
        writer().println("removed " + ledger.clean() + " leftover files");
      }
    }
  }

  /** Books a release that was made by another tool. */
  @Command(
      name = "charge",
      sortOptions = false,
      description = {
        "Records the cost of a release on the same people that was made elsewhere, for "
            + "example by another tool. Exits with 0, or with 3 if it is refused. A charge "
            + "cannot be undone."
      })
  static final class ChargeCommand extends LedgerAction {
    @Option(
        names = "--name",
        required = true,
        paramLabel = "NAME",
        description = "Name of the release, 1 to 200 of A-Za-z0-9 ._/@:+-, not used before.")
    private String name;

    @Option(
        names = "--rho",
        required = true,
        paramLabel = "NUMBER",
        description = "Cost in rho of zCDP, >= 0.")
    private double rho;

    @Option(
        names = "--delta",
        defaultValue = "0",
        paramLabel = "NUMBER",
        description = "Cost in delta, >= 0 and < 1 (default: ${DEFAULT-VALUE}).")
    private double delta;

    @Option(
        names = "--scope",
        defaultValue = LedgerTerms.WHOLE,
        paramLabel = "SCOPE",
        description = "Part of the rows that it used (default: ${DEFAULT-VALUE}, all).")
    private String scope;

    @Override
    void checkOptions() {
      if (!(rho >= 0 && rho < Double.POSITIVE_INFINITY)) {
        throw ParamException.outOfRange("rho", "at least 0 and finite", rho);
      }
      if (!(delta >= 0 && delta < 1)) {
        throw ParamException.outOfRange("delta", "at least 0 and below 1", delta);
      }
    }

    @Override
    void run(LedgerStore store, EntryAuthenticator seal) {
      DurableLedger ledger = DurableLedger.open(store, seal);
      ChargeReceipt booked =
          ledger.chargeOutside(name, scope, Price.toPay(rho, delta), "private-mean ledger charge");
      writer().println("booked " + name + " as entry " + booked.entry());
      writer().println("remaining " + LedgerText.remaining(ledger.view().remaining()));
    }
  }

  /** Adds a text to the log. */
  @Command(
      name = "note",
      sortOptions = false,
      description = "Adds a text to the log, for example who signed. It costs nothing.")
  static final class NoteCommand extends LedgerAction {
    @Option(
        names = "--text",
        required = true,
        paramLabel = "TEXT",
        description = "One line. No personal data: it is displayed, and never removed.")
    private String text;

    @Override
    void run(LedgerStore store, EntryAuthenticator seal) {
      DurableLedger ledger = DurableLedger.open(store, seal);
      ledger.note(text);
      writer().println("noted as entry " + ledger.view().head());
    }
  }
}
