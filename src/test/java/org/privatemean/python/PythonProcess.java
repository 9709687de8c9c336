package org.privatemean.python;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run of python3 to its end.
 *
 * @param code what it exited with
 * @param output what it printed, errors too
 */
public record PythonProcess(int code, String output) {
  /** The project's Python sources. */
  public static final Path SOURCES = Path.of("src/main/python").toAbsolutePath();

  /** Skips the test that asks where there is no python3 on the path. */
  public static void assumeThere() {
    boolean there =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
    assumeTrue(there, "no python3 on the path");
  }

  /**
   * Runs python3, which writes no compiled files beside the sources.
   *
   * @param work a folder for its output
   * @param path its PYTHONPATH
   * @param environment more variables
   * @throws IOException if there is no python3
   */
  public static PythonProcess run(
      Path work, List<Path> path, Map<String, String> environment, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(arguments);
    File log = Files.createTempFile(work, "python", ".log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder
        .environment()
        .put(
            "PYTHONPATH",
            path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      int code = process.waitFor();
      return new PythonProcess(code, Files.readString(log.toPath()));
    } finally {
      // Where the test's time is over.
      process.destroyForcibly();
    }
  }
}
