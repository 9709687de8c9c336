package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.python.PythonProcess;

/**
 * The test vectors of the page "Wire format". A change of any format shows as a change of them;
 * {@code mvn test -Dtest=WireFormatTest -Dvectors.write=true} writes them anew.
 */
final class WireFormatTest {
  private static final Path VECTORS = Path.of("src/test/vectors");

  /** The fields in hexadecimal digits that a vector may have. */
  private static final List<String> MUTATED =
      List.of("key", "state", "digest", "bits", "bundle", "report", "stream");

  private static final ObjectMapper PRETTY =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  @TempDir private Path work;

  private static String text(JsonNode file) throws IOException {
    return PRETTY.writeValueAsString(file) + "\n";
  }

  @Test
  void vectors_equalTheOutputOfTheCode() throws IOException {
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
    assertEquals(files.size(), stored().size());
  }

  private static List<Path> stored() throws IOException {
    try (Stream<Path> all = Files.list(VECTORS)) {
      return all.sorted().toList();
    }
  }

  @Test
  void vectors_asStored_areAcceptedAndReproduced() throws IOException {
    int vectors = 0;
    for (Path file : stored()) {
      for (JsonNode vector : WireVectors.JSON.readTree(file.toFile())) {
        assertEquals("", WireVector.difference(vector).orElse(""), file.toString());
        vectors++;
      }
    }
    assertEquals(53, vectors);
  }

  private PythonProcess python(List<Path> folders) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("src/test/python/wire_format.py"));
    folders.stream().map(Path::toString).forEach(arguments::add);
    return PythonProcess.run(work, List.of(), Map.of("PYTHONIOENCODING", "utf-8"), arguments);
  }

  /** An implementation that shares no code, in which a device's frames are made again. */
  @Test
  void vectors_readByPython_agree() throws IOException, InterruptedException {
    PythonProcess.assumeThere();
    PythonProcess run = python(List.of(VECTORS));
    assertEquals(VECTORS + ": 53 vectors agree\n", run.output());
    assertEquals(0, run.code());
    assertEquals(1, python(List.of()).code());
    assertEquals(1, python(List.of(work)).code());
  }

  /** One vector with one field changed by one bit, in a folder of its own. */
  private record Mutation(Path folder, JsonNode vector) {}

  private List<Mutation> mutations() throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    for (Path file : stored()) {
      for (JsonNode vector : WireVectors.JSON.readTree(file.toFile())) {
        for (ObjectNode changed : changed((ObjectNode) vector)) {
          Path folder = Files.createDirectory(work.resolve("mutation" + mutations.size()));
          JsonNode alone = PRETTY.createArrayNode().add(changed);
          Files.writeString(folder.resolve(file.getFileName()), text(alone));
          mutations.add(new Mutation(folder, changed));
        }
      }
    }
    return mutations;
  }

  private static List<ObjectNode> changed(ObjectNode vector) {
    List<ObjectNode> all = new ArrayList<>();
    for (String field : MUTATED) {
      byte[] bytes = WireVectors.hex(vector.path(field).asText());
      for (int place : bytes.length == 0 ? List.<Integer>of() : places(vector, field, bytes)) {
        byte[] other = bytes.clone();
        other[place] ^= 1;
        all.add(vector.deepCopy().put(field, WireVectors.hex(other)));
      }
    }
    if (vector.has("reason")) {
      all.add(vector.deepCopy().put("reason", "SEAL"));
    }
    if (vector.has("of")) {
      // What is valid is not refused.
      String field = vector.get("of").has("stream") ? "stream" : "bundle";
      all.add(vector.deepCopy().set("frame", vector.get("of").get(field)));
    }
    return all;
  }

  /** First, in the middle and last, where both programs make all bits again; else in the frame. */
  private static List<Integer> places(JsonNode vector, String field, byte[] bytes) {
    boolean isNoise =
        vector.get("format").asText().equals("sealed shuffle bundle")
            || vector.path("derived").path("task").asText().equals("MEAN")
            || field.equals("report");
    return (field.equals("bundle") || field.equals("report")) && isNoise
        ? List.of(0, 2)
        : List.of(0, bytes.length / 2, bytes.length - 1);
  }

  @Tag("long")
  @Test
  void vectors_withOneBitChanged_areRefusedByBothPrograms()
      throws IOException, InterruptedException {
    List<Mutation> mutations = mutations();
    assertTrue(mutations.size() > 150, () -> "few mutations: " + mutations.size());
    for (Mutation mutation : mutations) {
      assertTrue(
          WireVector.difference(mutation.vector()).isPresent(),
          () -> "Java agrees: " + mutation.vector());
    }
    PythonProcess.assumeThere();
    PythonProcess run = python(mutations.stream().map(Mutation::folder).toList());
    assertEquals(1, run.code());
    List<String> agrees =
        run.output().lines().filter(line -> !line.contains(": differs: ")).toList();
    assertEquals(List.of(), agrees);
    assertEquals(mutations.size(), run.output().lines().count());
  }
}
