package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

/** Connections that break: who has won is found out by reading. */
final class JdbcStoreFaultsTest {
  private static final byte[] MINE = StoreContract.bytes("attempt of mine");
  private static final byte[] RIVALS = StoreContract.bytes("attempt of a rival");

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final Deque<Intercepted.Fault> plan = new ArrayDeque<>();
  private int opened;

  @BeforeEach
  void prepare() {
    try (JdbcStore store = sound()) {
      store.prepare();
    }
  }

  private JdbcStore sound() {
    return JdbcStore.open(url, Credentials.NONE);
  }

  /** Each statement takes the next fault of the plan, and runs as it is where there is none. */
  private JdbcStore failing(Intercepted.Fault... faults) {
    plan.addAll(List.of(faults));
    return new JdbcStore(
        JdbcAddress.parse(url),
        properties -> {
          opened++;
          return Intercepted.connection(DriverManager.getConnection(url), this::execute);
        },
        Credentials.NONE);
  }

  private Object execute(String sql, PreparedStatement statement, Intercepted.Execute execute)
      throws SQLException {
    return plan.isEmpty() ? execute.run() : plan.remove().execute(sql, statement, execute);
  }

  private static Object dropAfter(
      String sql, PreparedStatement statement, Intercepted.Execute execute) throws SQLException {
    execute.run();
    throw drop(statement);
  }

  private static Object dropBefore(
      String sql, PreparedStatement statement, Intercepted.Execute execute) throws SQLException {
    throw drop(statement);
  }

  private static SQLException drop(PreparedStatement statement) throws SQLException {
    Connection connection = statement.getConnection();
    connection.close();
    // No state: SQLite has none, and nothing may hang on it.
    return new SQLException("the connection is gone");
  }

  private Object rivalFirst(String sql, PreparedStatement statement, Intercepted.Execute execute)
      throws SQLException {
    try (JdbcStore rival = sound()) {
      assertTrue(rival.putIfAbsent(Area.ENTRIES, 4, RIVALS));
    }
    throw drop(statement);
  }

  @Test
  void droppedAfterCommit_isWon() {
    try (JdbcStore store = failing(JdbcStoreFaultsTest::dropAfter)) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 4, MINE));
      StoreContract.assertHolds("attempt of mine", store, Area.ENTRIES, 4);
      assertEquals(2, opened);
    }
  }

  @Test
  void droppedAfterCommitAndWhileReading_isWon() {
    try (JdbcStore store =
        failing(
            JdbcStoreFaultsTest::dropAfter,
            JdbcStoreFaultsTest::dropBefore,
            JdbcStoreFaultsTest::dropAfter)) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 4, MINE));
    }
  }

  @Test
  void droppedBeforeTheInsert_isPutAgain() {
    try (JdbcStore store = failing(JdbcStoreFaultsTest::dropBefore)) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 4, MINE));
      StoreContract.assertHolds("attempt of mine", store, Area.ENTRIES, 4);
    }
  }

  @Test
  void droppedWhileARivalPuts_isLost() {
    try (JdbcStore store = failing(this::rivalFirst)) {
      assertFalse(store.putIfAbsent(Area.ENTRIES, 4, MINE));
      StoreContract.assertHolds("attempt of a rival", store, Area.ENTRIES, 4);
    }
  }

  /** A rule or trigger of the database may drop the row in silence. */
  @Test
  void insertThatPutsNothing_isPutAgain() {
    try (JdbcStore store = failing((sql, statement, execute) -> 0)) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 4, MINE));
      StoreContract.assertHolds("attempt of mine", store, Area.ENTRIES, 4);
    }
  }

  /** It comes through after the reading: the second put of the same value meets it. */
  @Test
  void insertThatArrivesLate_isWonOnce() {
    try (JdbcStore late = sound();
        JdbcStore store =
            failing(
                JdbcStoreFaultsTest::dropBefore,
                (sql, statement, execute) -> {
                  Object absent = execute.run();
                  assertTrue(late.putIfAbsent(Area.ENTRIES, 4, MINE));
                  return absent;
                })) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 4, MINE));
      StoreContract.assertHolds("attempt of mine", store, Area.ENTRIES, 4);
    }
  }

  @Test
  void readingBreaksOnce_isReadAgain() {
    try (JdbcStore rival = sound();
        JdbcStore store = failing(JdbcStoreFaultsTest::dropBefore)) {
      assertTrue(rival.putIfAbsent(Area.ENTRIES, 0, RIVALS));
      assertEquals(1, store.entriesFrom(0).size());
    }
  }

  @Test
  void neverReached_isUnavailable_andNamesTheLedger() {
    try (JdbcStore store =
        new JdbcStore(
            new JdbcAddress(url, "visits"),
            properties -> {
              opened++;
              throw new SQLException("refused by mallory", "08001");
            },
            Credentials.NONE)) {
      LedgerUnavailableException failure =
          assertThrows(
              LedgerUnavailableException.class, () -> store.putIfAbsent(Area.ENTRIES, 4, MINE));
      assertTrue(failure.getMessage().contains("#visits cannot be reached"), failure::getMessage);
      // Twelve times to put and to read, and a look for a table.
      assertEquals(25, opened);
    }
  }

  /** A view or a trigger that lets the later value replace the earlier is no ledger. */
  @Test
  void check_secondPutReplacesTheFirst_isRefused() {
    try (JdbcStore store =
        new JdbcStore(
            JdbcAddress.parse(url),
            properties ->
                Intercepted.connection(
                    DriverManager.getConnection(url),
                    (sql, statement, execute) -> sql.startsWith("INSERT") ? 1 : execute.run()),
            Credentials.NONE)) {
      LedgerUnavailableException failure =
          assertThrows(LedgerUnavailableException.class, store::check);
      assertTrue(failure.getMessage().contains("second value"), failure::getMessage);
    }
  }
}
