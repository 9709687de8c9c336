package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.python.PythonProcess;

/**
 * The stored test vectors are what the code makes, and what a second implementation, in Python,
 * takes them for. Written anew with {@code -Dvectors.write=true}.
 */
final class WireVectorsTest {
  private static final Path STORED = Path.of("src/test/vectors/devices.json");
  private static final Path PROGRAM = Path.of("src/test/python/wire_format.py").toAbsolutePath();

  @TempDir private Path work;

  @Test
  void vectors_ofToday_areTheStoredOnes() throws IOException {
    String today = WireVectors.text();
    if (Boolean.getBoolean("vectors.write")) {
      Files.createDirectories(STORED.getParent());
      Files.writeString(STORED, today);
    }
    assertEquals(Files.readString(STORED), today);
  }

  private PythonProcess python(Path vectors) throws IOException, InterruptedException {
    boolean there =
        List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
    assumeTrue(there, "no python3 on the path");
    return PythonProcess.run(
        work, List.of(), Map.of(), List.of(PROGRAM.toString(), vectors.toString()));
  }

  @Test
  void python_ofTheStoredVectors_agrees() throws Exception {
    PythonProcess run = python(STORED);
    assertEquals(0, run.code(), run.output());
    assertTrue(run.output().matches("(?s)\\d+ vectors, 3 invalid frames.*"), run.output());
  }

  /** One hexadecimal digit of a field, in the first vector or the last, is seen. */
  @ParameterizedTest
  @ValueSource(strings = {"key", "state", "digest", "bits", "bundle", "userId", "runId"})
  void python_ofAChangedField_disagrees(String field) throws Exception {
    String text = Files.readString(STORED);
    Matcher matcher =
        Pattern.compile("\"vectors\".*?\"" + field + "\" : \"(.)", Pattern.DOTALL).matcher(text);
    assertTrue(matcher.find());
    String other = matcher.group(1).equals("1") ? "2" : "1";
    Path changed = work.resolve("changed.json");
    Files.writeString(
        changed, text.substring(0, matcher.start(1)) + other + text.substring(matcher.end(1)));
    PythonProcess run = python(changed);
    assertNotEquals(0, run.code(), run.output());
  }
}
