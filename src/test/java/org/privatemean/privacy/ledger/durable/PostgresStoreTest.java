package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

/**
 * The contract on a server of PostgreSQL, and what only a server has: rights, sessions that end.
 */
final class PostgresStoreTest extends StoreContract {
  private static Postgres server;

  @BeforeAll
  static void startServer() throws Exception {
    server = Postgres.start();
  }

  @AfterAll
  static void stopServer() throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  @Override
  protected void empty() throws SQLException {
    run("DROP TABLE IF EXISTS private_mean_entries, private_mean_results");
  }

  @Override
  protected JdbcStore open() {
    return JdbcStore.open(server.url(), server.credentials());
  }

  @Override
  protected int rounds() {
    return 50;
  }

  private static void run(String... statements) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String one : statements) {
        statement.execute(one);
      }
    }
  }

  @Test
  void ledgersOfOneDatabase_sameNumber_areApart() {
    try (LedgerStore one = open();
        LedgerStore other = JdbcStore.open(server.url() + "#other", server.credentials())) {
      assertTrue(one.putIfAbsent(Area.ENTRIES, 0, bytes("of default")));
      assertTrue(other.putIfAbsent(Area.ENTRIES, 0, bytes("of other")));
      assertHolds("of default", one, Area.ENTRIES, 0);
      assertHolds("of other", other, Area.ENTRIES, 0);
    }
  }

  /** The server ends the session, as a restart does; the store opens another. */
  @Test
  void sessionEndedByTheServer_nextUse_opensAnother() throws SQLException {
    try (LedgerStore store = open()) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 0, bytes("before")));
      run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
      assertTrue(store.putIfAbsent(Area.ENTRIES, 1, bytes("after")));
      run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
      assertHolds("after", store, Area.ENTRIES, 1);
    }
  }

  /** A server that is set to answer before a commit is on the disk is told not to. */
  @Test
  void synchronousCommit_offByDefault_isOnInTheStoresSession() throws SQLException {
    run("ALTER ROLE keeper SET synchronous_commit TO off");
    List<String> seen = new ArrayList<>();
    try (JdbcStore store =
        new JdbcStore(
            JdbcAddress.parse(server.url()),
            properties ->
                Intercepted.connection(
                    server.connect(),
                    (sql, statement, execute) -> {
                      Object answer = execute.run();
                      if (sql.startsWith("INSERT")) {
                        seen.add(setting(statement.getConnection()));
                      }
                      return answer;
                    }),
            server.credentials())) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 0, bytes("kept")));
      assertEquals(List.of("on"), seen);
    } finally {
      run("ALTER ROLE keeper RESET synchronous_commit");
    }
  }

  private static String setting(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW synchronous_commit")) {
      assertTrue(rows.next());
      return rows.getString(1);
    }
  }

  /** Jobs need SELECT and INSERT, and no more. */
  @Test
  void rightsToSelectAndInsertOnly_areEnough() throws SQLException {
    run(
        "CREATE ROLE job LOGIN PASSWORD 'of the job'",
        "GRANT SELECT, INSERT ON private_mean_entries, private_mean_results TO job");
    Credentials job = new Credentials(Optional.of("job"), Optional.of("of the job"));
    try (LedgerStore store = JdbcStore.open(server.url(), job)) {
      store.check();
      store.prepare();
      assertTrue(store.putIfAbsent(Area.ENTRIES, 0, bytes("by a job")));
    } finally {
      run("DROP OWNED BY job", "DROP ROLE job");
    }
  }

  @Test
  void check_noTables_statesTheStatementsForTheAdministrator() throws SQLException {
    empty();
    try (LedgerStore store = open()) {
      LedgerUnavailableException failure =
          assertThrows(LedgerUnavailableException.class, store::check);
      assertTrue(
          failure.getMessage().contains("CREATE TABLE private_mean_entries ("),
          failure::getMessage);
      assertTrue(
          assertThrows(LedgerUnavailableException.class, () -> store.entriesFrom(0))
              .getMessage()
              .contains("CREATE TABLE private_mean_entries ("));
      run(JdbcStore.tables("PostgreSQL").toArray(String[]::new));
      store.check();
    }
  }

  /** Without the key two would win: the probe finds it. */
  @Test
  void check_tableWithoutItsKey_isRefused() throws SQLException {
    run("ALTER TABLE private_mean_entries DROP CONSTRAINT private_mean_entries_pkey");
    try (LedgerStore store = open()) {
      LedgerUnavailableException failure =
          assertThrows(LedgerUnavailableException.class, store::check);
      assertTrue(failure.getMessage().contains("primary key"), failure::getMessage);
    }
  }

  @Test
  void wrongPassword_isUnreachable_andTheMessageHoldsNeither() {
    Credentials wrong = new Credentials(Optional.of("mallory"), Optional.of("a wrong secret"));
    try (LedgerStore store = JdbcStore.open(server.url(), wrong)) {
      LedgerUnavailableException failure =
          assertThrows(LedgerUnavailableException.class, store::check);
      assertTrue(failure.getMessage().contains("28P01"), failure::getMessage);
      String all = trace(failure);
      assertFalse(all.contains("mallory") || all.contains("a wrong secret"), all);
    }
  }

  private static String trace(Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable one = failure; one != null; one = one.getCause()) {
      all.append(one).append('\n');
    }
    return all.toString();
  }
}
