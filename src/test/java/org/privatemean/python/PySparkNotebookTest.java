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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The notebooks for PySpark, as they are stored; PySparkIT runs them. */
final class PySparkNotebookTest {
  private static final Path FOLDER = Path.of("notebooks/python");
  private static final int MOST_CELLS = 12;
  private static final int MOST_OF_A_PICTURE = 60_000;

  private static Path stored(String name) {
    return FOLDER.resolve(name + ".ipynb");
  }

  private static JsonNode cells(String name) throws IOException {
    return new ObjectMapper().readTree(stored(name).toFile()).get("cells");
  }

  private static String text(JsonNode lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.textValue()));
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"first-release", "groups-and-persons"})
  void cells_ofTheNotebook_areThoseOfTheSource(String name) throws IOException {
    String source = Files.readString(FOLDER.resolve(name + ".py"));
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
    cells(name).forEach(cell -> stored.add(text(cell.get("source"))));
    assertEquals(expected, stored);
  }

  /** A reader sees what comes out before reading how. */
  @ParameterizedTest
  @ValueSource(strings = {"first-release", "groups-and-persons"})
  void notebook_opensWithResultAndPicture_andNamesNoMachine(String name) throws IOException {
    JsonNode cells = cells(name);
    assertTrue(cells.size() <= MOST_CELLS);
    assertEquals("markdown", cells.get(0).get("cell_type").textValue());
    assertTrue(cells.get(1).at("/outputs/0/text").size() >= 5);
    String picture = cells.get(2).at("/outputs/0/data/image~1svg+xml").textValue();
    assertTrue(picture.startsWith("<svg ") && picture.length() < MOST_OF_A_PICTURE);
    for (JsonNode cell : cells) {
      assertEquals(cell.has("execution_count"), cell.path("outputs").size() > 0);
    }
    String file = Files.readString(stored(name));
    assertFalse(file.contains(System.getProperty("user.dir")));
    assertFalse(file.contains(System.getProperty("user.home") + "/"));
  }
}
