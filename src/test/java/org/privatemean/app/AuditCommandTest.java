package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    assertEquals(3, report.get("parts").size());
    assertTrue(Files.readString(html).contains("</svg>"));
  }
}
