package org.privatemean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.package$;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The page of the tests of the promise lists the classes that bear {@link Promise}; {@code mvn test
 * -Dtest=PromiseTest -Dpromise.write=true} writes its table anew. And what {@link PromiseRecorder}
 * writes of a run.
 */
final class PromiseTest {
  private static final Path SOURCES = Path.of("src/test/java");
  private static final Path PAGE = Path.of("src/site/markdown/tests-of-the-promise.md");
  private static final String HEADER = "| class | what it shows |\n|---|---|\n";
  private static final String OURS = "org.privatemean.";

  /**
   * What the tests of each class of the promise show, by the class's name; without those that are
   * not compiled for the Spark that runs, which the page would show.
   */
  static Map<String, String> promises() throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(SOURCES)) {
      for (Path path : paths.filter(each -> each.toString().endsWith(".java")).toList()) {
        if (Files.readString(path).contains("\n@Promise(")) {
          String name =
              SOURCES.relativize(path).toString().replace('/', '.').replaceFirst(".java$", "");
          load(name).ifPresent(type -> found.put(name, type.getAnnotation(Promise.class).value()));
        }
      }
    }
    return found;
  }

  private static Optional<Class<?>> load(String name) {
    try {
      return Optional.of(Class.forName(name, false, PromiseTest.class.getClassLoader()));
    } catch (ClassNotFoundException notCompiled) {
      return Optional.empty();
    }
  }

  /** The first two cells of a class's row. */
  static String row(String name, String shows) {
    return "| `" + name.substring(OURS.length()) + "` | " + shows + " |";
  }

  private static String table() throws IOException {
    StringBuilder table = new StringBuilder(HEADER);
    promises().forEach((name, shows) -> table.append(row(name, shows)).append('\n'));
    return table.toString();
  }

  @Test
  void page_listsTheClassesOfThePromise() throws IOException {
    // Spark 3.5 has no CALL, and so not all of the classes.
    Assumptions.assumeFalse(package$.MODULE$.SPARK_VERSION().startsWith("3."));
    String page = Files.readString(PAGE);
    int start = page.indexOf(HEADER);
    assertTrue(start > 0, "no table in " + PAGE);
    int end = page.indexOf("\n\n", start) + 1;
    if (Boolean.getBoolean("promise.write")) {
      Files.writeString(PAGE, page.substring(0, start) + table() + page.substring(end));
    } else {
      assertEquals(
          table(),
          page.substring(start, end),
          "write it anew by mvn test -Dtest=PromiseTest -Dpromise.write=true");
    }
  }

  /** Run by the launcher below only: surefire leaves nested classes out. */
  static final class Fixture {
    @Test
    void passes() {
      assertTrue(true);
    }

    @Test
    void fails() {
      throw new AssertionError("as it should");
    }

    @Test
    void isSkipped() {
      Assumptions.abort();
    }
  }

  private static void run(PromiseRecorder recorder) {
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(recorder)
                .build())
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Fixture.class))
                .build());
  }

  @Test
  void recorder_ofARun_countsPassedFailedAndSkipped(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("run.md");
    run(
        new PromiseRecorder(
            file,
            new TreeMap<>(Map.of(Fixture.class.getName(), "three ends", OURS + "Other", "none"))));
    List<String> rows = new ArrayList<>(Files.readAllLines(file));
    assertTrue(
        rows.get(0).matches("# Tests of the promise: spark-private-mean \\d.*"), rows.get(0));
    assertEquals(
        List.of(
            "| `Other` | none | not run | not run | not run |",
            "| `PromiseTest$Fixture` | three ends | 1 | 1 | 1 |"),
        rows.subList(rows.size() - 2, rows.size()));
  }

  @Test
  void recorder_ofARunWithoutSuchClasses_writesNothing(@TempDir Path folder) {
    Path file = folder.resolve("run.md");
    run(new PromiseRecorder(file, Map.of(OURS + "Other", "none")));
    assertTrue(Files.notExists(file));
  }
}
