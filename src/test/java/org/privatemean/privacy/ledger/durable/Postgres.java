package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.privatemean.privacy.ledger.durable.JdbcStore.Credentials;

/**
 * A server of PostgreSQL of the tests' own: on a free port of the loopback address, with its data
 * below the temporary folder, forced to the disk as it is by default. It refuses to run as root,
 * where it is run by the user postgres.
 */
public final class Postgres {
  private static final String USER = "keeper";
  private static final long SECONDS = 60;

  private final Path binaries;
  private final Path folder;
  private final int port;
  private final String password = UUID.randomUUID().toString();

  private Postgres(Path binaries, Path folder, int port) {
    this.binaries = binaries;
    this.folder = folder;
    this.port = port;
  }

  /**
   * Starts a server. Where there is none installed, the test is skipped, saying so; with CI=true in
   * the environment it fails.
   */
  public static Postgres start() throws IOException, InterruptedException {
    Optional<Path> binaries = binaries();
    if (binaries.isEmpty()) {
      String reason = "no initdb on the PATH or in /usr/lib/postgresql/*/bin: install postgresql";
      if ("true".equals(System.getenv("CI"))) {
        fail(reason);
      }
      System.err.println("skipped: " + reason);
      return abort(reason);
    }
    Path folder = Files.createTempDirectory("private-mean-postgres");
    Postgres server = new Postgres(binaries.get(), folder, freePort());
    try {
      server.create();
      server.run(
          "pg_ctl", "-w", "-D", server.data(), "-l", server.log(), "-o", server.options(), "start");
      return server;
    } catch (IOException | InterruptedException | RuntimeException | Error failure) {
      server.stop();
      throw failure;
    }
  }

  private static Optional<Path> binaries() throws IOException {
    List<Path> places = new ArrayList<>();
    for (String place : System.getenv("PATH").split(File.pathSeparator, -1)) {
      places.add(Path.of(place));
    }
    Path debian = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.sorted(Comparator.reverseOrder()).forEach(one -> places.add(one.resolve("bin")));
      }
    }
    for (Path place : places) {
      if (Files.isExecutable(place.resolve("initdb"))) {
        // Behind links: the others are beside it there.
        return Optional.of(place.resolve("initdb").toRealPath().getParent());
      }
    }
    return Optional.empty();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void create() throws IOException, InterruptedException {
    Path secret = Files.writeString(folder.resolve("password"), password + "\n");
    if (isRoot()) {
      for (Path path : List.of(folder, secret)) {
        Files.setOwner(
            path,
            path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres"));
      }
    }
    run(
        "initdb",
        "-D",
        data(),
        "-U",
        USER,
        "--auth=scram-sha-256",
        "--pwfile=" + secret,
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync");
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private String log() {
    return folder.resolve("log").toString();
  }

  private String options() {
    return "-h 127.0.0.1 -p " + port + " -k " + folder;
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private void run(String program, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(binaries.resolve(program).toString());
    command.addAll(List.of(args));
    Path output = Files.createTempFile("private-mean-postgres", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(program + " has not ended within " + SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw new IOException(program + ": " + Files.readString(output, StandardCharsets.UTF_8));
      }
    } finally {
      Files.delete(output);
    }
  }

  /** The URL of its one database, without user and password. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  /** Who may open it. */
  public Credentials credentials() {
    return new Credentials(Optional.of(USER), Optional.of(password));
  }

  /** A connection of the superuser. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url(), USER, password);
  }

  /** Stops the server and removes its data. */
  public void stop() throws IOException, InterruptedException {
    try {
      if (Files.exists(Path.of(data(), "postmaster.pid"))) {
        run("pg_ctl", "-w", "-D", data(), "-m", "immediate", "stop");
      }
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
