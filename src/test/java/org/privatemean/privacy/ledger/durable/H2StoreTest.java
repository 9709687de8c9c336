package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.UUID;
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

  /** Opening must not cost a journey for each entry. */
  @Test
  void open_anyNumberOfEntries_takesTheSameStatements() throws Exception {
    long few = statementsToOpen(10);
    assertTrue(few > 0);
    assertEquals(few, statementsToOpen(500));
  }

  private long statementsToOpen(int entries) throws Exception {
    fill(entries);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("SET QUERY_STATISTICS TRUE");
      DurableLedger.open(open(), EntryAuthenticator.hash()).close();
      try (ResultSet found =
          statement.executeQuery(
              "SELECT SUM(EXECUTION_COUNT) FROM INFORMATION_SCHEMA.QUERY_STATISTICS")) {
        assertTrue(found.next());
        return found.getLong(1);
      }
    }
  }
}
