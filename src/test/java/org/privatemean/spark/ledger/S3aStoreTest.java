package org.privatemean.spark.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.privacy.ledger.durable.StoreContract;
import org.privatemean.spark.ledger.FolderStore.S3aStore;

/** The contract on a stand-in for S3A; no real one was run. */
final class S3aStoreTest extends StoreContract {
  private MemoryFiles files;

  @Override
  protected void empty() {
    files = new MemoryFiles();
  }

  @Override
  protected LedgerStore open() {
    return store(true, "412");
  }

  private LedgerStore store(boolean isAble, String answer) {
    return new S3aStore(new FakeS3a(files, isAble, answer), new Path("s3a://bucket/ledger"));
  }

  @ParameterizedTest
  @CsvSource({
    "412, PUT, true",
    "412, RIVAL_FIRST, false",
    "409, NOT_PUT, true",
    "409, RIVAL_FIRST, false",
    "409, PUT_LATE, true",
    "timed out, PUT, true",
    "timed out, PUT_LATE, true",
    "timed out, NOT_PUT, true",
    "timed out, RIVAL_FIRST, false"
  })
  void putFails_isResolvedByReading(String answer, Fault fault, boolean isWon) {
    files.plan.add(fault);
    try (LedgerStore store = store(true, answer)) {
      assertEquals(isWon, store.putIfAbsent(Area.ENTRIES, 0, bytes("attempt of mine")));
      assertHolds(isWon ? "attempt of mine" : "attempt of a rival", store, Area.ENTRIES, 0);
      assertTrue(files.plan.isEmpty());
    }
  }

  @Test
  void check_cannotPutIfAbsent_isRefusedBeforeAnythingIsPut() {
    files.files.clear();
    try (LedgerStore store = store(false, "")) {
      LedgerUnavailableException failure =
          assertThrows(LedgerUnavailableException.class, store::prepare);
      assertTrue(failure.getMessage().contains("3.4.2"), failure::getMessage);
      assertTrue(failure.getMessage().contains("jdbc:"), failure::getMessage);
      assertEquals(0, files.files.size());
    }
  }

  /** A store that takes the condition and forgets it, as old S3 look-alikes do. */
  @Test
  void check_storeThatIgnoresTheCondition_isRefused() {
    MemoryFiles forgetful = files;
    try (LedgerStore store =
        new S3aStore(new FakeS3a(forgetful, true, ""), new Path("s3a://bucket/ledger")) {
          @Override
          void put(Path file, byte[] bytes) {
            forgetful.files.put(file, bytes);
          }
        }) {
      LedgerUnavailableException failure =
          assertThrows(LedgerUnavailableException.class, store::check);
      assertTrue(failure.getMessage().contains("second value"), failure::getMessage);
    }
  }

  @Test
  void neverReached_isUnavailable() {
    for (int tries = 0; tries < 12; tries++) {
      files.plan.add(Fault.NOT_PUT);
    }
    try (LedgerStore store = store(true, "503")) {
      assertThrows(
          LedgerUnavailableException.class,
          () -> store.putIfAbsent(Area.ENTRIES, 0, bytes("mine")));
      assertFalse(store.get(Area.ENTRIES, 0).isPresent());
    }
  }
}
