package org.privatemean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.spark.internal.config.ConfigEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.app.PrivateMeanJob;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import picocli.CommandLine.Command;

/**
 * The files that other programs read: workflows, templates, the image, the scripts and the poms. No
 * such program runs here.
 */
final class DeliveryFilesTest {
  private static final Path WORKFLOWS = Path.of(".github/workflows");
  private static final Path KUBERNETES = Path.of("src/dist/kubernetes");
  private static final Path DOCKERFILE = KUBERNETES.resolve("Dockerfile");

  private static final Pattern PINNED = Pattern.compile("[\\w.-]+/[\\w./-]+@(v\\d+|[0-9a-f]{40})");

  // --- YAML and XML ---

  private static List<Object> documents(String text) {
    Load load = new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build());
    return StreamSupport.stream(load.loadAllFromString(text).spliterator(), false).toList();
  }

  /** The value under keys, one inside the other; an empty map where there is none. */
  private static Object at(Object node, String... keys) {
    Object found = node;
    for (String key : keys) {
      found = found instanceof Map<?, ?> map && map.get(key) != null ? map.get(key) : Map.of();
    }
    return found;
  }

  private static Map<?, ?> map(Object node) {
    return node instanceof Map<?, ?> map ? map : Map.of();
  }

  private static List<?> list(Object node) {
    return node instanceof List<?> list ? list : List.of();
  }

  private static Element pom(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(file.toFile())
        .getDocumentElement();
  }

  private static Stream<Element> children(Node parent, String name) {
    return IntStream.range(0, parent.getChildNodes().getLength())
        .mapToObj(i -> parent.getChildNodes().item(i))
        .filter(node -> node.getNodeName().equals(name))
        .map(Element.class::cast);
  }

  /** The text of an element of the pom, without the white space between its parts. */
  private static String text(Node parent, String name) {
    return children(parent, name)
        .map(child -> child.getTextContent().replaceAll("\\s+", " ").strip())
        .collect(Collectors.joining());
  }

  private static String version() throws Exception {
    return text(pom(Path.of("pom.xml")), "version");
  }

  private static Set<String> profiles() throws Exception {
    return children(pom(Path.of("pom.xml")), "profiles")
        .flatMap(profiles -> children(profiles, "profile"))
        .map(profile -> text(profile, "id"))
        .collect(Collectors.toSet());
  }

  // --- Workflows ---

  private static Stream<Path> workflows() throws IOException {
    try (Stream<Path> files = Files.list(WORKFLOWS)) {
      return files.toList().stream();
    }
  }

  /** What is wrong with a workflow; empty where nothing is. */
  private static List<String> problems(String text) throws Exception {
    List<String> problems = new ArrayList<>();
    Object workflow = documents(text).get(0);
    for (String key : List.of("name", "on", "permissions", "jobs")) {
      if (!map(workflow).containsKey(key)) {
        problems.add("no " + key);
      }
    }
    if (map(at(workflow, "jobs")).isEmpty()) {
      problems.add("no job");
    }
    for (Map.Entry<?, ?> job : map(at(workflow, "jobs")).entrySet()) {
      if (!String.valueOf(at(job.getValue(), "runs-on")).matches("\\w+-[\\d.]+")) {
        problems.add(job.getKey() + ": runs-on names no version");
      }
      if (!(at(job.getValue(), "timeout-minutes") instanceof Integer)) {
        problems.add(job.getKey() + ": no timeout-minutes");
      }
      Matcher requested = Pattern.compile("matrix\\.(\\w+)").matcher(job.getValue().toString());
      while (requested.find()) {
        if (list(at(job.getValue(), "strategy", "matrix", requested.group(1))).isEmpty()) {
          problems.add(job.getKey() + ": no matrix of " + requested.group(1));
        }
      }
      List<?> steps = list(at(job.getValue(), "steps"));
      if (steps.isEmpty()) {
        problems.add(job.getKey() + ": no step");
      }
      for (Object step : steps) {
        problems.addAll(stepProblems(map(step)));
      }
    }
    return problems;
  }

  private static List<String> stepProblems(Map<?, ?> step) throws Exception {
    if (step.containsKey("run") == step.containsKey("uses")) {
      return List.of(step + ": neither run nor uses, or both");
    }
    if (step.get("uses") instanceof String action) {
      return PINNED.matcher(action).matches() ? List.of() : List.of(action + ": not pinned");
    }
    return commandProblems(String.valueOf(step.get("run")));
  }

  private static List<String> commandProblems(String command) throws Exception {
    List<String> problems = new ArrayList<>();
    Matcher files =
        Pattern.compile("(?<![\\w/.-])(\\.ci|src|conf|\\.github)/[\\w./-]+").matcher(command);
    while (files.find()) {
      Path file = Path.of(files.group());
      if (!Files.exists(file) || (command.startsWith(files.group()) && !Files.isExecutable(file))) {
        problems.add(files.group() + ": no such file, or it cannot be run");
      }
    }
    Matcher named = Pattern.compile("(?<=\\s-P)[\\w.,-]+").matcher(command);
    while (named.find()) {
      Set<String> unknown = new HashSet<>(List.of(named.group().split(",", -1)));
      unknown.removeAll(profiles());
      if (!unknown.isEmpty()) {
        problems.add("no profile " + unknown);
      }
    }
    return problems;
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void workflow_isComplete_andNamesWhatIsThere(Path file) throws Exception {
    assertEquals(List.of(), problems(Files.readString(file)));
  }

  /** The check above finds each of these faults, put into a workflow that has none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          on:                | off:                   | no on
          runs-on:           | runs:                  | tests: runs-on names no version
          ubuntu-24.04       | ubuntu-latest          | tests: runs-on names no version
          timeout-minutes:   | minutes:               | tests: no timeout-minutes
          java: ['17', '21'] | jdk: ['17', '21']      | tests: no matrix of java
          checkout@v4        | checkout@main          | actions/checkout@main: not pinned
          checkout@v4        | checkout               | actions/checkout: not pinned
          run: .ci/run       | run: .ci/runs          | .ci/runs: no such file, or it cannot be run
          run: .ci/run       | run: .ci/counting      | .ci/counting: no such file, or it cannot be run
          run: .ci/run       | ran: .ci/run           | {ran=.ci/run}: neither run nor uses, or both
          -Psite             | -Psites                | no profile [sites]
          """)
  void workflow_withAFault_isNotComplete(String right, String wrong, String problem)
      throws Exception {
    List<String> problems = new ArrayList<>();
    for (String name : List.of("ci.yml", "site.yml")) {
      problems.addAll(problems(Files.readString(WORKFLOWS.resolve(name)).replace(right, wrong)));
    }
    assertTrue(problems.contains(problem), problems.toString());
  }

  /** The commands of a workflow, in their order. */
  private static List<String> runs(Object workflow) {
    return map(at(workflow, "jobs")).values().stream()
        .flatMap(job -> list(at(job, "steps")).stream())
        .filter(step -> map(step).containsKey("run"))
        .map(step -> String.valueOf(at(step, "run")))
        .toList();
  }

  /** The site is built by one workflow, and its pages are opened. */
  @Test
  void workflows_buildTheSiteOnce() throws IOException {
    List<String> runs = new ArrayList<>();
    for (Path file : workflows().toList()) {
      runs.addAll(runs(documents(Files.readString(file)).get(0)));
    }
    assertEquals(
        List.of("mvn -q -B -Psite package -DskipTests", "npm --prefix target/site-build test"),
        runs.stream().filter(run -> run.matches(".*(-Psite|npm).*")).toList());
  }

  @Test
  void workflows_runTheTestsOnTwoJdks_allSparks_andAReleaseByTag() throws Exception {
    Object ci = documents(Files.readString(WORKFLOWS.resolve("ci.yml"))).get(0);
    assertEquals(List.of("17", "21"), at(ci, "jobs", "tests", "strategy", "matrix", "java"));
    assertEquals(
        List.of(".ci/run", ".ci/cross-spark", ".ci/licences", ".ci/rehearse-release"), runs(ci));
    Object release = documents(Files.readString(WORKFLOWS.resolve("release.yml"))).get(0);
    assertEquals(List.of("v*"), at(release, "on", "push", "tags"));
  }

  @Test
  void dependabot_looksWhereAManifestIs() throws IOException {
    Object settings = documents(Files.readString(Path.of(".github/dependabot.yml"))).get(0);
    Map<String, String> manifests =
        Map.of("maven", "pom.xml", "npm", "package.json", "github-actions", ".github/workflows");
    assertEquals(2, at(settings, "version"));
    Set<String> seen = new HashSet<>();
    for (Object update : list(at(settings, "updates"))) {
      String ecosystem = String.valueOf(at(update, "package-ecosystem"));
      String folder = String.valueOf(at(update, "directory")).substring(1);
      assertTrue(Files.exists(Path.of(folder, manifests.get(ecosystem))), ecosystem);
      seen.add(ecosystem);
    }
    assertEquals(manifests.keySet(), seen);
  }

  @Test
  void issueTemplates_haveANameAndSayWhatTheyAreFor() throws IOException {
    int templates = 0;
    try (Stream<Path> files = Files.list(Path.of(".github/ISSUE_TEMPLATE"))) {
      for (Path file : files.toList()) {
        String[] parts = Files.readString(file).split("(?m)^---$", 3);
        assertEquals(3, parts.length, file.toString());
        Object front = documents(parts[1]).get(0);
        assertEquals(Set.of("name", "about"), map(front).keySet(), file.toString());
        assertFalse(parts[2].isBlank(), file.toString());
        templates++;
      }
    }
    assertTrue(templates > 0);
  }

  // --- Scripts ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".ci/run",
        ".ci/long",
        ".ci/cross-spark",
        ".ci/licences",
        ".ci/rehearse-release",
        "src/dist/kubernetes/fit.sh",
        "src/dist/bin/private-mean",
        "src/dist/bin/private-mean-bench"
      })
  void script_hasNoErrorOfSyntax(Path script, @TempDir Path work) throws Exception {
    String shell = Files.readAllLines(script).get(0).endsWith("bash") ? "bash" : "sh";
    assertEquals("", output(work, Map.of(), shell, "-n", script.toString()));
  }

  private static String output(Path work, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path log = work.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    int code = builder.start().waitFor();
    String output = Files.readString(log);
    assertEquals(0, code, output);
    return output;
  }

  // --- Kubernetes ---

  /** The instructions of a Dockerfile, each ARG replaced by its default. */
  private static List<String> instructions(String text) {
    List<String> instructions = new ArrayList<>();
    String rest = text.replaceAll("(?m)^#.*\\R", "");
    Matcher args = Pattern.compile("(?m)^ARG (\\w+)=(\\S+)$").matcher(rest);
    Map<String, String> defaults =
        args.results().collect(Collectors.toMap(a -> a.group(1), a -> a.group(2), (a, b) -> b));
    for (String line : rest.lines().toList()) {
      String filled = line;
      for (Map.Entry<String, String> arg : defaults.entrySet()) {
        filled = filled.replace("${" + arg.getKey() + "}", arg.getValue());
      }
      instructions.add(filled);
    }
    return instructions;
  }

  private static List<String> imageProblems(String text) throws Exception {
    String own = "spark-private-mean-" + version() + ".jar";
    String spark =
        children(pom(Path.of("pom.xml")), "properties")
            .findFirst()
            .map(p -> text(p, "spark.version"))
            .orElseThrow();
    List<String> problems = new ArrayList<>();
    String user = "root";
    for (String line : instructions(text)) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "FROM" -> {
          if (!words[1].matches("[\\w./-]+:" + Pattern.quote(spark) + "[\\w.-]*")) {
            problems.add(words[1] + " is not pinned to Spark " + spark);
          }
        }
        case "COPY" -> {
          if (!words[1].equals(own) && !Files.exists(KUBERNETES.resolve(words[1]))) {
            problems.add(words[1] + " is neither the jar nor a file here");
          }
        }
        case "USER" -> user = words[1];
        case "ARG" -> {}
        default -> problems.add(words[0] + " is not expected");
      }
    }
    if (user.matches("root|0(:.*)?")) {
      problems.add("runs as root");
    }
    return problems;
  }

  @Test
  void image_isOfThisSpark_hasThisJar_andNoRoot() throws Exception {
    assertEquals(List.of(), imageProblems(Files.readString(DOCKERFILE)));
  }

  /** The check above finds each of these faults. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          spark:4.1.0-scala2.13-java17-ubuntu | spark:latest       | is not pinned to Spark
          COPY spark-private-mean-            | COPY private-mean- | is neither the jar nor a file here
          VERSION=0.1.0                       | VERSION=0.0.9      | is neither the jar nor a file here
          USER spark                          | USER root          | runs as root
          USER spark                          | #                  | runs as root
          """)
  void image_withAFault_isFound(String right, String wrong, String problem) throws Exception {
    String text = Files.readString(DOCKERFILE);
    assertTrue(text.contains(right), right);
    List<String> problems = imageProblems(text.replace(right, wrong));
    assertTrue(problems.stream().anyMatch(found -> found.contains(problem)), problems.toString());
  }

  /** A spark-submit in its place shows what it would get. */
  @Test
  void fitScript_asksForWhatSparkAndTheJobKnow(@TempDir Path work) throws Exception {
    Path submit = Files.createDirectories(work.resolve("bin")).resolve("spark-submit");
    Files.writeString(submit, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertTrue(submit.toFile().setExecutable(true));
    Map<String, String> environment =
        Map.of("SPARK_HOME", work.toString(), "MASTER", "k8s://https://host:1", "IMAGE", "i:1");
    List<String> given =
        output(work, environment, "sh", KUBERNETES.resolve("fit.sh").toString(), "--rho", "0.5")
            .lines()
            .toList();

    Set<String> options = sparkOptions();
    int next = 0;
    String main = "";
    for (; given.get(next).startsWith("--"); next += 2) {
      assertTrue(options.contains(given.get(next)), given.get(next));
      String value = given.get(next + 1);
      switch (given.get(next)) {
        case "--conf" -> assertKnown(value.split("=", 2)[0]);
        case "--class" -> main = value;
        default -> {}
      }
    }
    assertNotNull(Class.forName(main).getMethod("main", String[].class));
    assertEquals(
        "local://" + folderOfTheJar() + "spark-private-mean-" + version() + ".jar",
        given.get(next));
    assertEquals(List.of("fit", "--rho", "0.5"), given.subList(next + 1, given.size()));
    assertTrue(commandsOfTheJob().contains(given.get(next + 1)));
  }

  /** Each name that spark-submit takes for an option with a value. */
  private static Set<String> sparkOptions() throws ReflectiveOperationException {
    Class<?> type = Class.forName("org.apache.spark.launcher.SparkSubmitOptionParser");
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Field options = type.getDeclaredField("opts");
    options.setAccessible(true);
    return Arrays.stream((String[][]) options.get(constructor.newInstance()))
        .flatMap(Arrays::stream)
        .collect(Collectors.toSet());
  }

  private static Set<String> commandsOfTheJob() {
    return Arrays.stream(PrivateMeanJob.class.getAnnotation(Command.class).subcommands())
        .map(command -> command.getAnnotation(Command.class).name())
        .collect(Collectors.toSet());
  }

  /** Those of Kubernetes are in a module that is not here. */
  private static void assertKnown(String setting) {
    // What Spark knows it has registered once these are loaded.
    assertNotNull(org.apache.spark.internal.config.package$.MODULE$);
    assertNotNull(org.apache.spark.internal.config.Network$.MODULE$);
    assertTrue(
        setting.startsWith("spark.kubernetes.") || ConfigEntry.findEntry(setting) != null, setting);
  }

  private static String folderOfTheJar() throws IOException {
    return instructions(Files.readString(DOCKERFILE)).stream()
        .filter(line -> line.startsWith("COPY spark-private-mean-"))
        .map(line -> line.split(" ", -1)[2])
        .collect(Collectors.joining());
  }

  @Test
  void account_isThatOfTheScript_andMayStartPods() throws IOException {
    List<Object> documents = documents(Files.readString(KUBERNETES.resolve("account.yaml")));
    Object account = documents.get(0);
    Object binding = documents.get(1);
    assertEquals(2, documents.size());
    assertEquals("ServiceAccount", at(account, "kind"));
    assertEquals("RoleBinding", at(binding, "kind"));
    Object name = at(account, "metadata", "name");
    Object subject = list(at(binding, "subjects")).get(0);
    assertEquals("ServiceAccount", at(subject, "kind"));
    assertEquals(name, at(subject, "name"));
    assertEquals("edit", at(binding, "roleRef", "name"));
    String script = Files.readString(KUBERNETES.resolve("fit.sh"));
    assertTrue(script.contains("driver.serviceAccountName=" + name + " "), script);
  }

  // --- Poms ---

  /** Maven Central asks for each of these, of both artifacts. */
  @Test
  void poms_sayWhatMavenCentralAsksFor_andTheSame() throws Exception {
    Element main = pom(Path.of("pom.xml"));
    Element client = pom(Path.of("src/dist/client-pom.xml"));
    for (String part : List.of("name", "description")) {
      assertFalse(text(main, part).isEmpty(), part);
      assertFalse(text(client, part).isEmpty(), part);
    }
    for (String part :
        List.of("groupId", "url", "inceptionYear", "licenses", "developers", "scm")) {
      assertFalse(text(main, part).isEmpty(), part);
      assertEquals(
          text(main, part).replace("${project.address}", "@address@"), text(client, part), part);
    }
    assertEquals("spark-private-mean-client", text(client, "artifactId"));
    assertEquals(Optional.empty(), children(client, "dependencies").findAny());
    assertEquals(Optional.empty(), children(client, "parent").findAny());
  }
}
