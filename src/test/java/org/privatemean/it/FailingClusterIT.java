package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.SparkStatusTracker;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerSpeculativeTaskSubmitted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerView.State;
import org.privatemean.rows.RowsChangedException;
import org.privatemean.spark.FileLedger;
import org.privatemean.spark.PrivateMean;

/**
 * A standalone cluster whose parts fail within a fit: it releases the bits of a run without a
 * fault, or is refused, and leaves nothing behind.
 */
@Tag("long")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // Those of one session in turn.
final class FailingClusterIT {
  private static final SparkDistribution DISTRIBUTION = SparkDistribution.built();
  private static final int WORKERS = 3;

  /** The Worker whose disk can be full. */
  private static final int SMALL = WORKERS - 1;

  private static final Map<PassKind, String> EXPECTED = new EnumMap<>(PassKind.class);

  @TempDir private static Path work;
  private static boolean isMounted;
  private static StandaloneCluster cluster;
  private static SparkSession session;
  private static List<String> settings;

  private PassFault fault = new PassFault("", PassFault.Moment.STAGE_END, executor -> {});

  @BeforeAll
  static void startCluster() throws IOException, InterruptedException {
    try (SparkSession local = DiamondsFit.session("local[2]").getOrCreate()) {
      for (PassKind kind : PassKind.values()) {
        EXPECTED.put(kind, kind.release(local));
      }
    }
    Path small = Files.createDirectories(StandaloneCluster.localDir(work, SMALL));
    isMounted = succeeds("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", small.toString());
    cluster = StandaloneCluster.start(DISTRIBUTION, work, WORKERS);
  }

  @AfterAll
  static void stopCluster() throws IOException, InterruptedException {
    try {
      stopSession();
    } finally {
      try {
        if (cluster != null) {
          cluster.close();
        }
      } finally {
        if (isMounted) {
          assertTrue(succeeds("umount", StandaloneCluster.localDir(work, SMALL).toString()));
        }
      }
    }
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  private static void stopSession() {
    if (session != null) {
      session.stop();
      session = null;
    }
  }

  /** The session with these settings, as names and values, on all executors. */
  private void startSession(String... wanted) throws IOException, InterruptedException {
    if (session == null || !settings.equals(List.of(wanted))) {
      stopSession();
      SparkSession.Builder builder = cluster.session();
      for (int i = 0; i < wanted.length; i += 2) {
        builder.config(wanted[i], wanted[i + 1]);
      }
      session = builder.getOrCreate();
      settings = List.of(wanted);
    }
    if (!settings.contains("spark.dynamicAllocation.enabled")) {
      Leftovers.await("executors", () -> executors() == WORKERS ? "" : "" + executors());
    }
  }

  private static int executors() {
    return session.sparkContext().statusTracker().getExecutorInfos().length - 1;
  }

  private void inPass(String pass, PassFault.Moment moment, Consumer<String> consequence) {
    fault = new PassFault(pass, moment, consequence);
    session.sparkContext().addSparkListener(fault);
  }

  @AfterEach
  void removeListeners() throws InterruptedException {
    if (session != null) {
      session.sparkContext().removeSparkListener(fault);
      session.sparkContext().cancelAllJobs(); // Those of a fit that took too long.
      Leftovers.assertNoRowsHeld(session);
    }
  }

  private static ProcessHandle executor(String id) {
    return cluster.executor(session.sparkContext().applicationId(), id);
  }

  private static void kill(String executor) {
    StandaloneCluster.kill(executor(executor));
  }

  private void assertUnharmed(PassKind kind, boolean publicly) {
    PassKind.keepOnExecutors(session, publicly);
    // A stage may end before the fault reaches it: then the next fit meets it.
    for (int fit = 0; fit < 3 && !hasHit(); fit++) {
      assertEquals(EXPECTED.get(kind), kind.release(session));
    }
    assertTrue(hasHit(), "no task failed");
  }

  private static void awaitEvents(SparkSession of) {
    try {
      of.sparkContext().listenerBus().waitUntilEmpty();
    } catch (TimeoutException late) {
      throw new IllegalStateException(late);
    }
  }

  /** True if the fault has hit, when Spark has delivered all events. */
  private boolean hasHit() {
    awaitEvents(session);
    return fault.hasHit();
  }

  @Order(1)
  @ParameterizedTest
  @CsvSource({
    "ALL_ROWS, false",
    "ALL_ROWS, true",
    "SAMPLE, false",
    "SAMPLE, true",
    "GROUPS, false",
    "GROUPS, true",
    "PERSONS, false",
    "PERSONS, true",
    "SHUFFLED_MESSAGES, false"
  })
  void fit_executorKilledInAPass_releasesTheSameBits(PassKind kind, boolean publicly)
      throws IOException, InterruptedException {
    startSession();
    inPass(kind.pass(), PassFault.Moment.TASK_START, FailingClusterIT::kill);
    assertUnharmed(kind, publicly);
  }

  /** What tasks wrote for the next stage is lost before that stage reads it. */
  @Order(2)
  @ParameterizedTest
  @CsvSource({
    "GROUPS, false, true",
    "PERSONS, false, false",
    "PERSONS, true, true",
    "SHUFFLED_MESSAGES, false, true"
  })
  void fit_movedRowsLost_releasesTheSameBits(PassKind kind, boolean publicly, boolean filesAlone)
      throws IOException, InterruptedException {
    startSession();
    inPass(
        "input|" + kind.pass(),
        PassFault.Moment.STAGE_END,
        filesAlone ? executor -> deleteMovedRows() : FailingClusterIT::kill);
    assertUnharmed(kind, publicly);
  }

  private static void deleteMovedRows() {
    for (int worker = 0; worker < WORKERS; worker++) {
      try (Stream<Path> files = Files.walk(StandaloneCluster.localDir(work, worker))) {
        for (Path file : files.filter(FailingClusterIT::isMovedRows).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
  }

  private static boolean isMovedRows(Path file) {
    return file.getFileName().toString().matches("shuffle_.*\\.(data|index)");
  }

  @Order(3)
  @Test
  void fitUnderALedger_executorKilledInAPass_isPaidOnce(@TempDir Path folder)
      throws IOException, InterruptedException {
    startSession();
    PassKind.keepOnExecutors(session, false);
    FileLedger ledger = FileLedger.of(folder.resolve("ledger"), 2, 0, Neighbours.ADD_REMOVE);
    inPass("(recentring|radius.*)", PassFault.Moment.TASK_START, FailingClusterIT::kill);
    PrivateMean stage = LedgerDriver.stage(ledger);
    double[] mean = stage.fit(DiamondsFit.features(session)).mean().toArray();
    assertTrue(hasHit(), "no task failed");
    assertEquals(List.of(State.STORED), ledger.states());
    assertEquals(0.5, ledger.view().spent().rhoCeiling());
    assertArrayEquals(mean, stage.fit(DiamondsFit.features(session)).mean().toArray());
    assertEquals(List.of(State.STORED), ledger.states());
  }

  /** The executors end too, and remove their files. */
  @Order(4)
  @ParameterizedTest
  @CsvSource({"TICKET", "DRAWN"})
  void fitUnderALedger_driverKilled_isRunAgainByTheStateOfItsCharge(
      State state, @TempDir Path folder) throws IOException, InterruptedException {
    FileLedger ledger = FileLedger.of(folder.resolve("ledger"), 2, 0, Neighbours.ADD_REMOVE);
    killDriver(ledger, state, folder.resolve("driver.log"));
    assertEquals(List.of(state), ledger.states());
    startSession();
    PassKind.keepOnExecutors(session, false);
    PrivateMean stage = LedgerDriver.stage(ledger);
    if (state == State.DRAWN) {
      assertThrows(LedgerRefusedException.class, () -> stage.fit(DiamondsFit.features(session)));
    } else {
      double[] mean = stage.fit(DiamondsFit.features(session)).mean().toArray();
      assertEquals(List.of(State.STORED), ledger.states());
      assertArrayEquals(mean, stage.fit(DiamondsFit.features(session)).mean().toArray());
    }
    assertEquals(0.5, ledger.view().spent().rhoCeiling());
  }

  private static void killDriver(FileLedger ledger, State state, Path output)
      throws IOException, InterruptedException {
    stopSession();
    Process driver =
        DISTRIBUTION.startDriver(
            LedgerDriver.class,
            output,
            List.of(
                "spark.master=" + cluster.url(),
                "spark.executor.memory=1g",
                "spark.local.dir=" + output.getParent()),
            ledger.folder().toString(),
            state.toString());
    try {
      Leftovers.await(
          "a driver that waits",
          () -> read(output).contains(LedgerDriver.WAITS) ? "" : "none, " + read(output));
    } finally {
      StandaloneCluster.kill(driver.toHandle());
    }
    Leftovers.await("executors without a driver", cluster::executors);
    for (int worker = 0; worker < WORKERS; worker++) {
      Leftovers.assertNoFiles(StandaloneCluster.localDir(work, worker));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** An executor does nothing until the fit has ended. */
  @Order(5)
  @Test
  void fit_executorStoppedWithSpeculation_releasesTheSameBits()
      throws IOException, InterruptedException {
    startSession(
        "spark.speculation",
        "true",
        "spark.speculation.interval",
        "50ms",
        "spark.speculation.multiplier",
        "1.1",
        "spark.speculation.quantile",
        "0.3",
        // What a task reads from the stopped executor fails after this.
        "spark.network.timeout",
        "30s",
        "spark.network.timeoutInterval",
        "5s",
        "spark.executor.heartbeatInterval",
        "5s");
    AtomicInteger again = new AtomicInteger();
    SparkListener counting =
        new SparkListener() {
          @Override
          public void onSpeculativeTaskSubmitted(SparkListenerSpeculativeTaskSubmitted event) {
            again.incrementAndGet();
          }
        };
    session.sparkContext().addSparkListener(counting);
    assertUnharmedByAStop(PassKind.SAMPLE, true, false);
    awaitEvents(session);
    assertTrue(again.get() > 0, "no task was run twice");
  }

  /** The stopped processes go on after the fit, as a machine that was away does. */
  private void assertUnharmedByAStop(PassKind kind, boolean publicly, boolean fails)
      throws InterruptedException {
    AtomicReference<ProcessHandle> stopped = new AtomicReference<>();
    inPass(
        kind.pass(),
        PassFault.Moment.TASK_START,
        id -> {
          if (stopped.get() == null) {
            stopped.set(executor(id));
            StandaloneCluster.signal(stopped.get(), "STOP");
          }
        });
    try {
      PassKind.keepOnExecutors(session, publicly);
      assertEquals(EXPECTED.get(kind), kind.release(session));
      assertTrue(stopped.get() != null && (hasHit() || !fails));
    } finally {
      if (stopped.get() != null) {
        StandaloneCluster.signal(stopped.get(), "CONT");
      }
    }
  }

  @Order(6)
  @Test
  void fit_executorStoppedBeyondTheTimeoutOfTheNetwork_releasesTheSameBits()
      throws IOException, InterruptedException {
    startSession(
        "spark.network.timeout",
        "8s",
        "spark.network.timeoutInterval",
        "1s",
        "spark.executor.heartbeatInterval",
        "1s");
    assertUnharmedByAStop(PassKind.ALL_ROWS, false, true);
  }

  /** Executors go while the driver is idle, with the rows that they hold. */
  @Order(7)
  @Test
  void fit_executorsReleasedBetweenPasses_releasesTheSameBits()
      throws IOException, InterruptedException {
    startSession(
        "spark.dynamicAllocation.enabled",
        "true",
        "spark.dynamicAllocation.shuffleTracking.enabled",
        "true",
        "spark.dynamicAllocation.shuffleTracking.timeout",
        "1s",
        "spark.dynamicAllocation.executorIdleTimeout",
        "1s",
        "spark.dynamicAllocation.cachedExecutorIdleTimeout",
        "1s",
        "spark.dynamicAllocation.schedulerBacklogTimeout",
        "1s");
    Dataset<Row> rows = DiamondsFit.features(session);
    double[] expected = DiamondsFit.fitPaused(rows, () -> {});
    double[] mean =
        DiamondsFit.fitPaused(
            rows,
            () -> {
              try {
                Leftovers.await("executors", () -> executors() == 0 ? "" : "" + executors());
              } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
              }
            });
    assertArrayEquals(expected, mean);
    PassKind.keepOnExecutors(session, false);
    assertEquals(EXPECTED.get(PassKind.PERSONS), PassKind.PERSONS.release(session));
  }

  @Order(8)
  @Test
  void fit_fullDiskOfAWorker_releasesTheSameBits() throws IOException, InterruptedException {
    Assumptions.assumeTrue(isMounted, "this account may not mount a small disk");
    startSession("spark.excludeOnFailure.enabled", "true");
    Path filler = StandaloneCluster.localDir(work, SMALL).resolve("filler");
    inPass(
        PassKind.PERSONS.pass(),
        PassFault.Moment.TASK_START,
        executor -> assertTrue(isFilled(filler)));
    try {
      assertUnharmed(PassKind.PERSONS, false);
    } finally {
      Files.deleteIfExists(filler);
    }
  }

  private static boolean isFilled(Path filler) {
    try (OutputStream file = Files.newOutputStream(filler)) {
      byte[] part = new byte[1 << 16];
      for (int i = 0; i < 1 << 20; i++) {
        file.write(part);
      }
      return false;
    } catch (IOException full) {
      return true;
    }
  }

  /** The same number of other rows takes the place of those that the first pass read. */
  @Order(9)
  @Test
  void fit_fileReplacedAfterTheFirstPass_keepsItsRowsOrIsRefused(@TempDir Path folder)
      throws IOException, InterruptedException {
    startSession();
    String first = Files.readString(DiamondsFit.TABLE);
    Path table = folder.resolve("diamonds.csv");
    Files.writeString(table, first);
    Dataset<Row> rows = DiamondsFit.features(session, table);
    double[] expected = DiamondsFit.fitPaused(rows, () -> {});
    assertArrayEquals(expected, DiamondsFit.fitPaused(rows, () -> write(table, others(first))));
    Files.writeString(table, first);
    ExecutorKiller killer = new ExecutorKiller(cluster, session.sparkContext().applicationId());
    Runnable replace =
        () -> {
          write(table, others(first));
          killer.run();
        };
    assertThrows(RowsChangedException.class, () -> DiamondsFit.fitPaused(rows, replace));
    assertFalse(killer.lost().isEmpty(), "blocks lost");
  }

  /** After the count, and before the rows are read; or between the passes of a sample. */
  @Order(10)
  @Test
  void fit_fileReplacedAfterTheCount_releasesTheNewRowsOrIsRefused(@TempDir Path folder)
      throws IOException, InterruptedException {
    startSession();
    String first = Files.readString(DiamondsFit.TABLE);
    Path table = folder.resolve("diamonds.csv");
    SparkSession own = session.newSession();
    PassKind.keepOnExecutors(own, true);
    Files.writeString(table, others(first));
    double[] expected = DiamondsFit.fit(DiamondsFit.features(own, table));
    Files.writeString(table, first);
    afterAJob(own, () -> write(table, others(first)));
    assertArrayEquals(expected, DiamondsFit.fit(DiamondsFit.features(own, table)));
    Files.writeString(table, first);
    Dataset<Row> rows = DiamondsFit.features(own, table);
    afterAJob(
        own,
        () -> write(table, first.substring(0, first.lastIndexOf('\n', first.length() - 2) + 1)));
    assertThrows(RowsChangedException.class, () -> PassKind.SAMPLE.stage().fit(rows));
  }

  /** Runs something, once, when the next job has ended and another is planned. */
  private static void afterAJob(SparkSession own, Runnable action) {
    SparkStatusTracker tracker = own.sparkContext().statusTracker();
    awaitEvents(own);
    int before = tracker.getJobIdsForGroup(null).length;
    AtomicBoolean isDone = new AtomicBoolean();
    BetweenJobs.run(
        own,
        () -> {
          awaitEvents(own);
          if (tracker.getJobIdsForGroup(null).length > before && !isDone.getAndSet(true)) {
            action.run();
          }
        });
  }

  private static String others(String table) {
    return table.replace(",61.", ",62.");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException unwritten) {
      throw new UncheckedIOException(unwritten);
    }
  }
}
