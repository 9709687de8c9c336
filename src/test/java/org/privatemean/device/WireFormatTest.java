package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The test vectors of the page "Wire format". A change of any format shows as a change of them;
 * {@code mvn test -Dtest=WireFormatTest -Dvectors.write=true} writes them anew.
 */
final class WireFormatTest {
  private static final Path VECTORS = Path.of("src/test/vectors");
  private static final ObjectMapper PRETTY =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private static String text(JsonNode file) throws IOException {
    return PRETTY.writeValueAsString(file) + "\n";
  }

  @Test
  void vectors_areWhatTheCodeMakes() throws IOException {
    Map<String, JsonNode> files = WireVectors.files();
    if (Boolean.getBoolean("vectors.write")) {
      for (Map.Entry<String, JsonNode> file : files.entrySet()) {
        Files.writeString(VECTORS.resolve(file.getKey()), text(file.getValue()));
      }
    }
    for (Map.Entry<String, JsonNode> file : files.entrySet()) {
      String stored = Files.readString(VECTORS.resolve(file.getKey()));
      assertEquals(text(file.getValue()), stored, file.getKey());
    }
    try (Stream<Path> all = Files.list(VECTORS)) {
      assertEquals(files.size(), all.count());
    }
  }

  @Test
  void vectors_asStored_areTakenAndMadeAgain() throws IOException {
    int vectors = 0;
    try (Stream<Path> all = Files.list(VECTORS)) {
      for (Path file : List.copyOf(all.toList())) {
        for (JsonNode vector : WireVectors.JSON.readTree(file.toFile())) {
          assertEquals("", WireVector.difference(vector).orElse(""), file.toString());
          vectors++;
        }
      }
    }
    assertTrue(vectors >= 30, () -> "few vectors");
  }
}
