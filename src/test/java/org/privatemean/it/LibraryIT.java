package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar in a Maven project that has nothing but what the page says. */
@Tag("long")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class LibraryIT {
  private static final Path PAGES = Path.of("src/site/markdown");

  @TempDir private Path work;

  /** JUnit would warn of each link out of the folder. */
  @AfterEach
  void unlink() throws IOException {
    try (Stream<Path> files = Files.walk(work.resolve("repository"), 2)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  /** The first block of a page after a heading, in a language. */
  private static String block(String page, String after, String language) throws IOException {
    String text = Files.readString(PAGES.resolve(page));
    Matcher block =
        Pattern.compile("(?s)```" + language + "\n(.*?)```")
            .matcher(text.substring(text.indexOf(after)));
    assertTrue(block.find(), page);
    return block.group(1);
  }

  /**
   * A repository of its own that has what the build's has, but for this project. What is missing is
   * downloaded into the folders of the build's.
   */
  private void link() throws IOException {
    Path built = Path.of(System.getProperty("repository"));
    Path repository = Files.createDirectories(work.resolve("repository/org")).getParent();
    link(built, repository, "org");
    link(built.resolve("org"), repository.resolve("org"), "privatemean");
  }

  private static void link(Path from, Path to, String except) throws IOException {
    try (Stream<Path> folders = Files.list(from)) {
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        if (!folder.endsWith(except)) {
          Files.createSymbolicLink(to.resolve(folder.getFileName()), folder);
        }
      }
    }
  }

  private void maven(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(
                Stream.of("mvn", "-B", "-Dmaven.repo.local=" + work.resolve("repository")),
                Stream.of(arguments))
            .toList();
    Path log = work.resolve("maven.log");
    ProcessBuilder maven =
        new ProcessBuilder(command).directory(work.toFile()).redirectErrorStream(true);
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    int code = maven.redirectOutput(log.toFile()).start().waitFor();
    assertEquals(0, code, Files.readString(log));
  }

  /** What {@code mvn install} puts there: the jar, with the pom that names no dependency of it. */
  @Test
  void project_ofThePageAlone_compilesAndRuns() throws IOException, InterruptedException {
    link();
    Path jar = SparkDistribution.built().jar().toAbsolutePath();
    maven(
        "org.apache.maven.plugins:maven-install-plugin:3.1.4:install-file",
        "-Dfile=" + jar,
        "-DpomFile=" + Path.of("pom.xml").toAbsolutePath());
    String snippet = block("spark.md", "**In a Maven project.**", "xml");
    writePom(snippet);
    String lines = block("release-a-mean.md", "## From Java", "java");
    int body = lines.indexOf("\n\n");
    Path source = Files.createDirectories(work.resolve("src/main/java")).resolve("Main.java");
    Files.writeString(
        source,
        "import org.apache.spark.sql.SparkSession;\n"
            + lines.substring(0, body)
            + "\npublic class Main {\n  public static void main(String[] args) {\n"
            + "    SparkSession spark = SparkSession.builder().getOrCreate();\n"
            + lines.substring(body)
            + "  }\n}\n");
    maven("org.apache.maven.plugins:maven-compiler-plugin:3.14.0:compile");
    Path log = work.resolve("log");
    assertEquals(0, run(log), () -> read(log));
    String said = read(log);
    assertTrue(said.contains("private mean of n = 53940 rows, 4 coordinates, rho 0.5"), said);

    // The pin is what makes it run.
    writePom(snippet.replaceFirst("(?s)<dependencyManagement>.*</dependencyManagement>", ""));
    assertNotEquals(0, run(log));
    assertTrue(read(log).contains("scala"), () -> read(log));
  }

  private void writePom(String dependencies) throws IOException {
    Files.writeString(
        work.resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>none</groupId>
          <artifactId>none</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
        """
            + dependencies
            + "</project>\n");
  }

  /** Runs the compiled class on the class path that Maven resolves; returns the exit code. */
  private int run(Path log) throws IOException, InterruptedException {
    maven(
        "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
        "-Dmdep.outputFile=path");
    String path = Files.readString(work.resolve("path")).strip();
    return SparkDistribution.built()
        .start(
            work.resolve("target/classes") + ":" + path,
            log,
            List.of("-Dspark.master=local[2]", "-Dspark.ui.enabled=false", "Main"))
        .waitFor();
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
