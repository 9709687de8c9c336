package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the job prints on a cluster, started by spark-submit without settings of a log. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class ClusterLogIT {
  private static final SparkDistribution DISTRIBUTION = SparkDistribution.built();

  /** Spark's own warnings have the paths of files, whose folders hold values of rows. */
  @Tag("long")
  @Test
  void fit_damagedFileOfAPartition_printsNoValueOfItsFolder(@TempDir Path work)
      throws IOException, InterruptedException {
    Path rows = work.resolve("rows");
    write(rows.resolve("pid=1"), compressed());
    byte[] damaged = compressed();
    write(rows.resolve("pid=CANARY"), Arrays.copyOf(damaged, damaged.length / 2));
    Path log = work.resolve("job.log");
    try (StandaloneCluster cluster = StandaloneCluster.start(DISTRIBUTION, work, 1)) {
      Process job =
          DISTRIBUTION.start(
              DISTRIBUTION.sparkJars(),
              log,
              List.of(
                  "-Xmx512m",
                  "org.apache.spark.deploy.SparkSubmit",
                  "--master",
                  cluster.url(),
                  "--conf",
                  "spark.driver.host=127.0.0.1",
                  "--conf",
                  "spark.executor.memory=512m",
                  "--class",
                  "org.privatemean.app.PrivateMeanJob",
                  DISTRIBUTION.jar().toString(),
                  "fit",
                  "--input",
                  rows.toString(),
                  "--format",
                  "csv",
                  "--columns",
                  "a,b",
                  "--features",
                  "a,b",
                  "--rho",
                  "1"));
      try {
        assertTrue(job.waitFor(200, TimeUnit.SECONDS), "still running");
        String printed = Files.readString(log);
        assertEquals(1, job.exitValue(), printed);
        assertTrue(printed.contains("private-mean fit: "), printed);
        assertFalse(printed.contains("CANARY"), printed);
      } finally {
        job.descendants().forEach(ProcessHandle::destroyForcibly);
        job.destroyForcibly();
      }
    }
    // The executors' logs, which only operators read, say that the file was opened.
    assertTrue(isNamedBelow(work.resolve("worker-0")), "the damaged file was never read");
  }

  private static byte[] compressed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream file = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 20_000; i++) {
        String line = Math.sin(i) + "," + Math.cos(i) + "\n";
        file.write(line.getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static void write(Path folder, byte[] bytes) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("rows.csv.gz"), bytes);
  }

  private static boolean isNamedBelow(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.filter(found -> found.endsWith("stderr")).toList()) {
        if (Files.readString(file).contains("CANARY")) {
          return true;
        }
      }
    }
    return false;
  }
}
