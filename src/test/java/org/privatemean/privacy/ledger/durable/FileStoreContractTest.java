package org.privatemean.privacy.ledger.durable;

import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** The contract on files. */
final class FileStoreContractTest extends StoreContract {
  @TempDir private static Path disk;

  private Path folder;

  @Override
  protected void empty() {
    folder = disk.resolve(UUID.randomUUID().toString());
  }

  @Override
  protected LedgerStore open() {
    return FileStore.open(folder);
  }
}
