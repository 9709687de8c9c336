package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;

/** The contract on H2. */
final class H2StoreTest extends StoreContract {
  private String url;

  @Override
  protected void empty() {
    url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  }

  @Override
  protected LedgerStore open() {
    return JdbcStore.open(url, Credentials.NONE);
  }

  /** One query: 10,000 entries within a second. */
  @Test
  @Tag("long")
  void open_tenThousandEntries_takesAtMostASecond() throws Exception {
    double millis = medianMillisToOpen(10_000);
    System.out.printf("opened a ledger of 10000 entries in %.0f ms%n", millis);
    assertTrue(millis <= 1000, () -> millis + " ms");
  }
}
