package org.privatemean.it;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * What the build left in its distribution folder, and processes on it.
 *
 * @param root the folder
 */
record SparkDistribution(Path root) {
  /** Java options for processes that live for seconds: they spend most of them starting. */
  static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** The one that the build tests. */
  static SparkDistribution built() {
    return new SparkDistribution(Path.of(System.getProperty("dist")));
  }

  /** The project's jar. */
  Path jar() throws IOException {
    try (Stream<Path> jars = Files.list(root.resolve("lib"))) {
      return jars.findFirst().orElseThrow();
    }
  }

  /** Every jar of Spark, as a class path. */
  String sparkJars() {
    return root.resolve("spark").resolve("jars") + "/*";
  }

  /**
   * A driver: a class of the tests, on the loopback device and with the project's jar.
   *
   * @param log where its output and errors go, together
   * @param settings of Spark, as {@code name=value}
   */
  Process startDriver(Class<?> main, Path log, List<String> settings, String... arguments)
      throws IOException {
    String tests = main.getProtectionDomain().getCodeSource().getLocation().getPath();
    List<String> all = new ArrayList<>(List.of("-Xmx512m"));
    settings.forEach(setting -> all.add("-D" + setting));
    all.addAll(
        List.of(
            "-Dspark.jars=" + jar(),
            "-Dspark.executor.extraJavaOptions=" + String.join(" ", SHORT_LIVED),
            "-Dspark.ui.enabled=false",
            "-Dspark.driver.host=127.0.0.1",
            main.getName()));
    all.addAll(List.of(arguments));
    return start(String.join(File.pathSeparator, tests, jar().toString(), sparkJars()), log, all);
  }

  /**
   * A Java process with Spark's home and on the loopback device.
   *
   * @param classPath its class path
   * @param log where its output and errors go, together
   * @param arguments options, main class and its arguments
   */
  Process start(String classPath, Path log, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(JavaModuleOptions.defaultModuleOptionArray()));
    command.addAll(SHORT_LIVED);
    command.addAll(List.of("-cp", classPath));
    command.addAll(arguments);
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    process
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME",
                root.resolve("spark").toString(),
                "SPARK_SCALA_VERSION",
                "2.13",
                "SPARK_LOCAL_IP",
                "127.0.0.1"));
    return process.redirectOutput(log.toFile()).start();
  }
}
