package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With one seed a cluster releases the bits of a local run, also when an executor dies midway. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class ClusterIT {
  private static final SparkDistribution DISTRIBUTION = SparkDistribution.built();
  private static double[] expected;

  @BeforeAll
  static void fitLocally() {
    try (Stopped local = new Stopped(DiamondsFit.session("local[2]").getOrCreate())) {
      expected = DiamondsFit.fit(local.session());
    }
  }

  @Test
  void fit_executorKilledAfterTheIngest_releasesTheBitsOfTheLocalRun(@TempDir Path work)
      throws IOException, InterruptedException {
    assertSurvivesKill(
        work, (session, killer) -> DiamondsFit.fitPaused(DiamondsFit.features(session), killer));
  }

  @Tag("long") // The ordinary run kills an executor of the usual path.
  @Test
  void fitByPublicCalls_executorKilledAfterTheIngest_releasesTheBitsOfTheLocalRun(
      @TempDir Path work) throws IOException, InterruptedException {
    assertSurvivesKill(
        work,
        (session, killer) -> {
          session.conf().set("spark.privatemean.publicApiOnly", "true");
          // The driver would hold a table of this size itself.
          session.conf().set("spark.privatemean.maxDriverValues", "0");
          // Public calls plan a query for every pass, which is where the killer waits.
          BetweenJobs.run(session, killer);
          return DiamondsFit.fit(session);
        });
  }

  private static void assertSurvivesKill(
      Path work, BiFunction<SparkSession, ExecutorKiller, double[]> fit)
      throws IOException, InterruptedException {
    BlockLog log = new BlockLog();
    ExecutorKiller killer;
    double[] mean;
    try (StandaloneCluster cluster = StandaloneCluster.start(DISTRIBUTION, work, 2);
        Stopped driver = new Stopped(cluster.session().getOrCreate())) {
      SparkSession session = driver.session();
      session.sparkContext().addSparkListener(log);
      killer = new ExecutorKiller(cluster, session.sparkContext().applicationId());
      mean = fit.apply(session, killer);
    }
    assertFalse(killer.lost().isEmpty(), "blocks lost");
    assertTrue(log.wasRemoved(killer.killed()), "executor lost");
    for (String block : killer.lost()) {
      assertTrue(log.wasStoredElsewhere(block, killer.killed()), block);
    }
    assertArrayEquals(expected, mean, 0.0);
  }

  @Test
  void fit_blocksBeyondMemory_areWrittenToDiskAndReleaseTheSameBits() {
    BlockLog log = new BlockLog();
    double[] mean;
    try (Stopped driver =
        new Stopped(
            DiamondsFit.session("local[2]")
                .config("spark.testing.reservedMemory", 0)
                .config("spark.testing.memory", 3 << 20)
                .getOrCreate())) {
      driver.session().sparkContext().addSparkListener(log);
      mean = DiamondsFit.fit(driver.session());
    }
    assertTrue(log.partitionsOnDisk() > 0, "on disk");
    assertArrayEquals(expected, mean, 0.0);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "spark.authenticate=true spark.authenticate.secret=loopback"
            + " spark.network.crypto.enabled=true spark.io.encryption.enabled=true"
      })
  void fit_localCluster_releasesTheBitsOfTheLocalRun(String security, @TempDir Path work)
      throws IOException, InterruptedException {
    Path log = work.resolve("driver.log");
    List<String> settings = new ArrayList<>(List.of("spark.master=local-cluster[2,1,1024]"));
    security.lines().flatMap(line -> Stream.of(line.split(" ", -1))).forEach(settings::add);
    Process driver = DISTRIBUTION.startDriver(DiamondsFit.class, log, settings);
    try {
      assertTrue(driver.waitFor(240, TimeUnit.SECONDS), "still running");
      assertEquals(0, driver.exitValue(), () -> read(log));
      assertArrayEquals(expected, DiamondsFit.parse(Files.readString(log)), 0.0);
    } finally {
      driver.descendants().forEach(ProcessHandle::destroyForcibly);
      driver.destroyForcibly();
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  /** A session that ends with its block; its listeners have then seen every event. */
  private record Stopped(SparkSession session) implements AutoCloseable {
    @Override
    public void close() {
      session.stop();
    }
  }
}
