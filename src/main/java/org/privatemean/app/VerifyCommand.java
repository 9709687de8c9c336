package org.privatemean.app;

import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Verifies a ledger: every entry, every result, and optionally that a given entry exists. */
@Command(
    name = "verify",
    sortOptions = false,
    description = {
      "Checks the whole log, and each result against its charge. Exits with 0, or with "
          + "4 and one line that names the first problem."
    })
final class VerifyCommand extends LedgerAction {
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
