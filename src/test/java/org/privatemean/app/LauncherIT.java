package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher as a user meets it: another working folder, a space in the paths. */
final class LauncherIT {
  private static final Path DIST = Path.of(System.getProperty("dist"));

  /** For processes that live for seconds: they spend most of them starting. */
  private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  @TempDir private static Path temporary;

  /** A copy of the distribution but for the jars of Spark and of the shell, which it links to. */
  private static Path launcher;

  private static Path work;

  @BeforeAll
  static void install() throws IOException {
    Path home = Files.createDirectories(temporary.resolve("a place/dist"));
    for (String part : List.of("bin", "conf", "lib")) {
      copy(DIST.resolve(part), home.resolve(part));
    }
    for (String part : List.of("spark", "shell")) {
      Files.createSymbolicLink(home.resolve(part), DIST.resolve(part).toAbsolutePath());
    }
    launcher = home.resolve("bin/private-mean");
    work = Files.createDirectories(temporary.resolve("a work folder"));
    Files.write(work.resolve("x y.csv"), csv().toList());
  }

  @AfterAll
  static void unlink() throws IOException {
    Files.delete(temporary.resolve("a place/dist/spark"));
    Files.delete(temporary.resolve("a place/dist/shell"));
    Files.deleteIfExists(temporary.resolve("an installation/jars"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        // Keeps the launcher executable.
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static Stream<String> csv() {
    return Stream.concat(
        Stream.of("a,b"),
        Stream.iterate(0, i -> i + 1).limit(20_000).map(i -> (i % 7) + "," + (5 + i % 3)));
  }

  private static Run launch(String... args) throws IOException, InterruptedException {
    return launch(work, Map.of("SPARK_MASTER", "local[2]"), args);
  }

  private static Run launch(Path folder, String... args) throws IOException, InterruptedException {
    return launch(folder, Map.of("SPARK_MASTER", "local[2]"), args);
  }

  private static Run launch(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    return launch(work, environment, args);
  }

  private static Run launch(Path folder, Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    return run(launcher, "", folder, environment, args);
  }

  private static Run run(
      Path script, String typed, Path folder, Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(args));
    File in = Files.writeString(temporary.resolve("in"), typed).toFile();
    File out = temporary.resolve("out").toFile();
    File err = temporary.resolve("err").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(in)
            .redirectOutput(out)
            .redirectError(err);
    builder.environment().keySet().removeIf(name -> name.startsWith("SPARK_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("JDK_JAVA_OPTIONS", SHORT_LIVED);
    builder.environment().putAll(environment);
    int code = builder.start().waitFor();
    return new Run(code, Files.readString(out.toPath()), withoutProgress(err.toPath()));
  }

  /** Spark's progress bar writes over itself and ends with blanks; Java notes its variable. */
  private static String withoutProgress(Path err) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readString(err).split("[\r\n]+", -1)) {
      if (!line.isBlank() && !line.startsWith("[Stage ") && !line.startsWith("NOTE: Picked up")) {
        lines.add(line);
      }
    }
    return String.join("\n", lines);
  }

  @Test
  void fit_thenInspect_leaveTheReleaseAndNothingElse() throws Exception {
    String[] fit = {
      "fit",
      "--input",
      "x y.csv",
      "--format",
      "csv",
      "--features",
      "a,b",
      "--rho",
      "0.5",
      "--seed",
      "7",
      "--report",
      "r 1.json",
      "--output",
      "m 1"
    };
    Run first = launch(fit).warnedOfTheSeed().assertDone();
    assertEquals("", first.out());
    String report = Files.readString(work.resolve("r 1.json"));
    assertEquals(20_000, Run.json(report).get("n").intValue());
    assertEquals(2, Run.json(report).get("mean").size());
    assertEquals(3.0, Run.json(report).get("mean").get(0).doubleValue(), 0.5);
    assertEquals(6.0, Run.json(report).get("mean").get(1).doubleValue(), 0.5);
    launch(fit).assertRefused(2, "exists: give --overwrite");
    Run inspected = launch("inspect", "m 1", "--json").assertDone();
    assertEquals(Run.json(report), inspected.json());
    assertEquals(
        List.of("m 1", "r 1.json", "x y.csv"),
        Sample.listing(work).stream()
            .filter(name -> !name.isEmpty() && !name.contains("/"))
            .toList());
  }

  /** The example of conf, as its first lines say, seeded as noise may look like a long tail. */
  @Test
  void jobFile_fromTheTopFolder_works() throws Exception {
    Path samples = Path.of("data-samples").toAbsolutePath();
    Path top = Files.createDirectories(temporary.resolve("a project"));
    Path link = Files.createSymbolicLink(top.resolve("data-samples"), samples);
    Path conf =
        Files.createSymbolicLink(top.resolve("conf"), DIST.resolve("conf").toAbsolutePath());
    try {
      launch(top, "@conf/job.args", "--seed", "7").warnedOfTheSeed().assertDone();
    } finally {
      Files.delete(link);
      Files.delete(conf);
    }
    String report = Files.readString(top.resolve("target/diamonds.json"));
    assertEquals(53_940, Run.json(report).get("n").intValue());
    assertEquals(7, Run.json(report).get("mean").size());
    assertNotNull(ImageIO.read(top.resolve("target/diamonds.png").toFile()));
  }

  @Tag("long")
  @Test
  void jobFile_fromAnotherFolder_isRefusedWithItsName() throws Exception {
    launch("@conf/job.args").assertRefused(2, "there is no file conf/job.args");
    Path file = DIST.resolve("conf/job.args").toAbsolutePath();
    launch("@" + file).assertRefused(2, "data-samples/diamonds.csv");
  }

  @Test
  void forecast_publicValues_printsAReport() throws Exception {
    Run run =
        launch(
            "forecast",
            "--rows",
            "2000",
            "--dimension",
            "2",
            "--spread",
            "2",
            "--rho",
            "0.5",
            "--json");
    assertEquals(2000, run.assertDone().json().get("n").intValue());
  }

  /** A master that no Spark accepts shows whether one is started. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --help                                                      | 0
          --version                                                   | 0
          fit --help                                                  | 0
          forecast --rows 2000 --dimension 2 --spread 2 --rho 0.5     | 0
          ''                                                          | 2
          fits                                                        | 2
          forecast --rows 2000 --rho 0.5                              | 2
          fit --input none.csv --features a --rho 0.5 --report r.txt  | 2
          fit --input none.csv --features a --rho 0.5 --bonud 2       | 2
          fit --input none.csv --features a --rho 0.5 --dimension 2   | 2
          inspect                                                     | 2
          fit --input none.csv --features a --rho 0.5                 | 1
          inspect none                                                | 1
          """)
  void launch_brokenSpark_runsCommandsWithoutSpark(String line, int code) throws Exception {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ", -1);
    Run bundled = launch(Map.of("SPARK_MASTER", "no-such-master"), args);
    assertEquals(code, bundled.code(), bundled.err());
    Run installed = launch(Map.of("SPARK_HOME", brokenInstallation().toString()), args);
    assertEquals(code == 1 ? 7 : code, installed.code(), installed.err());
    if (code != 1) {
      assertEquals(bundled.out(), installed.out());
      assertEquals(bundled.err(), installed.err());
    }
  }

  /** An installation whose spark-submit does nothing but fail. */
  private static Path brokenInstallation() throws IOException {
    Path home = temporary.resolve("an installation");
    if (!Files.exists(home)) {
      Path submit = Files.createDirectories(home.resolve("bin")).resolve("spark-submit");
      Files.writeString(submit, "#!/bin/sh\nexit 7\n");
      assertTrue(submit.toFile().setExecutable(true));
      Files.createSymbolicLink(home.resolve("jars"), DIST.resolve("spark/jars").toAbsolutePath());
    }
    return home;
  }

  /** Spark's own jars come first on its class path: an older jar among them would be what runs. */
  @ParameterizedTest
  @ValueSource(strings = {"private-mean", "private-mean-shell", "private-mean-sql"})
  void launch_jarOfAnotherVersionInTheInstallation_isRefusedByItsName(String name)
      throws Exception {
    Path home = Files.createDirectories(temporary.resolve("installed twice " + name));
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String tool : List.of("spark-submit", "spark-shell", "spark-sql")) {
      Path script = Files.createDirectories(home.resolve("bin")).resolve(tool);
      Files.writeString(script, "#!/bin/sh\nexit 0\n");
      assertTrue(script.toFile().setExecutable(true));
    }
    Path own;
    try (Stream<Path> found = Files.list(DIST.resolve("lib"))) {
      own = found.filter(file -> file.toString().endsWith(".jar")).findFirst().orElseThrow();
    }
    Path script = launcher.resolveSibling(name);
    Map<String, String> environment =
        Map.of("SPARK_HOME", home.toString(), "JAVA_HOME", home.toString());
    Files.copy(own, jars.resolve(own.getFileName()));
    run(script, "", work, environment).assertDone();
    Path older = Files.copy(own, jars.resolve("spark-private-mean-0.0.9.jar"));
    run(script, "", work, environment).assertRefused(1, older + " would run in place of version");
  }

  /** With its port taken and no other allowed, the UI cannot start. */
  @Tag("long")
  @Test
  void fit_withoutOutput_printsTheReportAndStartsNoWebUiUnlessAsked() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String options = "-Dspark.ui.port=" + taken.getLocalPort() + " -Dspark.port.maxRetries=0";
      Map<String, String> environment =
          Map.of("SPARK_MASTER", "local[1]", "JDK_JAVA_OPTIONS", options);
      String[] fit = {"fit", "--input", "x y.csv", "--features", "a,b", "--rho", "0.5", "--ui"};
      Run hidden = launch(environment, Arrays.copyOf(fit, fit.length - 1));
      assertEquals(0, hidden.code(), hidden.err());
      assertEquals("recentred", hidden.json().get("method").textValue());
      Run shown = launch(environment, fit);
      assertEquals(1, shown.code(), shown.err());
      assertTrue(shown.err().contains("Failed to bind SparkUI"), shown.err());
    }
  }

  /** Whatever the installation: it is its own shell that runs. */
  @ParameterizedTest
  @CsvSource({"private-mean-shell, spark-shell", "private-mean-sql, spark-sql"})
  void shell_ofAnInstallation_hasTheJar(String name, String tool) throws Exception {
    Path home = Files.createDirectories(temporary.resolve("installed " + tool));
    Path script = Files.createDirectories(home.resolve("bin")).resolve(tool);
    Map<String, String> environment = Map.of("SPARK_HOME", home.toString());
    Path shell = launcher.resolveSibling(name);
    run(shell, "", work, environment).assertRefused(1, "there is no bin/" + tool);
    Files.writeString(script, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertTrue(script.toFile().setExecutable(true));
    List<String> given =
        run(shell, "", work, environment, "--conf", "a=b c").assertDone().out().lines().toList();
    assertTrue(given.get(given.indexOf("--jars") + 1).endsWith(".jar"), given.toString());
    assertEquals(List.of("--conf", "a=b c"), given.subList(given.size() - 2, given.size()));
  }

  @Tag("long")
  @Test
  void readmeBlocksOfSql_runAsWritten() throws Exception {
    Run run =
        run(
            launcher.resolveSibling("private-mean-sql"),
            blocks(Files.readString(Path.of("README.md")), "sql"),
            Path.of("").toAbsolutePath(),
            Map.of("SPARK_MASTER", "local[2]"));
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("\t6903\t") || run.out().contains("6903"), run.out());
  }

  /** Every block of Scala of the README as it stands there. */
  @Test
  @Tag("long")
  void readme_blocks_runInTheShell() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    Path root = Path.of("").toAbsolutePath();
    Run run =
        run(
            launcher.resolveSibling("private-mean-shell"),
            blocks(readme, "scala"),
            root,
            Map.of("SPARK_MASTER", "local[2]"));
    String said = run.out() + run.err();
    assertEquals(0, run.code(), said);
    assertFalse(said.contains("error:") || said.contains("Exception"), said);
    assertTrue(said.contains("model: org.privatemean.spark.PrivateMeanModel = "), said);
    assertTrue(said.contains("private mean of n = 6903 rows"), said);
    assertTrue(said.contains("scaled: org.apache.spark.sql."), said);
  }

  private static String blocks(String page, String language) {
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(page)
        .results()
        .map(block -> block.group(1))
        .collect(Collectors.joining());
  }

  @Tag("long")
  @Test
  void launch_argumentsInAPipe_areReadOnce() throws Exception {
    ProcessBuilder shell =
        new ProcessBuilder(
            "bash", "-c", "\"$0\" @<(printf -- '--version\\n')", launcher.toString());
    shell.environment().put("JAVA_HOME", System.getProperty("java.home"));
    shell.redirectErrorStream(true);
    Process process = shell.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), text);
    assertTrue(text.startsWith("private-mean "), text);
  }

  /** With -Xshare:on Java starts only if it can use the stored classes. */
  @Tag("long")
  @Test
  void prepare_storesClassesThatLaterRunsUseAndThatAnotherJarMakesStale() throws Exception {
    launch("prepare", "more").assertRefused(1, "prepare takes no options");
    launch(Map.of("SPARK_HOME", work.toString()), "prepare").assertRefused(1, "unset SPARK_HOME");
    // Its rows are made up, so the user's cluster is not asked.
    Run prepared = launch(Map.of("SPARK_MASTER", "no-such-master"), "prepare").assertDone();
    assertTrue(prepared.out().contains("later runs start faster"), prepared.out());
    Path stored = launcher.resolveSibling("../lib/classes.jsa");
    try {
      String[] fit = {
        "fit", "--input", "x y.csv", "--features", "a,b", "--rho", "0.5", "--seed", "7"
      };
      Map<String, String> strict = Map.of("JDK_JAVA_OPTIONS", "-Xshare:on " + SHORT_LIVED);
      Run run = launch(strict, fit).warnedOfTheSeed().assertDone();
      assertEquals("", run.err());
      assertEquals(20_000, run.json().get("n").intValue());
      for (File file : stored.resolveSibling(".").toFile().listFiles()) {
        assertTrue(file.setLastModified(0), file.getName());
      }
      assertNotEquals(0, launch(strict, fit).code());
      run = launch(fit).warnedOfTheSeed().assertDone();
      assertEquals("", run.err());
      assertEquals(20_000, run.json().get("n").intValue());
    } finally {
      Files.delete(stored);
    }
  }

  @Test
  void help_isOnStandardOutput() throws Exception {
    assertTrue(launch("--help").assertDone().out().contains("forecast"));
    assertTrue(launch("fit", "--help").assertDone().out().contains("--coordinate-bound"));
    assertTrue(launch("--version").assertDone().out().matches("private-mean \\d+\\.\\d+\\S*\\R"));
  }

  @Test
  void fit_wrongInput_exitsWithTwo() throws Exception {
    launch("fit", "--rho", "0.5", "--method", "clipped").assertRefused(2, "needs a public bound");
    launch("fit", "--input", "x y.csv", "--features", "a,zz", "--rho", "0.5")
        .assertRefused(2, "the input has no column zz");
  }

  @Tag("long")
  @Test
  void fit_invalidRow_exitsWithOneWithoutItsValue() throws Exception {
    Path bad = temporary.resolve("bad.csv");
    Files.write(bad, Stream.concat(csv(), Stream.of(Sample.SENTINEL + ",no")).toList());
    Run run =
        launch(
                "fit",
                "--input",
                bad.toString(),
                "--features",
                "a,b",
                "--rho",
                "0.5",
                "--report",
                "bad.json")
            .assertRefused(1, "--handle-invalid");
    assertFalse(run.err().contains(Sample.SENTINEL), run.err());
    assertFalse(Files.exists(work.resolve("bad.json")));
  }

  /** A real process with the launcher's log settings, on input that is planted all over. */
  @Tag("long")
  @Test
  void fit_plantedRows_leakNothing() throws Exception {
    Path input = Files.createDirectories(temporary.resolve("planted"));
    String header = "canaryheader,a,b";
    Files.write(
        input.resolve("part-canaryfile.csv"),
        Stream.of(
                Stream.of(header),
                csv().skip(1).map(line -> "canarytext," + line),
                Stream.of(
                    "canarytext,77310409e999,1",
                    "canarytext,77310409x,1",
                    "\"canarytext,77310409",
                    "77310409,".repeat(25_000),
                    header,
                    "{\"canarykey\": 77310409}"))
            .flatMap(lines -> lines)
            .toList());
    List<String> fit = List.of("fit", "--format", "csv", "--features", "a,b", "--rho", "0.5");
    Path left = temporary.resolve("planted left");
    List<String> released = new ArrayList<>(fit);
    released.addAll(List.of("--input", input.toString(), "--handle-invalid", "zero"));
    released.addAll(List.of("--report", left.resolve("r.json").toString()));
    released.addAll(List.of("--output", left.resolve("m").toString()));
    Run run = launch(released.toArray(String[]::new));
    assertEquals(0, run.code(), run.err());
    assertFalse(WholeOutput.holdsInput(run.out() + run.err()), run.err());
    try (Stream<Path> files = Files.walk(left)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertFalse(WholeOutput.holdsInput(left.relativize(file) + text), file.toString());
      }
    }
    List<String> failed = new ArrayList<>(fit);
    failed.addAll(List.of("--input", input.toString()));
    run = launch(failed.toArray(String[]::new)).assertRefused(1, "--handle-invalid");
    assertFalse(WholeOutput.holdsInput(run.err()), run.err());
  }
}
