package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.python.PythonProcess;
import py4j.GatewayServer;

/**
 * The calls of PySpark's wrapper, by the real Python client of py4j over its real protocol. What it
 * cannot show is PySpark's own code: see {@link PySparkIT}.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
final class GatewayIT {
  private static final Pattern RAN = Pattern.compile("(?s).*Ran (\\d+) tests in .*OK\\s*");

  /** What the Python side finds at the gateway. */
  public record Entry(SparkSession session) {
    /** Rows of two coordinates with a group. */
    public Dataset<Row> rows(long count) {
      return session
          .range(0, count, 1, 2)
          .selectExpr("array(id % 7 + 0.5D, double(id % 3)) AS v", "int(id % 2) AS g");
    }
  }

  /** The client's sources, as py4j releases them: a zip within a jar. */
  private static Path client(Path work) throws IOException {
    Path jar = Path.of(System.getProperty("py4j"));
    assertTrue(Files.exists(jar), jar + " is not there: the build fetches it before these tests");
    try (JarFile file = new JarFile(jar.toFile())) {
      JarEntry zip =
          file.stream()
              .filter(entry -> entry.getName().matches("python/py4j-src-.*\\.zip"))
              .findFirst()
              .orElseThrow();
      Path target = work.resolve("py4j.zip");
      try (InputStream in = file.getInputStream(zip)) {
        Files.copy(in, target);
      }
      return target;
    }
  }

  private static String token() {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    return Base64.getEncoder().encodeToString(secret);
  }

  @Test
  void calls_ofTheWrapper_overTheGateway_allHold(@TempDir Path work)
      throws IOException, InterruptedException {
    Path client = client(work);
    String token = token();
    try (SparkSession session = NotebookRecorder.session()) {
      GatewayServer server =
          new GatewayServer.GatewayServerBuilder(new Entry(session))
              .javaPort(0)
              .javaAddress(InetAddress.getLoopbackAddress())
              .authToken(token)
              .build();
      server.start(true);
      try {
        String port = String.valueOf(server.getListeningPort());
        PythonProcess run =
            PythonProcess.run(
                work,
                List.of(client, PythonProcess.SOURCES),
                Map.of(),
                List.of("src/test/python/gateway.py", port, token));
        assertEquals(0, run.code(), run.output());
        Matcher ran = RAN.matcher(run.output());
        assertTrue(ran.matches(), run.output());
        assertEquals(10, Integer.parseInt(ran.group(1)));
      } finally {
        server.shutdown();
      }
    }
  }
}
