package org.privatemean.spark.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.privacy.ledger.durable.StoreContract;

/** The contract on a stand-in for HDFS, through FileContext. */
final class HdfsStoreTest extends StoreContract {
  private final Configuration settings = new Configuration(false);
  private String host;
  private MemoryFiles files;

  @Override
  protected void empty() {
    settings.set("fs.AbstractFileSystem.hdfs.impl", FakeHdfs.class.getName());
    host = "nn" + UUID.randomUUID();
    files = new MemoryFiles();
    FakeHdfs.DISKS.put(host, files);
  }

  @AfterEach
  void forget() {
    FakeHdfs.DISKS.remove(host);
  }

  @Override
  protected LedgerStore open() {
    return LedgerStores.open("hdfs://" + host + "/ledger", () -> settings, Credentials.NONE);
  }

  @ParameterizedTest
  @CsvSource({"PUT, true", "PUT_LATE, true", "NOT_PUT, true", "RIVAL_FIRST, false"})
  void renameFails_isResolvedByReading(Fault fault, boolean isWon) {
    files.plan.add(fault);
    try (LedgerStore store = open()) {
      assertEquals(isWon, store.putIfAbsent(Area.ENTRIES, 0, bytes("attempt of mine")));
      assertHolds(isWon ? "attempt of mine" : "attempt of a rival", store, Area.ENTRIES, 0);
      assertTrue(files.plan.isEmpty());
    }
  }

  @Test
  void putIfAbsent_wonAndLost_leavesNoOtherFiles() {
    try (LedgerStore store = open()) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 0, bytes("first")));
      store.putIfAbsent(Area.ENTRIES, 0, bytes("second"));
      assertEquals(0, aside());
    }
  }

  private long aside() {
    return files.files.keySet().stream()
        .filter(file -> file.toString().contains("staging"))
        .count();
  }

  /** What a process that was killed left. */
  @Test
  void clean_leftovers_areRemovedAndCounted() {
    files.files.put(new Path("hdfs://" + host + "/ledger/staging/dead"), bytes("half"));
    try (LedgerStore store = open()) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 0, bytes("first")));
      assertEquals(1, store.clean());
      assertEquals(0, aside());
      assertHolds("first", store, Area.ENTRIES, 0);
    }
  }

  @Test
  void neverReached_isUnavailable_andNamesTheLedger() {
    for (int tries = 0; tries < 12; tries++) {
      files.plan.add(Fault.NOT_PUT);
    }
    try (LedgerStore store = open()) {
      LedgerUnavailableException failure =
          assertThrows(
              LedgerUnavailableException.class,
              () -> store.putIfAbsent(Area.ENTRIES, 0, bytes("mine")));
      assertTrue(failure.getMessage().contains(host + "/ledger"), failure::getMessage);
    }
  }
}
