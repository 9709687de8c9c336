package org.privatemean.app;

import org.privatemean.privacy.ledger.durable.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.refusal.ParamException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Books a release that was made by another tool. */
@Command(
    name = "charge",
    sortOptions = false,
    description = {
      "Records the cost of a release on the same people that was made elsewhere, for "
          + "example by another tool. Exits with 0, or with 3 if it is refused. A charge "
          + "cannot be undone."
    })
final class ChargeCommand extends LedgerAction {
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
