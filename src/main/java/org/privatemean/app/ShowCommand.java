package org.privatemean.app;

import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.release.report.JsonText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints a ledger's guarantee, its spent budget and its charges. All of it is public. */
@Command(
    name = "show",
    sortOptions = false,
    description = "Prints the budget, the spent and the remaining part, and each charge.")
final class ShowCommand extends LedgerAction {
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
