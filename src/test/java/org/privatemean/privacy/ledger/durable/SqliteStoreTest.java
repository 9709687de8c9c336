package org.privatemean.privacy.ledger.durable;

import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;

/** The contract on SQLite, where rivals meet "database is locked", which has no state of SQL. */
final class SqliteStoreTest extends StoreContract {
  @TempDir private static Path folder;

  private Path file;

  @Override
  protected void empty() {
    file = folder.resolve(UUID.randomUUID() + ".db");
  }

  @Override
  protected LedgerStore open() {
    return JdbcStore.open("jdbc:sqlite:" + file, Credentials.NONE);
  }

  @Override
  protected int rounds() {
    return 20;
  }
}
