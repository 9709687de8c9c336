package org.privatemean;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes {@code target/promise-tests.md}, beside the test classes, at the end of a run with some of
 * the {@link Promise}: the version, the time, and for each such class how many of its tests passed,
 * failed and were skipped. JUnit finds it by its service file.
 */
public final class PromiseRecorder implements TestExecutionListener {
  /** Of each class of the promise that was in the run, by name. */
  private final Map<String, Tally> tallies = new TreeMap<>();

  private final Path file;
  private final Map<String, String> promises;
  private TestPlan plan;

  /**
   * For JUnit: writes beside the folder of the test classes.
   *
   * @throws IOException if the sources of the tests cannot be read
   */
  public PromiseRecorder() throws IOException {
    this(besideClasses(), PromiseTest.promises());
  }

  /** Writes there of the classes that are the keys, each with what it shows. */
  PromiseRecorder(Path file, Map<String, String> promises) {
    this.file = file;
    this.promises = promises;
  }

  /** How the tests of one class went. */
  private static final class Tally {
    private int passed;
    private int failed;
    private int skipped;

    String cells() {
      return passed + " | " + failed + " | " + skipped;
    }
  }

  private static Path besideClasses() {
    try {
      Path classes =
          Path.of(
              PromiseRecorder.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      // Each of the Sparks that are tested has a folder of its own, and so a page.
      String folder = classes.getFileName().toString();
      return classes.resolveSibling(folder.replace("test-classes", "promise-tests") + ".md");
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the folder of the test classes has no path", e);
    }
  }

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    // Of a container only a failure counts: that of a method before all tests, say.
    if (test.isTest() || !passed) {
      tally(test)
          .ifPresent(
              tally -> {
                switch (result.getStatus()) {
                  case SUCCESSFUL -> tally.passed++;
                  case ABORTED -> tally.skipped++;
                  case FAILED -> tally.failed++;
                }
              });
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    tally(test).ifPresent(tally -> tally.skipped++);
  }

  @Override
  public void testPlanExecutionFinished(TestPlan finished) {
    if (tallies.isEmpty()) {
      return;
    }
    try {
      Files.write(file, page());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<Tally> tally(TestIdentifier test) {
    return className(test)
        .filter(promises::containsKey)
        .map(name -> tallies.computeIfAbsent(name, unused -> new Tally()));
  }

  /** Of the test itself or, of those made at run time, of what made it. */
  private Optional<String> className(TestIdentifier test) {
    Optional<TestIdentifier> place = Optional.of(test);
    while (place.isPresent()) {
      Optional<String> name = place.get().getSource().flatMap(PromiseRecorder::nameOf);
      if (name.isPresent()) {
        return name;
      }
      place = plan.getParent(place.get());
    }
    return Optional.empty();
  }

  private static Optional<String> nameOf(Object source) {
    if (source instanceof MethodSource method) {
      return Optional.of(method.getClassName());
    }
    return source instanceof ClassSource type ? Optional.of(type.getClassName()) : Optional.empty();
  }

  private List<String> page() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# Tests of the promise: spark-private-mean " + version());
    lines.add("");
    lines.add(
        String.format(
            "Run ended %s, Java %s, Spark %s.",
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            Runtime.version(),
            org.apache.spark.package$.MODULE$.SPARK_VERSION()));
    lines.add("");
    lines.add("| class | what it shows | passed | failed | skipped |");
    lines.add("|---|---|---:|---:|---:|");
    promises.forEach(
        (name, shows) -> {
          Tally tally = tallies.get(name);
          String cells = tally == null ? "not run | not run | not run" : tally.cells();
          lines.add(PromiseTest.row(name, shows) + " " + cells + " |");
        });
    return lines;
  }

  /** The project's own, the first in its pom that is not within another element. */
  private static String version() throws IOException {
    return Files.readString(Path.of("pom.xml"))
        .lines()
        .filter(line -> line.startsWith("  <version>"))
        .findFirst()
        .map(line -> line.replaceAll("\\s*</?version>", ""))
        .orElse("of unknown version");
  }
}
