package org.privatemean.app;

import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.Parts;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.refusal.ParamException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Creates a ledger and prints its guarantee. */
@Command(
    name = "init",
    sortOptions = false,
    description = {
      "Makes a ledger with its budget and what it protects, which never change: a larger budget is a"
          + " new ledger. Exits with 2 where there is one. Prints what it promises."
    })
final class InitCommand extends LedgerAction {
  private static final double MIN_RHO = 0x1p-60;

  @Option(
      names = "--rho",
      required = true,
      paramLabel = "NUMBER",
      description = "The budget of all fits together, rho of zCDP, > 0.")
  private double rho;

  @Option(
      names = "--delta",
      defaultValue = "0",
      paramLabel = "NUMBER",
      description = {
        "The delta that fits may spend together, >= 0 and < 1: shuffled and privately keyed fits"
            + " need some (default: ${DEFAULT-VALUE})."
      })
  private double delta;

  @Option(
      names = "--neighbours",
      required = true,
      paramLabel = "NAME",
      description = {
        "replace: what is protected may be replaced by another, and numbers of rows are public; or"
            + " addRemove: it may be there or not. All fits must have the same. No default: with"
            + " replace a fit may not be given filtered rows."
      })
  private String neighbours;

  @Option(
      names = "--unit",
      required = true,
      paramLabel = "NAME",
      description = "What is protected: row, or person:COLUMN, a person with all rows.")
  private String unit;

  @Option(
      names = "--population",
      required = true,
      paramLabel = "TEXT",
      description = "Whom it is about, in words, on one line. No personal data: it is shown.")
  private String population;

  @Option(
      names = "--parts",
      defaultValue = "",
      paramLabel = "PARTS",
      description = {
        "Parts that fits may name as their --scope: COLUMN=VALUE1,VALUE2 or hash(COLUMN):NUMBER."
      })
  private String parts;

  @Option(
      names = "--parts-public",
      description = {
        "Declares that it is public which part a row is in, and that a row that is replaced stays"
            + " in its part. Needed for --parts with --neighbours replace."
      })
  private boolean partsPublic;

  @Option(
      names = "--allow-error",
      description = {
        "Lets fits have --handle-invalid error and --id-col, which end a fit where a row is invalid"
            + " or an id is missing or there twice: an exact bit of the rows, each time, that the"
            + " budget does not pay for. Without it such fits are refused, and invalid rows are zero,"
            + " or skipped with --neighbours addRemove."
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
