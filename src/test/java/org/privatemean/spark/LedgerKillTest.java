package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerView.State;

/** Drivers that are killed within a fit, and fits by their names after that. */
final class LedgerKillTest {
  private static final AtomicInteger PASSES = new AtomicInteger();

  @TempDir Path folder;

  /** A fit in a process of its own. */
  static final class Driver {
    private Driver() {}

    /**
     * Fits.
     *
     * @param args URI, name, number of rows, and the pass in which it stops for good; 0 for none
     */
    public static void main(String[] args) {
      PrivateMean stage =
          stage(args[0], args[1]).setPayAgain(args[1].equals("dead") ? "dead" : "never");
      Dataset<Row> rows = rows(Long.parseLong(args[2]), Integer.parseInt(args[3]));
      System.out.println("FITS");
      PrivateMeanSummary summary = stage.fit(rows).summary();
      System.out.println("DONE " + summary.mean()[0] + " " + summary.replayed());
      Runtime.getRuntime().halt(0);
    }
  }

  private static PrivateMean stage(String uri, String name) {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(2)
        .setRho(0.5)
        .setNeighbours("addRemove")
        .setLedger(uri)
        .setReleaseName(name);
  }

  /** Rows by a function that says which pass it is in, and stays in the one that is asked for. */
  private static Dataset<Row> rows(long count, int stop) {
    UDF1<Long, Double> read =
        id -> {
          if (id == 0 && PASSES.incrementAndGet() == stop) {
            System.out.println("STOPS");
            Thread.sleep(600_000);
          }
          return Math.sin(id);
        };
    return LocalSpark.session()
        .range(0, count, 1, 2)
        .select(
            functions
                .array(
                    functions
                        .udf(read, DataTypes.DoubleType)
                        .asNondeterministic()
                        .apply(functions.col("id")),
                    functions.lit(1.0))
                .as("features"));
  }

  private Process start(FileLedger ledger, String name, long rows, int stop) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(arg -> !arg.startsWith("-javaagent") && !arg.startsWith("-Xmx"))
            .toList());
    command.addAll(
        List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(
            Driver.class.getName(),
            ledger.uri(),
            name,
            String.valueOf(rows),
            String.valueOf(stop)));
    return new ProcessBuilder(command)
        .redirectError(Files.createTempFile(folder, "driver", ".err").toFile())
        .start();
  }

  private static String await(Process driver, String word) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(word)) {
        return line;
      }
    }
    throw new AssertionError("the driver ended before it said " + word);
  }

  private static void kill(Process driver) throws InterruptedException {
    driver.destroyForcibly();
    assertTrue(driver.waitFor(60, TimeUnit.SECONDS));
  }

  private FileLedger ledger() {
    return FileLedger.of(folder.resolve("ledger"), 50, 0, Neighbours.ADD_REMOVE);
  }

  /**
   * In its first pass a fit under addRemove has charged and not drawn; in its second it has noise.
   */
  @Tag("long")
  @Test
  void driver_killedAfterItsDraw_isRefusedByNameUnlessItPaysAgain() throws Exception {
    FileLedger ledger = ledger();
    Process driver = start(ledger, "visits", 1000, 2);
    try {
      await(driver, "STOPS");
    } finally {
      kill(driver);
    }
    assertEquals(List.of(State.DRAWN), ledger.states());
    Dataset<Row> rows = rows(1000, 0);
    assertThrows(LedgerRefusedException.class, () -> stage(ledger.uri(), "visits").fit(rows));
    stage(ledger.uri(), "visits").setPayAgain(true).fit(rows);
    assertEquals(List.of(State.DRAWN, State.STORED), ledger.states());
    assertEquals(1, ledger.view().spent().rhoCeiling());
  }

  /** Waits for the 50 seconds in which the dead driver shows no heartbeat. */
  @Test
  @Tag("long")
  void driver_killedAfterItsDraw_isPaidAgainOnceItIsKnownToBeDead() throws Exception {
    FileLedger ledger = ledger();
    Process driver = start(ledger, "dead", 1000, 2);
    try {
      await(driver, "STOPS");
    } finally {
      kill(driver);
    }
    assertEquals(List.of(State.DRAWN), ledger.states());
    stage(ledger.uri(), "dead").setPayAgain("dead").fit(rows(1000, 0));
    assertEquals(List.of(State.DRAWN, State.STORED), ledger.states());
    assertEquals(1, ledger.view().retries().size());
  }

  @Test
  @Tag("long")
  void driver_killedBeforeItsDraw_isRerunByNameAtNoCost() throws Exception {
    FileLedger ledger = ledger();
    Process driver = start(ledger, "visits", 1000, 1);
    try {
      await(driver, "STOPS");
    } finally {
      kill(driver);
    }
    assertEquals(List.of(State.TICKET), ledger.states());
    stage(ledger.uri(), "visits").fit(rows(1000, 0));
    assertEquals(List.of(State.STORED), ledger.states());
    assertEquals(0.5, ledger.view().spent().rhoCeiling());
  }

  /** Nine moments of a fit of 10^6 rows, evenly from its first step to its last. */
  @Test
  @Tag("long")
  void driver_killedInAnyPhase_isRunAgainByTheTableOfItsState() throws Exception {
    FileLedger ledger = ledger();
    long rows = 1_000_000;
    Process whole = start(ledger, "whole", rows, 0);
    await(whole, "FITS");
    long start = System.nanoTime();
    await(whole, "DONE");
    long took = System.nanoTime() - start;
    kill(whole);
    for (int phase = 1; phase <= 9; phase++) {
      String name = "phase " + phase;
      Process driver = start(ledger, name, rows, 0);
      await(driver, "FITS");
      TimeUnit.NANOSECONDS.sleep(took * phase / 10);
      kill(driver);
      List<State> found =
          ledger.view().charges().stream()
              .filter(line -> line.name().get().equals(name))
              .map(line -> line.state())
              .toList();
      double spent = ledger.view().spent().rhoCeiling();
      Dataset<Row> again = rows(rows, 0);
      if (found.equals(List.of(State.DRAWN))) {
        assertThrows(LedgerRefusedException.class, () -> stage(ledger.uri(), name).fit(again));
        assertEquals(spent, ledger.view().spent().rhoCeiling(), name);
        continue;
      }
      PrivateMeanSummary summary = stage(ledger.uri(), name).fit(again).summary();
      assertEquals(found.equals(List.of(State.STORED)), summary.replayed(), name);
      double more = found.isEmpty() ? 0.5 : 0;
      assertEquals(spent + more, ledger.view().spent().rhoCeiling(), name);
      assertEquals(
          summary.mean()[0], stage(ledger.uri(), name).fit(again).summary().mean()[0], name);
    }
  }
}
