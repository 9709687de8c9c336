package org.privatemean.spark.ledger;

import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;

/** The opening of ledgers by the settings of a session. */
public final class OpenLedger {
  private OpenLedger() {}

  /**
   * Opens and verifies a ledger, and checks that no required entry is lost. Writes no entry and
   * runs no job.
   *
   * @throws org.privatemean.refusal.ParamException if its URI or its key file is invalid
   * @throws LedgerUnavailableException if it cannot be reached, is damaged, or has lost the entry
   */
  public static DurableLedger open(LedgerSettings settings, SparkSession session) {
    EntryAuthenticator seal = LedgerKeys.seal(settings.request().keyFile());
    LedgerStore store =
        LedgerStores.open(
            settings.uri(),
            () -> SparkHadoopUtil.get().conf(),
            LedgerStores.credentials(name -> LedgerSettings.setting(session, name)));
    DurableLedger ledger = open(store, seal);
    try {
      settings.request().atLeast().ifPresent(ledger::checkContains);
    } catch (RuntimeException failure) {
      ledger.close();
      throw failure;
    }
    return ledger;
  }

  private static DurableLedger open(LedgerStore store, EntryAuthenticator seal) {
    try {
      return DurableLedger.open(store, seal);
    } catch (RuntimeException failure) {
      store.close();
      throw failure;
    }
  }
}
