package org.privatemean.spark.pass;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.function.LongToDoubleFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.rows.Block;
import org.privatemean.rows.Fold;
import org.privatemean.spark.LocalSpark;
import org.privatemean.spark.PrivateMean;

final class PassMemoryTest {
  private static final long MIB = 1 << 20;

  private static PassMemory memory(int dimension, long driverHeap, String... settings) {
    Map<String, String> given = new java.util.HashMap<>();
    for (int k = 0; k < settings.length; k += 2) {
      given.put(settings[k], settings[k + 1]);
    }
    return new PassMemory(given::getOrDefault, dimension, driverHeap);
  }

  /** The formula of the page on Spark, to the byte. */
  @ParameterizedTest
  @CsvSource({
    "local, 1",
    "local[1], 1",
    "local[3], 3",
    "'local[2,5]', 2",
  })
  void check_local_isTheSumOfDriverAndTasks(String master, int cores) {
    int dimension = 100_000;
    long d = 1 << 17;
    long totals = 1 << 20;
    long task = 18 * totals + 128 * d + 4 * 128 * d;
    long needed = 8 * totals + 10 * totals * 2 + cores * task;
    memory(dimension, needed, "spark.master", master).check(totals, 2);
    PassMemory less = memory(dimension, needed - 1, "spark.master", master);
    String message =
        assertThrows(IllegalArgumentException.class, () -> less.check(totals, 2)).getMessage();
    assertTrue(message.contains("spark.driver.memory"), message);
    assertTrue(message.contains("100000 coordinates"), message);
  }

  /** A pass of few totals may return more than the longer ones that follow, which are merged. */
  @Test
  void check_ofAPass_asksForItAndForThoseToFollow() {
    int size = 1 << 18;
    String most = Long.toString(10L * 16 * size);
    PassMemory memory = memory(8, 1 << 30, "spark.driver.maxResultSize", most);
    memory.check(new Pass(size, size), 16);
    memory.check(new Pass(size, 1 << 20), 16);
    String less = Long.toString(10L * 16 * size - 1);
    assertPassRefused(less, new Pass(size, size), 16);
    assertPassRefused(less, new Pass(size, 2 * size), 16);
    assertPassRefused(less, new Pass(2, size), 16);
    // 4 tasks merge, as the driver would be sent too many.
    memory(8, 1 << 30, "spark.driver.maxResultSize", less).check(new Pass(size, size), 17);
    assertPassRefused(Long.toString(10L * 4 * size - 1), new Pass(size, size), 17);
  }

  private static void assertPassRefused(String most, Pass pass, long results) {
    PassMemory memory = memory(8, 1 << 30, "spark.driver.maxResultSize", most);
    String message =
        assertThrows(IllegalArgumentException.class, () -> memory.check(pass, results))
            .getMessage();
    assertTrue(message.contains("spark.driver.maxResultSize"), message);
  }

  private record Pass(int size, int longest) implements Fold<Block> {
    @Override
    public void add(Block block, long[] totals) {
      throw new IllegalStateException("none is read");
    }
  }

  /** What comes back of a round of reports, and the tally of all of them. */
  @Test
  void checkReports_driver_holdsAllPartsAndTheirSum() {
    LongToDoubleFunction tallies = parts -> 1000.0 + parts;
    memory(8, 2011, "spark.master", "local").checkReports(tallies, 10);
    PassMemory less = memory(8, 2010, "spark.master", "local");
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> less.checkReports(tallies, 10))
            .getMessage()
            .contains("spark.driver.memory gives"));
    PassMemory narrow = memory(8, MIB, "spark.driver.maxResultSize", "1009b");
    String message =
        assertThrows(IllegalArgumentException.class, () -> narrow.checkReports(tallies, 10))
            .getMessage();
    assertTrue(message.contains("spark.driver.maxResultSize gives"), message);
    assertTrue(message.contains("epsilon in place of rho"), message);
  }

  @Test
  void check_localOnAllCores_countsThem() {
    long task = 18 * 1000 + 128 + 4 * 4 * MIB;
    long needed = 18 * 1000 + Runtime.getRuntime().availableProcessors() * task;
    memory(1, needed, "spark.master", "local[*]").check(1000, 1);
    PassMemory less = memory(1, needed - 1, "spark.master", "local[*]");
    assertThrows(IllegalArgumentException.class, () -> less.check(1000, 1));
  }

  @Test
  void check_cluster_namesTheSettingThatIsTooSmall() {
    String[] cluster = {"spark.master", "spark://host:7077", "spark.executor.cores", "4"};
    long totals = 1 << 20;
    // 18 MiB of totals and 16 of blocks a task: 136 and a little for four.
    memory(8, 100 * MIB, with(cluster, "spark.executor.memory", "137m")).check(totals, 2);
    assertNames("spark.executor.memory", totals, with(cluster, "spark.executor.memory", "136m"));
    // As Spark reads them, a number alone is mebibytes there, and bytes of results.
    memory(8, 100 * MIB, with(cluster, "spark.executor.memory", "137")).check(totals, 2);
    assertNames("spark.executor.memory", totals, with(cluster, "spark.executor.memory", "136"));
    assertNames(
        "spark.driver.maxResultSize", totals, with(cluster, "spark.driver.maxResultSize", "20"));
    assertNames(
        "spark.driver.maxResultSize", totals, with(cluster, "spark.driver.maxResultSize", "19m"));
    assertDoesNotThrow(
        () ->
            memory(8, 100 * MIB, with(cluster, "spark.driver.maxResultSize", "20m"))
                .check(totals, 2));
    assertDoesNotThrow(
        () ->
            memory(8, 100 * MIB, with(cluster, "spark.driver.maxResultSize", "0"))
                .check(totals, 2));
    assertNames("spark.driver.memory", 4 * totals, cluster);
  }

  private static String[] with(String[] settings, String name, String value) {
    String[] all = java.util.Arrays.copyOf(settings, settings.length + 2);
    all[settings.length] = name;
    all[settings.length + 1] = value;
    return all;
  }

  private static void assertNames(String setting, long totals, String... settings) {
    PassMemory memory = memory(8, 100 * MIB, settings);
    String message =
        assertThrows(IllegalArgumentException.class, () -> memory.check(totals, 2)).getMessage();
    assertTrue(message.contains(setting), message);
    assertTrue(message.startsWith("dimension"), message);
  }

  /** The check is made, on both ways to the rows, before any row is read: none has so many. */
  @Test
  void fit_moreCoordinatesThanTheHeapHolds_isRefusedBeforeTheIngest() {
    Dataset<Row> frame = LocalSpark.frame(new double[200][4], LocalSpark.Form.DENSE, 2);
    PrivateMean mean =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(1 << 22)
            .setRho(1e9)
            .setMethod("clipped")
            .setCoordinateBound(1)
            .setSeed(1);
    assertRefused(mean, frame);
    LocalSpark.withPublicCallsOnly(() -> assertRefused(mean, frame));
    mean.setDimension(4).fit(frame);
  }

  private static Void assertRefused(PrivateMean mean, Dataset<Row> frame) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> mean.fit(frame)).getMessage();
    assertTrue(message.startsWith("dimension: with 4194304 coordinates"), message);
    return null;
  }
}
