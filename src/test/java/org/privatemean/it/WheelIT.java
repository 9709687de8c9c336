package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.python.PythonProcess;

/** The wheel that the build left: its record, what it holds, and how Python imports from it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class WheelIT {
  private static final Path WHEEL = Path.of(System.getProperty("wheel"));

  /** Every file of the wheel, by name. */
  private static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (ZipFile zip = new ZipFile(WHEEL.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        try (InputStream in = zip.getInputStream(entry)) {
          files.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    return files;
  }

  private static String info(Map<String, byte[]> files, String name) {
    String path =
        files.keySet().stream()
            .filter(each -> each.endsWith(".dist-info/" + name))
            .findFirst()
            .orElseThrow();
    return new String(files.get(path), StandardCharsets.UTF_8);
  }

  @Test
  void record_hasHashAndLengthOfEveryFile() throws IOException, NoSuchAlgorithmException {
    Map<String, byte[]> files = files();
    TreeSet<String> expected = new TreeSet<>();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(file.getValue());
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
      expected.add(
          file.getKey().endsWith("/RECORD")
              ? file.getKey() + ",,"
              : file.getKey() + ",sha256=" + text + "," + file.getValue().length);
    }
    assertEquals(
        expected, info(files, "RECORD").lines().collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void files_areThePythonSourcesAndTheJar() throws IOException {
    Map<String, byte[]> files = files();
    try (Stream<Path> sources = Files.walk(PythonProcess.SOURCES)) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        String name = PythonProcess.SOURCES.relativize(source).toString();
        if (!name.contains("__pycache__")) {
          assertArrayEquals(Files.readAllBytes(source), files.get(name), name);
        }
      }
    }
    Path jar = SparkDistribution.built().jar();
    assertArrayEquals(Files.readAllBytes(jar), files.get("privatemean/jars/" + jar.getFileName()));
    assertTrue(info(files, "WHEEL").contains("\nTag: py3-none-any\n"));
  }

  /** What an index checks before it takes a wheel. */
  @Test
  void metadata_isWhatAnIndexTakes() throws IOException {
    Map<String, byte[]> files = files();
    String[] parts = info(files, "METADATA").split("\n\n", 2);
    Map<String, List<String>> fields =
        parts[0]
            .lines()
            .map(line -> line.split(": ", 2))
            .collect(
                Collectors.groupingBy(
                    field -> field[0], Collectors.mapping(field -> field[1], Collectors.toList())));
    // Version 2.1 is what old and new tools read; it has no License-Expression and no License-File.
    Map<String, String> patterns =
        Map.ofEntries(
            Map.entry("Metadata-Version", "2\\.1"),
            Map.entry("Name", "spark-private-mean"),
            Map.entry("Version", "\\d+\\.\\d+\\.\\d+"),
            Map.entry("Summary", ".{1,512}"),
            Map.entry("Author", ".+"),
            Map.entry("Keywords", "[\\w ]+(,[\\w ]+)*"),
            Map.entry("Classifier", "\\w[\\w /]+( :: [\\w /]+)+"),
            Map.entry("License", "Apache-2\\.0"),
            Map.entry("Requires-Python", ">=3\\.\\d+"),
            Map.entry("Project-URL", "[\\w ]{1,32}, https://\\S+"),
            Map.entry("Provides-Extra", "[a-z]+"),
            Map.entry("Requires-Dist", "pyspark<4\\.2,>=3\\.5; extra == 'spark'"),
            Map.entry("Description-Content-Type", "text/markdown"));
    assertEquals(patterns.keySet(), fields.keySet());
    patterns.forEach(
        (name, pattern) ->
            assertTrue(
                fields.get(name).stream().allMatch(value -> value.matches(pattern)),
                () -> name + ": " + fields.get(name)));
    assertTrue(parts[1].strip().startsWith("# spark-private-mean\n"), parts[1]);
    assertTrue(info(files, "LICENSE").contains("Apache License"));
  }

  /** The jar by itself is on Python's path where Spark resolves it as a package. */
  @Test
  void imports_fromTheJarAlone_findThePackageTheShimAndTheJar(@TempDir Path work)
      throws IOException, InterruptedException {
    Path jar = SparkDistribution.built().jar().toAbsolutePath();
    PythonProcess run =
        PythonProcess.run(
            work,
            List.of(jar),
            Map.of(),
            List.of(
                "-c",
                """
                import privatemean, importlib.util as u
                from privatemean.summary import PrivateMeanSummary
                print(privatemean.jar())
                print(u.find_spec('org.privatemean.spark').origin)
                """));
    assertEquals(0, run.code(), run.output());
    assertEquals(jar + "\n" + jar + "/org/privatemean/spark.py\n", run.output());
  }

  @Test
  void install_withoutAnIndex_givesTheVersionAndTheJar(@TempDir Path work)
      throws IOException, InterruptedException {
    Path target = work.resolve("site");
    PythonProcess pip =
        PythonProcess.run(
            work,
            List.of(),
            Map.of("PIP_DISABLE_PIP_VERSION_CHECK", "1"),
            List.of(
                "-m",
                "pip",
                "install",
                "--no-index",
                "--no-deps",
                "--target",
                target.toString(),
                WHEEL.toString()));
    assertEquals(0, pip.code(), pip.output());
    PythonProcess run =
        PythonProcess.run(
            work,
            List.of(target),
            Map.of(),
            List.of(
                "-c",
                """
                import privatemean, importlib.metadata as m
                print(m.version('spark-private-mean') == privatemean.__version__)
                print(privatemean.jar())
                """));
    Path jar = SparkDistribution.built().jar();
    assertEquals(
        "True\n" + target.resolve("privatemean/jars").resolve(jar.getFileName()) + "\n",
        run.output());
  }
}
