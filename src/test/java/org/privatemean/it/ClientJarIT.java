package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.Report;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.PureDp;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;

/** The small jar for devices, alone on a class path. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ClientJarIT {
  private static Path jar;

  @BeforeAll
  static void find() throws IOException {
    Path folder = SparkDistribution.built().root().resolve("client");
    try (Stream<Path> jars = Files.list(folder)) {
      jar = jars.findFirst().orElseThrow();
    }
  }

  @Test
  void jar_holdsOnlyTheClassesOfDevices() throws IOException {
    Set<String> packages = new TreeSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class"))
          .forEach(name -> packages.add(name.split("/", 4)[2]));
    }
    assertEquals(
        Set.of(
            "annotation",
            "device",
            "geometry",
            "local",
            "mean",
            "noise",
            "numeric",
            "privacy",
            "protocol",
            "query",
            "refusal",
            "release",
            "request",
            "rows",
            "shuffle"),
        packages);
    // Both models, the Gaussian estimators, three randomizers, sessions with their ledger, and
    // seals.
    assertTrue(Files.size(jar) < 700_000, Files.size(jar) + " bytes");
  }

  @Test
  void jar_refersToNoClassThatItLacks() {
    StringWriter out = new StringWriter();
    PrintWriter printed = new PrintWriter(out);
    ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
    assertEquals(0, jdeps.run(printed, printed, "-v", jar.toString()));
    List<String> references = out.toString().lines().filter(line -> line.contains("->")).toList();
    assertTrue(references.size() > 500, references.size() + " references");
    assertEquals(List.of(), references.stream().filter(r -> r.endsWith("not found")).toList());
  }

  /**
   * Every round of the mean, from medians to PrivUnit, with its reports made by another process.
   */
  @Test
  void reports_withTheClientJarAlone_areTakenInEveryRound(@TempDir Path work)
      throws IOException, InterruptedException {
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(4), new Bounds.Statistical(10, 1, 1))
            .withRoute(LocalMeanSpec.Route.MEDIANS)
            .warningOnly();
    LocalMeanState state = LocalMeanState.start(LocalMeanPlan.of(spec, 200, 2), 3);
    while (!state.isFinished()) {
      LocalMeanTally tally = state.newTally();
      List<String> lines = device(work, "local", state.toBytes());
      for (String line : lines) {
        tally.add(Report.of(HexFormat.of().parseHex(line)));
      }
      assertEquals(lines.size(), tally.acceptedReports());
      assertTrue(tally.acceptedReports() > 0);
      state = state.next(tally);
    }
    assertEquals(3, state.round());
    long reports = state.received().stream().mapToLong(round -> round.accepted()).sum();
    assertEquals(200, reports);
  }

  /** A round of medians, with its messages made by another process. */
  @Test
  void messages_withTheClientJarAlone_areTakenByTheAnalyzer(@TempDir Path work)
      throws IOException, InterruptedException {
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(8, 1e-3), new Bounds.Statistical(10, 1, 1)).warningOnly();
    ShuffleMeanState state = ShuffleMeanState.start(ShuffleMeanPlan.of(spec, 200, 2), 3);
    ShuffleMeanTally tally = state.newTally();
    List<String> lines = device(work, "shuffle", state.toBytes());
    for (String line : lines) {
      String[] message = line.split(" ", 2);
      tally.send(Integer.parseInt(message[0]), Long.parseLong(message[1]));
    }
    assertEquals(lines.size(), tally.acceptedReports());
    assertEquals(0, Math.log(lines.size() / state.expectedMessages()), Math.log(2));
    assertEquals(1, state.next(tally).round());
  }

  private static List<String> device(Path work, String trustModel, byte[] state)
      throws IOException, InterruptedException {
    Path file = Files.write(work.resolve("state"), state);
    Path log = work.resolve("log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                jar + File.pathSeparator + program(work),
                Device.class.getName(),
                trustModel,
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int code = process.waitFor();
    List<String> lines = Files.readAllLines(log);
    assertEquals(0, code, lines.toString());
    return lines;
  }

  /** A folder with the program's class and no other. */
  private static Path program(Path work) throws IOException {
    String name = Device.class.getName().replace('.', '/') + ".class";
    Path target = work.resolve("program").resolve(name);
    if (!Files.exists(target)) {
      Files.createDirectories(target.getParent());
      try (InputStream in = Device.class.getClassLoader().getResourceAsStream(name)) {
        Files.copy(in, target);
      }
    }
    return work.resolve("program");
  }
}
