package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.spark.LocalSpark;
import org.privatemean.spark.PrivateMeanModel;

/**
 * The catalog and the stage behind a real server of Spark Connect, asked by its client for the JVM.
 * The server sends a command's result as rows: that a CALL is run once is how it happens to do it,
 * so this has to be run for each version of it.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class ConnectIT {
  private static final Path CLIENT = Path.of("src", "test", "connect", "ConnectClient.java");

  /** A driver's own classes: those of a client have the same names, or see that they are there. */
  private static final List<String> OF_DRIVERS =
      List.of(
          "spark-connect_",
          "spark-sql_",
          "spark-sql-api_",
          "spark-catalyst_",
          "spark-hive_",
          "spark-mllib_",
          "test-classes",
          "/classes");

  @TempDir private static Path folder;
  private static Process server;
  private static BufferedReader said;
  private static int port;

  @BeforeAll
  static void start() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    server =
        new ProcessBuilder(
                java(
                    System.getProperty("java.class.path"),
                    ConnectServer.class.getName(),
                    String.valueOf(port)))
            .redirectError(folder.resolve("server.err").toFile())
            .start();
    said = server.inputReader(StandardCharsets.UTF_8);
    answer("SERVES");
  }

  @AfterAll
  static void stop() throws InterruptedException, IOException {
    server.getOutputStream().close();
    if (!server.waitFor(30, TimeUnit.SECONDS)) {
      server.destroyForcibly();
    }
  }

  private static List<String> java(String classPath, String... rest) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(arg -> !arg.startsWith("-javaagent") && !arg.startsWith("-Xmx"))
            .toList());
    command.addAll(List.of("-Xmx1g", "-cp", classPath));
    command.addAll(List.of(rest));
    return command;
  }

  /** What the server says next that begins with a word. */
  private static String answer(String word) throws IOException {
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(word)) {
        return line.substring(word.length() + 1);
      }
    }
    throw new AssertionError("the server ended: " + Files.readString(folder.resolve("server.err")));
  }

  private static long releases() throws IOException {
    server.getOutputStream().write('\n');
    server.getOutputStream().flush();
    return Long.parseLong(answer("RELEASES"));
  }

  /** What a client prints, in a JVM of its own. */
  private static List<String> client(String... what) throws IOException, InterruptedException {
    String classPath =
        Stream.concat(
                Stream.of(System.getProperty("connect.client")),
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> OF_DRIVERS.stream().noneMatch(entry::contains)))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = java(classPath, CLIENT.toString(), "sc://127.0.0.1:" + port);
    command.addAll(List.of(what));
    Path errors = folder.resolve("client.err");
    Process client = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    List<String> lines;
    try (BufferedReader printed = client.inputReader(StandardCharsets.UTF_8)) {
      lines = printed.lines().toList();
    }
    assertEquals(0, client.waitFor(), () -> read(errors));
    return lines;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void call_usedInManyWays_releasesOnce() throws Exception {
    long before = releases();
    List<String> lines = client("call");
    assertEquals(1, releases() - before);
    assertTrue(lines.contains("same true"), lines::toString);
    assertTrue(lines.contains("n 5000"), lines::toString);
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("columns mean,n,dimension,")),
        lines::toString);
  }

  @Test
  void explain_ofACall_releasesNothing() throws Exception {
    long before = releases();
    assertEquals(List.of("explained 1"), client("explain"));
    assertEquals(0, releases() - before);
  }

  @Test
  void stage_fittedByAClient_givesItsReportAndIsSaved() throws Exception {
    Path saved = folder.resolve("model");
    List<String> lines = client("fit", saved.toString());
    assertEquals(
        List.of(
            "fitted true",
            "report \"n\" : 5000",
            "report \"method\" : \"recentred\"",
            "report \"expectedL2Error\" : ",
            "saved " + saved),
        lines);
    LocalSpark.session();
    PrivateMeanModel model = PrivateMeanModel.load(saved.toString());
    assertEquals(5000, model.summary().rows());
    assertEquals(2, model.mean().size());
  }
}
