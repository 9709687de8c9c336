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
      "Creates a ledger with a budget and a protected unit, which never change: for a "
          + "larger budget, create a new ledger. Exits with 2 if the ledger exists. Prints "
          + "its guarantee."
    })
final class InitCommand extends LedgerAction {
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
