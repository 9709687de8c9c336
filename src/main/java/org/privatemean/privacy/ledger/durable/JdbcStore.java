package org.privatemean.privacy.ledger.durable;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.privatemean.privacy.ledger.durable.LedgerStore.PutIfAbsentResolver;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * A store of ledgers in a database: a table of entries and a table of results, each with the
 * primary key (ledger, number). A put is one INSERT that commits by itself, and the key accepts
 * only one. Needs the rights to SELECT and INSERT; {@link #prepare} needs CREATE if the tables do
 * not exist, or an administrator runs {@link #tables} instead.
 *
 * <p>On PostgreSQL {@code synchronous_commit} is switched on for the session: a commit lost in a
 * power failure would return budget. Do not name a read replica: it lags. A pooler must assign
 * sessions, not transactions. An embedded H2 writes some time after it commits, so a power failure
 * can lose entries: use it for tests only.
 */
public final class JdbcStore implements LedgerStore {
  static final String ENTRIES = "private_mean_entries";
  static final String RESULTS = "private_mean_results";

  /** A number below all numbers of entries and results. */
  private static final long PROBE = -1;

  /** A text to be kept unchanged: letters of two, three and four bytes, and two blanks. */
  private static final String PROBE_MARK = "\u00e9 \u4f60\ud835\udd2d  end";

  /** The type of unlimited text in databases that do not call it CLOB, as the standard does. */
  private static final Map<String, String> TEXT =
      Map.of(
          "postgresql", "TEXT",
          "sqlite", "TEXT",
          "mysql", "LONGTEXT",
          "mariadb", "LONGTEXT",
          "microsoft sql server", "NVARCHAR(MAX)");

  /** The class of SQL states for failed connections. */
  private static final String NO_CONNECTION = "08";

  private static final int NETWORK_MILLIS = 60_000;
  private static final int FETCHED = 1000;

  private final JdbcAddress address;
  private final SqlFunction<Properties, Connection> connections;
  private final Credentials credentials;
  private final PutIfAbsentResolver settled = new PutIfAbsentResolver(this::unreachable);
  private Connection connection;

  JdbcStore(
      JdbcAddress address,
      SqlFunction<Properties, Connection> connections,
      Credentials credentials) {
    this.address = address;
    this.connections = connections;
    this.credentials = credentials;
  }

  /** Checks the address of a ledger, {@code jdbc:...#NAME}; by default {@code default}. */
  public static void checkAddress(String address) {
    JdbcAddress.parse(address);
  }

  /** Returns the store of an address. Connects to nothing yet. */
  public static JdbcStore open(String address, Credentials credentials) {
    JdbcAddress parsed = JdbcAddress.parse(address);
    Driver driver =
        driver(parsed.url())
            .orElseThrow(
                () ->
                    new ParamException(
                        "ledger",
                        "there is no JDBC driver for " + Refusal.literal(parsed.url()),
                        "add its jar, by --jars of spark-submit or the setting spark.jars"));
    return new JdbcStore(
        parsed, properties -> driver.connect(parsed.url(), properties), credentials);
  }

  public static boolean hasDriver(String url) {
    return driver(url).isPresent();
  }

  /** Returns the driver of a URL, also one of --jars, for which DriverManager does not look. */
  private static Optional<Driver> driver(String url) {
    return Stream.of(
            findDrivers(Thread.currentThread().getContextClassLoader()),
            findDrivers(JdbcStore.class.getClassLoader()),
            DriverManager.drivers().toList())
        .flatMap(List::stream)
        .filter(driver -> accepts(driver, url))
        .findFirst();
  }

  private static List<Driver> findDrivers(ClassLoader loader) {
    List<Driver> drivers = new ArrayList<>();
    Iterator<Driver> all = ServiceLoader.load(Driver.class, loader).iterator();
    while (true) {
      try {
        if (!all.hasNext()) {
          return drivers;
        }
        drivers.add(all.next());
      } catch (ServiceConfigurationError broken) {
        // A driver that cannot be loaded is skipped; the next may be the one.
      }
    }
  }

  private static boolean accepts(Driver driver, String url) {
    try {
      return driver.acceptsURL(url);
    } catch (SQLException malformed) {
      return false;
    }
  }

  @Override
  public boolean putIfAbsent(Area area, long number, byte[] bytes) {
    return put(table(area), row(area, number), bytes);
  }

  private boolean put(String table, long number, byte[] bytes) {
    return settled.put(bytes, () -> insert(table, number, bytes), () -> body(table, number));
  }

  private boolean insert(String table, long number, byte[] bytes) throws SQLException {
    return with(
        "INSERT INTO " + table + " (ledger, number, body) VALUES (?, ?, ?)",
        number,
        statement -> {
          statement.setString(3, new String(bytes, StandardCharsets.UTF_8));
          return statement.executeUpdate() == 1;
        });
  }

  @Override
  public Optional<byte[]> get(Area area, long number) {
    return settled.read(() -> body(table(area), row(area, number)));
  }

  private Optional<byte[]> body(String table, long number) throws SQLException {
    String sql = "SELECT body FROM " + table + " WHERE ledger = ? AND number = ?";
    return query(sql, number, row -> bytes(row, 1)).stream().findFirst();
  }

  @Override
  public List<byte[]> entriesFrom(long first) {
    return settled.read(() -> entries(first));
  }

  /** One query sees the table at one time, when each entry was put after the one before it. */
  private List<byte[]> entries(long first) throws SQLException {
    AtomicLong next = new AtomicLong(first);
    return query(
        "SELECT number, body FROM " + ENTRIES + " WHERE ledger = ? AND number >= ? ORDER BY number",
        first,
        row -> {
          checkNext(next.getAndIncrement(), row.getLong(1));
          return bytes(row, 2);
        });
  }

  private void checkNext(long expected, long found) {
    if (found != expected) {
      throw unavailable(
          "cannot be used: entry " + expected + " is missing, and entry " + found + " is there",
          null);
    }
  }

  @Override
  public List<Long> numbers(Area area) {
    return settled.read(
        () ->
            area == Area.BEATS
                ? rows(area, "< ? ORDER BY number DESC", PROBE).stream()
                    .map(JdbcStore::beatOrRow)
                    .toList()
                : rows(area, ">= ? ORDER BY number", 0));
  }

  private List<Long> rows(Area area, String range, long limit) throws SQLException {
    String sql = "SELECT number FROM " + table(area) + " WHERE ledger = ? AND number " + range;
    return query(sql, limit, row -> row.getLong(1));
  }

  @Override
  public boolean removeBeat(long number) {
    try {
      with(
          "DELETE FROM " + RESULTS + " WHERE ledger = ? AND number = ?",
          beatOrRow(number),
          PreparedStatement::executeUpdate);
      return true;
    } catch (SQLException kept) {
      return false;
    }
  }

  @Override
  public void prepare() {
    for (String table : List.of(ENTRIES, RESULTS)) {
      if (!settled.read(() -> isThere(table))) {
        try {
          with(opened -> create(opened, table));
        } catch (SQLException failure) {
          // Another process may have created it.
          if (!settled.read(() -> isThere(table))) {
            throw noTable(table, failure);
          }
        }
      }
    }
    check();
  }

  private static boolean create(Connection opened, String table) throws SQLException {
    try (Statement statement = opened.createStatement()) {
      return statement.execute(definition(table, product(opened)));
    }
  }

  /** Returns the statements that an administrator runs if jobs have no right to CREATE. */
  static List<String> tables(String product) {
    return List.of(definition(ENTRIES, product), definition(RESULTS, product));
  }

  private static String definition(String table, String product) {
    return String.format(
        "CREATE TABLE %s (ledger VARCHAR(64) NOT NULL, number BIGINT NOT NULL,"
            + " body %s NOT NULL, PRIMARY KEY (ledger, number))",
        table, TEXT.getOrDefault(product.toLowerCase(Locale.ROOT), "CLOB"));
  }

  /** Returns true if a table can be read. Fails if the database cannot be reached. */
  private boolean isThere(String table) throws SQLException {
    with(Connection::getMetaData);
    boolean isThere = isReadable(table);
    // The connection may just have broken, and the second attempt opens another.
    return isThere || isReadable(table);
  }

  private boolean isReadable(String table) throws SQLException {
    try {
      String sql = "SELECT number FROM " + table + " WHERE ledger = ? AND number = ?";
      query(sql, PROBE, row -> row.getLong(1));
      return true;
    } catch (SQLException absentOrDropped) {
      with(Connection::getMetaData);
      return false;
    }
  }

  @Override
  public void check() {
    for (String table : List.of(ENTRIES, RESULTS)) {
      if (!settled.read(() -> isThere(table))) {
        throw noTable(table, null);
      }
      put(table, PROBE, probe());
      if (put(table, PROBE, probe())) {
        throw unavailable(
            "lets a second value in under one key: the table "
                + table
                + " must have the primary key (ledger, number)",
            null);
      }
      byte[] kept = settled.read(() -> body(table, PROBE)).orElse(new byte[0]);
      if (!new String(kept, StandardCharsets.UTF_8).endsWith(PROBE_MARK)) {
        throw unavailable(
            "does not keep text as it is: the column body of "
                + table
                + " must hold text in UTF-8 without a limit",
            null);
      }
    }
  }

  private static byte[] probe() {
    return ("probe " + UUID.randomUUID() + " " + PROBE_MARK).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String name() {
    return address.text();
  }

  @Override
  public void close() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException gone) {
        // Each statement has committed: nothing can be lost.
      }
      connection = null;
    }
  }

  interface SqlFunction<S, T> {
    T apply(S used) throws SQLException;
  }

  /** Uses a statement whose first parameters are the ledger and a number. */
  private <T> T with(String sql, long number, SqlFunction<PreparedStatement, T> use)
      throws SQLException {
    return with(
        opened -> {
          try (PreparedStatement statement = opened.prepareStatement(sql)) {
            statement.setString(1, address.ledger());
            statement.setLong(2, number);
            return use.apply(statement);
          }
        });
  }

  /** Returns what a function reads from each row that a query finds. */
  private <T> List<T> query(String sql, long number, SqlFunction<ResultSet, T> read)
      throws SQLException {
    return with(
        sql,
        number,
        statement -> {
          statement.setFetchSize(FETCHED);
          try (ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
              found.add(read.apply(rows));
            }
            return found;
          }
        });
  }

  /** Uses the connection, and drops it on failure: the next use opens another. */
  private <T> T with(SqlFunction<Connection, T> use) throws SQLException {
    try {
      if (connection == null) {
        connection = open();
      }
      return use.apply(connection);
    } catch (SQLException failure) {
      close();
      throw failure;
    }
  }

  private Connection open() throws SQLException {
    Connection opened = connections.apply(credentials.properties());
    if (opened == null) {
      throw new SQLException("the driver does not take the URL");
    }
    opened.setAutoCommit(true);
    try {
      // A connection that was cut off silently would be waited for without a limit.
      opened.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
    } catch (SQLFeatureNotSupportedException embedded) {
      // It has no network.
    }
    if (product(opened).equalsIgnoreCase("postgresql")) {
      try (Statement statement = opened.createStatement()) {
        statement.execute("SET synchronous_commit TO on");
      }
    }
    return opened;
  }

  private static String product(Connection opened) throws SQLException {
    return opened.getMetaData().getDatabaseProductName();
  }

  private static byte[] bytes(ResultSet rows, int column) throws SQLException {
    return rows.getString(column).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the number of a row. Heartbeats are in the table of results, below the number of the
   * probe: a ledger of an older version can store them, and an older version does not see them.
   */
  private static long row(Area area, long number) {
    return area == Area.BEATS ? beatOrRow(number) : number;
  }

  /** Converts the number of a heartbeat to that of its row, and back. */
  private static long beatOrRow(long number) {
    return PROBE - 1 - number;
  }

  private static String table(Area area) {
    return area == Area.ENTRIES ? ENTRIES : RESULTS;
  }

  private LedgerUnavailableException noTable(String table, Exception cause) {
    return unavailable(
        String.format(
            "has no table %s that can be read: make the ledger by private-mean ledger init, or let"
                + " the administrator run %s",
            table, String.join("; ", tables(productName()))),
        cause);
  }

  private String productName() {
    try {
      return with(JdbcStore::product);
    } catch (SQLException unknown) {
      return "";
    }
  }

  private LedgerUnavailableException unreachable(Exception failure) {
    try {
      for (String table : List.of(ENTRIES, RESULTS)) {
        if (!isThere(table)) {
          return noTable(table, failure);
        }
      }
    } catch (SQLException unreachable) {
      // The first failure names the fault.
    }
    return unavailable("cannot be reached: " + describe(failure), failure);
  }

  private LedgerUnavailableException unavailable(String what, Exception cause) {
    String text = "the ledger " + name() + " " + what;
    return new LedgerUnavailableException(
        Refusal.literal(text), cause != null && isQuiet(cause) ? cause : null);
  }

  /**
   * Describes a failure by its class and SQL state, which contain no value and no user. Drivers'
   * messages may contain them, so only those of failed connections are shown.
   */
  private String describe(Exception failure) {
    String state = failure instanceof SQLException of ? String.valueOf(of.getSQLState()) : "";
    String text = failure.getClass().getSimpleName() + (state.isEmpty() ? "" : " " + state);
    return state.startsWith(NO_CONNECTION) && isQuiet(failure)
        ? text + ", " + failure.getMessage()
        : text;
  }

  /** Returns true if no message of a failure contains the credentials. */
  private boolean isQuiet(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .noneMatch(cause -> credentials.areIn(String.valueOf(cause.getMessage())));
  }

  /** The credentials of a database, never shown or saved; empty for the driver's own method. */
  public record Credentials(Optional<String> user, Optional<String> password) {
    /** No credentials: the driver's own means. */
    public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());

    /** Returns the refusal of a URI with credentials, which shows no part of it. */
    public static ParamException refusedInUri() {
      return JdbcAddress.refusedCredentials();
    }

    Properties properties() {
      Properties properties = new Properties();
      user.ifPresent(name -> properties.setProperty("user", name));
      password.ifPresent(secret -> properties.setProperty("password", secret));
      return properties;
    }

    /** Returns true if a text, such as a driver's message, contains any of them. */
    boolean areIn(String text) {
      return user.filter(name -> !name.isEmpty() && text.contains(name)).isPresent()
          || password.filter(secret -> !secret.isEmpty() && text.contains(secret)).isPresent();
    }

    @Override
    public String toString() {
      return "Credentials[not shown]";
    }
  }
}
