package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.Eighths;
import org.privatemean.spark.column.VectorColumn;

final class PassMemoryTest {
  private static final long MIB = 1 << 20;

  private static PassMemory memory(int dimension, long driverHeap, String... settings) {
    Map<String, String> given = new java.util.HashMap<>();
    for (int k = 0; k < settings.length; k += 2) {
      given.put(settings[k], settings[k + 1]);
    }
    return new PassMemory(given::getOrDefault, dimension, driverHeap);
  }

  /** Rows have 8 coordinates; the driver takes twice the rows that are still few. */
  @ParameterizedTest
  @CsvSource({
    "524288, '', '', 1048576",
    "524289, '', '', 0",
    "0, '', '', 1048576",
    "100, spark.privatemean.maxDriverValues, 800, 200",
    "101, spark.privatemean.maxDriverValues, 800, 0",
    "1, spark.privatemean.maxDriverValues, 0, 0",
    "16384, spark.driver.maxResultSize, 2m, 32768",
    "16385, spark.driver.maxResultSize, 2m, 0",
  })
  void driverRows_anyNumber_isTwiceTheLimitOrNone(
      long rows, String setting, String value, long most) {
    assertEquals(most, memory(8, 1L << 30, setting, value).driverRows(rows));
  }

  @Test
  void driverRows_smallHeap_limitsThem() {
    assertEquals(2 * 1024, memory(8, 8 * 16 * 8 * 1024).driverRows(1024));
    assertEquals(0, memory(8, 8 * 16 * 8 * 1024).driverRows(1025));
  }

  @Test
  void driverRows_settingThatIsNoNumber_isRefusedByName() {
    assertEquals(
        "spark.privatemean.maxDriverValues must be a whole number. Provided value: many",
        assertThrows(
                ParamException.class,
                () -> memory(8, 1L << 30, PassMemory.DRIVER_VALUES, "many").driverRows(1))
            .getMessage());
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
    long needed = 8 * totals + 10 * totals + 24 + cores * task;
    memory(dimension, needed, "spark.master", master).check(totals);
    PassMemory less = memory(dimension, needed - 1, "spark.master", master);
    String message =
        assertThrows(IllegalArgumentException.class, () -> less.check(totals)).getMessage();
    assertTrue(message.contains("spark.driver.memory"), message);
    assertTrue(message.contains("100000 coordinates"), message);
  }

  /** A pass over rows has a double for each total beside what others have. */
  @Test
  void checkRowPass_isTheSumOfDriverAndTasks() {
    long totals = 1 << 20;
    long task = 26 * totals + 128 * 8 + (4 << 22);
    long needed = 18 * totals + 24 + 3 * task;
    memory(8, needed, "spark.master", "local[3]").checkRowPass(totals);
    PassMemory less = memory(8, needed - 1, "spark.master", "local[3]");
    assertThrows(IllegalArgumentException.class, () -> less.checkRowPass(totals));
  }

  /** The formulas of the page on Spark, to the byte. */
  @ParameterizedTest
  @CsvSource({
    "spark.driver.memory, local[3], 6",
    "spark.driver.memory, yarn, 3",
    "spark.executor.memory, yarn, 3",
    "spark.driver.maxResultSize, yarn, 1",
    "spark.driver.maxResultSize, local, 1",
  })
  void checkSample_asksForItsForms(String setting, String master, long forms) {
    int dimension = 1000;
    long rows = 1 << 20;
    long needed = forms * 8 * dimension * rows;
    sampleMemory(dimension, setting, master, needed).checkSample(rows);
    PassMemory less = sampleMemory(dimension, setting, master, needed - 1);
    ParamException refusal = assertThrows(ParamException.class, () -> less.checkSample(rows));
    assertEquals("sampling", refusal.param());
    assertTrue(refusal.getMessage().contains(setting), refusal::getMessage);
    assertTrue(refusal.getMessage().contains("1048576 rows of 1000 coordinates"));
  }

  private static PassMemory sampleMemory(int dimension, String setting, String master, long bytes) {
    long plenty = 1L << 40;
    Map<String, Long> given =
        new java.util.HashMap<>(
            Map.of("spark.executor.memory", plenty, "spark.driver.maxResultSize", plenty));
    given.put(setting, bytes);
    return memory(
        dimension,
        setting.equals("spark.driver.memory") ? bytes : plenty,
        "spark.master",
        master,
        "spark.executor.memory",
        given.get("spark.executor.memory") + "b",
        "spark.driver.maxResultSize",
        Long.toString(given.get("spark.driver.maxResultSize")));
  }

  /** A pass is refused for itself and for those sure to follow it, at one result each. */
  @Test
  void check_ofAPass_asksForItAndForThoseToFollow() {
    int size = 1 << 18;
    PassMemory enough = limited(10L * size + 24);
    enough.check(new Pass(size, size));
    assertPassRefused(enough, new Pass(size, 2 * size));
    assertPassRefused(limited(10L * size + 23), new Pass(size, size));
    assertPassRefused(limited(10L * size + 23), new Pass(2, size));
  }

  private static PassMemory limited(long resultBytes) {
    return memory(8, 1 << 30, "spark.driver.maxResultSize", Long.toString(resultBytes));
  }

  private static void assertPassRefused(PassMemory memory, Pass pass) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> memory.check(pass)).getMessage();
    assertTrue(message.contains("spark.driver.maxResultSize"), message);
  }

  /** At most 2^22 totals at once, or 4 results, and what the settings have room for. */
  @Test
  void mostResults_anySettings_isTheNumberThatFits() {
    long totals = 1 << 18;
    long each = 10 * totals + 24;
    assertEquals(16, limited(0).mostResults(totals));
    assertEquals(16, limited(16 * each).mostResults(totals));
    assertEquals(15, limited(16 * each - 1).mostResults(totals));
    assertEquals(1, limited(each).mostResults(totals));
    assertEquals(4, limited(0).mostResults(1 << 22));
    assertEquals(2, limited(80 << 20 | 48).mostResults(1 << 22));
    // 8 S beside the results, and the one task of local mode.
    long beside = 8 * totals + 18 * totals + 128 * 8 + 4 * 4 * MIB;
    assertEquals(3, memory(8, beside + 3 * each, "spark.master", "local").mostResults(totals));
    assertEquals(2, memory(8, beside + 3 * each - 1).mostResults(totals));
    assertEquals(4, PassMemory.mergeTasks(1 << 20));
    assertEquals(4, PassMemory.mergeTasks(4));
    assertEquals(3, PassMemory.mergeTasks(3));
    assertEquals(1, PassMemory.mergeTasks(1));
  }

  private record Pass(int size, int longest) implements Fold<Block> {
    @Override
    public void add(Block block, long[] totals) {
      throw new IllegalStateException("none is read");
    }
  }

  /** What comes back of a round of reports, and the tally of all of them. */
  @Test
  void checkReports_driver_holdsAPartAndTheirSum() {
    LongToDoubleFunction tallies = parts -> 1000.0 + parts;
    assertEquals(1, memory(8, 2002, "spark.master", "local").checkReports(tallies));
    assertEquals(11, memory(8, 2012, "spark.master", "local").checkReports(tallies));
    PassMemory less = memory(8, 2001, "spark.master", "local");
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> less.checkReports(tallies))
            .getMessage()
            .contains("spark.driver.memory gives"));
    assertEquals(9, memory(8, MIB, "spark.driver.maxResultSize", "1009b").checkReports(tallies));
    PassMemory narrow = memory(8, MIB, "spark.driver.maxResultSize", "1000b");
    String message =
        assertThrows(IllegalArgumentException.class, () -> narrow.checkReports(tallies))
            .getMessage();
    assertTrue(message.contains("spark.driver.maxResultSize gives"), message);
    assertTrue(message.contains("epsilon in place of rho"), message);
  }

  @Test
  void check_localOnAllCores_countsThem() {
    long task = 18 * 1000 + 128 + 4 * 4 * MIB;
    long needed = 18 * 1000 + 24 + Runtime.getRuntime().availableProcessors() * task;
    memory(1, needed, "spark.master", "local[*]").check(1000);
    PassMemory less = memory(1, needed - 1, "spark.master", "local[*]");
    assertThrows(IllegalArgumentException.class, () -> less.check(1000));
  }

  @Test
  void check_cluster_namesTheSettingThatIsTooSmall() {
    String[] cluster = {"spark.master", "spark://host:7077", "spark.executor.cores", "4"};
    long totals = 1 << 20;
    // 18 MiB of totals and 16 of blocks a task: 136 and a little for four.
    memory(8, 100 * MIB, with(cluster, "spark.executor.memory", "137m")).check(totals);
    assertNames("spark.executor.memory", totals, with(cluster, "spark.executor.memory", "136m"));
    // As Spark reads them, a number alone is mebibytes there, and bytes of results.
    memory(8, 100 * MIB, with(cluster, "spark.executor.memory", "137")).check(totals);
    assertNames("spark.executor.memory", totals, with(cluster, "spark.executor.memory", "136"));
    assertNames(
        "spark.driver.maxResultSize", totals, with(cluster, "spark.driver.maxResultSize", "10"));
    assertNames(
        "spark.driver.maxResultSize", totals, with(cluster, "spark.driver.maxResultSize", "10m"));
    assertDoesNotThrow(
        () ->
            memory(8, 100 * MIB, with(cluster, "spark.driver.maxResultSize", "11m")).check(totals));
    assertDoesNotThrow(
        () -> memory(8, 100 * MIB, with(cluster, "spark.driver.maxResultSize", "0")).check(totals));
    assertNames("spark.driver.memory", 6 * totals, cluster);
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
        assertThrows(IllegalArgumentException.class, () -> memory.check(totals)).getMessage();
    assertTrue(message.contains(setting), message);
    assertTrue(message.startsWith("dimension"), message);
  }

  /**
   * The same rows in few and many partitions, most of these empty, where the results of one task
   * just fit, and where they do not: one answer each, on both ways.
   */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"false, 1", "false, 7", "false, 2000", "true, 1", "true, 7", "true, 100"})
  void fold_anyPartitions_isRefusedByTheSettingsOnly(boolean publicly, int partitions) {
    assertOneAnswer(publicly, partitions);
  }

  @Tag("long")
  @Test
  void fold_manyPartitionsPublicly_isRefusedByTheSettingsOnly() {
    assertOneAnswer(true, 2000);
  }

  /** More totals than the searches of one coordinate have, which are checked before. */
  private static final int SIZE = (1 << 16) + 1;

  private static void assertOneAnswer(boolean publicly, int partitions) {
    double[][] rows = new double[40][Eighths.DIMENSION];
    Arrays.setAll(rows, i -> new double[] {i, 2, -i});
    Dataset<Row> frame = LocalSpark.frame(rows, LocalSpark.Form.DENSE, partitions);
    Eighths.Sum sum = new Eighths.Sum(SIZE);
    long one = 10L * SIZE + 24;
    try (Blocks<Eighths> blocks = prepare(publicly, frame, limited(one))) {
      for (int pass = 0; pass < 2; pass++) {
        long[] totals = blocks.fold(sum, "sum");
        assertEquals(8 * 780, totals[0]);
        assertEquals(8 * 80, totals[SIZE - 1]);
      }
    }
    try (Blocks<Eighths> blocks = prepare(publicly, frame, limited(one - 1))) {
      assertEquals(
          "dimension: with 8 coordinates a pass may need 1 MiB, and spark.driver.maxResultSize"
              + " gives 0 MiB: raise it, or use fewer coordinates",
          assertThrows(IllegalArgumentException.class, () -> blocks.fold(sum, "sum")).getMessage());
    }
  }

  private static Blocks<Eighths> prepare(boolean publicly, Dataset<Row> frame, PassMemory memory) {
    VectorColumn column = VectorColumn.find(frame.schema(), "features");
    Supplier<CheckedRows> rows =
        () -> SparkRows.create(frame, column, Eighths.DIMENSION, InvalidRows.ERROR);
    return (publicly ? LocalSpark.withPublicCallsOnly(rows) : rows.get())
        .prepare(new Eighths.Encoder(), memory);
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
