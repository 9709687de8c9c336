package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuditCommandTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--minutes 0",
        "--minutes 2000",
        "--minutes NaN",
        "--html a.txt",
        "--report a.txt"
      })
  void call_wrongOption_isRefused(String options) {
    assertEquals(2, Run.of(("audit " + options).split(" ")).code());
  }

  @Test
  @Tag("long")
  void call_inAMoment_runsAllCasesAndWritesBothReports() throws IOException {
    Path json = folder.resolve("a.json");
    Path html = folder.resolve("a.html");
    String options = "audit --minutes 0.05 --seed 1 --report " + json + " --html " + html;
    assertEquals(0, Run.of(options.split(" ")).code());
    JsonNode report = new ObjectMapper().readTree(Files.readString(json));
    assertTrue(report.get("cases").asInt() >= 300);
    assertEquals(0, report.get("failed").asInt());
    assertEquals(5, report.get("parts").size());
    assertTrue(Files.readString(html).contains("</svg>"));
  }

  /** A process whose class path begins with a class of the build that has a bug. */
  @Test
  @Tag("long")
  void call_ofABuildWithABug_exitsWith1AndNamesItsFailures() throws Exception {
    Path name = Path.of("org", "privatemean", "audit", "AuditedBuild.java");
    String source = Files.readString(Path.of("src", "main", "java").resolve(name));
    String broken = source.replace("CentralTrust.of(ledger, key,", "CentralTrust.of(ledger, SAME,");
    assertNotEquals(source, broken);
    Path changed = folder.resolve("AuditedBuild.java");
    Files.writeString(
        changed,
        broken.replaceFirst(
            "(class AuditedBuild \\{)",
            "$1 private static final NoiseKey SAME = NoiseKey.fromSeed(1);"));
    String classPath = System.getProperty("java.class.path");
    String[] compile = {"-cp", classPath, "-d", folder.toString(), changed.toString()};
    assertEquals(
        0, ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, compile));
    Path json = folder.resolve("failures.json");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                folder + File.pathSeparator + classPath,
                PrivateMeanJob.class.getName(),
                "audit",
                "--minutes",
                "0.02",
                "--report",
                json.toString())
            .redirectError(err.toFile())
            .start();
    assertTrue(process.waitFor(300, TimeUnit.SECONDS), "still running");
    assertEquals(1, process.exitValue(), () -> read(err));
    JsonNode report = new ObjectMapper().readTree(Files.readString(json));
    assertTrue(report.get("failed").asInt() > 0);
    assertTrue(report.get("parts").get(1).get("failures").size() > 0, report::toString);
    assertTrue(read(err).contains("cases failed"), () -> read(err));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
