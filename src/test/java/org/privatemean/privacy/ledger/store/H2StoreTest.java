package org.privatemean.privacy.ledger.store;

import java.util.UUID;
import org.privatemean.privacy.ledger.durable.LedgerStore;

/** The contract on H2. */
final class H2StoreTest extends StoreContract {
  private String url;

  @Override
  protected void empty() {
    url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  }

  @Override
  protected LedgerStore open() {
    return new JdbcStore(JdbcAddress.parse(url), Credentials.NONE);
  }
}
