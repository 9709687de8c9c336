package org.privatemean.app;

import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Adds a text to the log. */
@Command(
    name = "note",
    sortOptions = false,
    description = "Adds a text to the log, for example who signed. It costs nothing.")
final class NoteCommand extends LedgerAction {
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
