package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.python.PythonProcess;

/**
 * The tests in src/test/python, by PySpark itself: that of {@code -Dpyspark.path}, the folder
 * python of a Spark, else the one that python3 imports. Without either it is skipped.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
final class PySparkIT {
  private static final String MISSING =
      "no PySpark: name the folder python of a Spark by -Dpyspark.path";

  private static final String TESTS = "src/test/python/test_private_mean.py";

  /** The folder that was named, with the zip of py4j beside it; empty where none was. */
  private static List<Path> named() throws IOException {
    String folder = System.getProperty("pyspark.path", "");
    if (folder.isEmpty()) {
      return List.of();
    }
    List<Path> path = new ArrayList<>(List.of(Path.of(folder)));
    try (Stream<Path> zips = Files.list(Path.of(folder, "lib"))) {
      zips.filter(zip -> zip.getFileName().toString().startsWith("py4j")).forEach(path::add);
    }
    return path;
  }

  private static boolean isThere(Path work, List<Path> path, String modules)
      throws IOException, InterruptedException {
    List<String> arguments = List.of("-c", "import " + modules);
    return PythonProcess.run(work, path, Map.of(), arguments).code() == 0;
  }

  /** A home of Spark with the one script that PySpark starts its JVM by. */
  private static Path home(Path work) throws IOException {
    Path spark = SparkDistribution.built().root().toAbsolutePath().resolve("spark");
    Path home = Files.createDirectories(work.resolve("home"));
    Files.copy(spark.resolve("RELEASE"), home.resolve("RELEASE"));
    Files.createSymbolicLink(home.resolve("jars"), spark.resolve("jars"));
    Path script = Files.createDirectories(home.resolve("bin")).resolve("spark-submit");
    Files.writeString(
        script,
        String.join(
            " ",
            "exec",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            JavaModuleOptions.defaultModuleOptions(),
            String.join(" ", SparkDistribution.SHORT_LIVED),
            "-Xmx2g -cp",
            "\"" + home.resolve("jars") + "/*\"",
            "org.apache.spark.deploy.SparkSubmit \"$@\"\n"));
    Files.writeString(script, "#!/bin/sh\n" + Files.readString(script));
    assertTrue(script.toFile().setExecutable(true));
    return home;
  }

  private static Map<String, String> environment(Path work, List<Path> path) throws IOException {
    Path dist = SparkDistribution.built().root().toAbsolutePath();
    Map<String, String> environment = new HashMap<>();
    environment.put("PM_JAR", SparkDistribution.built().jar().toAbsolutePath().toString());
    environment.put("PM_LAUNCHER", dist.resolve("bin/private-mean").toString());
    if (!path.isEmpty()) {
      environment.put("SPARK_HOME", home(work).toString());
      // The folder and the jars of the build may be of other versions.
      environment.put("PM_NO_PYTHON_WORKERS", "1");
    }
    return environment;
  }

  @Test
  void suite_onPySpark_passes(@TempDir Path work) throws IOException, InterruptedException {
    List<Path> path = new ArrayList<>(named());
    assumeTrue(isThere(work, path, "pyspark"), MISSING);
    Map<String, String> environment = environment(work, path);
    path.add(SparkDistribution.built().jar().toAbsolutePath());
    PythonProcess run =
        PythonProcess.run(
            work, path, environment, List.of("-W", "ignore", "-m", "unittest", "-v", TESTS));
    assertEquals(0, run.code(), run.output());
    assertTrue(run.output().contains("test_fit_mean_isAVectorNearTheExactMean"), run.output());
  }

  /** With a seed the released numbers, and so all that is printed of them, never change. */
  @ParameterizedTest
  @ValueSource(strings = {"first-release", "groups-and-persons"})
  void notebook_cellsRunInOrder_printWhatIsStored(String name, @TempDir Path work)
      throws IOException, InterruptedException {
    List<Path> path = new ArrayList<>(named());
    assumeTrue(isThere(work, path, "pyspark, IPython"), MISSING + ", or no IPython");
    Map<String, String> environment = environment(work, path);
    path.add(SparkDistribution.built().jar().toAbsolutePath());
    PythonProcess run =
        PythonProcess.run(
            work,
            path,
            environment,
            List.of(
                "-W",
                "ignore",
                "src/test/python/notebook.py",
                "check",
                "notebooks/python/" + name + ".py"));
    assertEquals(0, run.code(), run.output());
  }
}
