package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @ParameterizedTest
  @CsvSource({
    "'no route to db7',      08001, '',              true",
    "'no route for mallory', 08001, '',              false",
    "'no route for pass42',  08001, '',              false",
    "'no route to db7',      08001, 'of mallory',    false",
    "'no route to db7',      08001, 'of an account', true",
    "'no route to db7',      42000, '',              false",
    "'no route to db7',      '',    '',              false"
  })
  void neverReached_messageOfTheDriver_isShownWithoutCredentials(
      String message, String state, String cause, boolean isShown) {
    Credentials credentials = new Credentials(Optional.of("mallory"), Optional.of("pass42"));
    try (JdbcStore store =
        new JdbcStore(
            JdbcAddress.parse(url),
            properties -> {
              assertEquals(Map.of("user", "mallory", "password", "pass42"), properties);
              throw new SQLException(message, state, new IllegalStateException(cause));
            },
            credentials)) {
      LedgerUnavailableException failure =
          assertThrows(LedgerUnavailableException.class, () -> store.get(Area.ENTRIES, 4));
      String said = failure.getMessage();
      assertEquals(isShown, said.contains(message), said);
      assertTrue(
          said.contains("cannot be reached: SQLException" + (state.isEmpty() ? "" : " " + state)),
          said);
      boolean isQuiet = !(message + cause).matches(".*(mallory|pass42).*");
      assertEquals(isQuiet, failure.getCause() != null, said);
      assertEquals("Credentials[not shown]", credentials.toString());
    }
  }

  /** An account without a name or a password. */
  @Test
  void neverReached_emptyCredentials_areInEveryMessageAndHideNone() {
    try (JdbcStore store =
        new JdbcStore(
            JdbcAddress.parse(url),
            properties -> {
              throw new SQLException("no route to db7", "08001");
            },
            new Credentials(Optional.of(""), Optional.of("")))) {
      String said =
          assertThrows(LedgerUnavailableException.class, () -> store.get(Area.ENTRIES, 4))
              .getMessage();
      assertTrue(said.contains("no route to db7"), said);
    }
  }

  @Test
  void close_afterUse_closesTheConnection() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    JdbcStore store =
        new JdbcStore(JdbcAddress.parse(url), properties -> connection, Credentials.NONE);
    assertEquals(List.of(), store.numbers(Area.RESULTS));
    assertFalse(connection.isClosed());
    store.close();
    assertTrue(connection.isClosed());
  }

  @Test
  void prepare_accountThatMayNotCreate_statesTheStatementsForTheAdministrator()
      throws SQLException {
    String other = "jdbc:h2:mem:" + UUID.randomUUID();
    try (Connection connection = DriverManager.getConnection(other + ";DB_CLOSE_DELAY=-1");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE USER job PASSWORD 'pass42'");
    }
    Credentials job = new Credentials(Optional.of("job"), Optional.of("pass42"));
    try (JdbcStore store = JdbcStore.open(other, job)) {
      for (Executable use : List.<Executable>of(store::prepare, store::check)) {
        String said = assertThrows(LedgerUnavailableException.class, use).getMessage();
        assertTrue(said.contains("let the administrator run CREATE TABLE private_mean_ent"), said);
        assertTrue(said.contains("CREATE TABLE private_mean_results"), said);
      }
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
      for (Executable use : List.<Executable>of(store::check, store::prepare)) {
        String said = assertThrows(LedgerUnavailableException.class, use).getMessage();
        assertTrue(said.contains("second value"), said);
      }
    }
  }
}
