package org.privatemean.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The notebook for PySpark, as it is stored; PySparkIT runs it. */
final class PySparkNotebookTest {
  private static final Path SOURCE = Path.of("notebooks/private-mean-pyspark.py");
  private static final Path STORED = Path.of("notebooks/private-mean-pyspark.ipynb");

  private static JsonNode cells() throws IOException {
    return new ObjectMapper().readTree(STORED.toFile()).get("cells");
  }

  private static String text(JsonNode lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.textValue()));
    return text.toString();
  }

  @Test
  void cells_ofTheNotebook_areThoseOfTheSource() throws IOException {
    String source = Files.readString(SOURCE);
    List<String> expected =
        Stream.of(source.substring(source.indexOf('\n')).split("# COMMAND -+", -1))
            .map(
                cell ->
                    cell.strip()
                        .lines()
                        .filter(line -> !line.equals("# MAGIC %md"))
                        .map(line -> line.replaceFirst("^# MAGIC ?", ""))
                        .collect(Collectors.joining("\n")))
            .toList();
    List<String> stored = new ArrayList<>();
    cells().forEach(cell -> stored.add(text(cell.get("source"))));
    assertEquals(expected, stored);
    assertTrue(stored.size() > 10);
  }

  @Test
  void outputs_areRecorded_andNameNoMachine() throws IOException {
    int texts = 0;
    int pictures = 0;
    for (JsonNode cell : cells()) {
      for (JsonNode output : cell.path("outputs")) {
        texts += output.has("text") ? 1 : 0;
        pictures += output.path("data").has("image/svg+xml") ? 1 : 0;
      }
    }
    assertEquals(8, texts);
    assertEquals(2, pictures);
    String file = Files.readString(STORED);
    assertFalse(file.contains(System.getProperty("user.dir")));
    assertFalse(file.contains(System.getProperty("user.home") + "/"));
  }
}
