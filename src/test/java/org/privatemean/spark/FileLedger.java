package org.privatemean.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.FileStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.Price;

/** A ledger in a folder, for tests. */
public record FileLedger(Path folder) {
  /** A new one of rows, without parts. */
  public static FileLedger of(Path folder, double rho, double delta, Neighbours neighbours) {
    return of(folder, rho, delta, neighbours, Optional.empty(), "");
  }

  /** A new one. */
  public static FileLedger of(
      Path folder,
      double rho,
      double delta,
      Neighbours neighbours,
      Optional<String> personCol,
      String parts) {
    LedgerTerms terms =
        new LedgerTerms(
            Price.budget(rho, delta),
            personCol,
            neighbours,
            Parts.parse(parts),
            false,
            false,
            "tests");
    DurableLedger.init(FileStore.open(folder), EntryAuthenticator.hash(), terms).close();
    return new FileLedger(folder);
  }

  /** A new one that lets rows end fits. */
  public static FileLedger allowingError(
      Path folder, double rho, double delta, Neighbours neighbours, Optional<String> personCol) {
    LedgerTerms terms =
        new LedgerTerms(
            Price.budget(rho, delta), personCol, neighbours, Parts.parse(""), false, true, "tests");
    DurableLedger.init(FileStore.open(folder), EntryAuthenticator.hash(), terms).close();
    return new FileLedger(folder);
  }

  /** As the param of a stage names it. */
  public String uri() {
    return "file:" + folder;
  }

  /** What it shows. */
  public LedgerView view() {
    try (DurableLedger ledger =
        DurableLedger.open(FileStore.open(folder), EntryAuthenticator.hash())) {
      return ledger.view();
    }
  }

  /** The states of its charges. */
  public List<LedgerView.State> states() {
    return view().charges().stream().map(LedgerView.ChargeLine::state).toList();
  }
}
