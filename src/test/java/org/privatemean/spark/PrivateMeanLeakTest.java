package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.JsonProtocol;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.Promise;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;

/**
 * Runs fits with every logger at DEBUG and a listener, and looks for planted numbers: a row's
 * value, the exact count of a search, the exact mean. Spark's own metrics (rows, bytes, times)
 * belong to the trusted side, and n is public.
 */
@Promise(
    "planted values of rows, counts and means are in no log line, job name, metric name or saved model")
final class PrivateMeanLeakTest {
  private static final int ROWS = 300_007;

  /** Rows on the lower side of every first cut. */
  private static final int EXACT_COUNT = 187_463;

  private static final double LOW = -1.618733;
  private static final double HIGH = 2.236067;

  /** Digits that only a leak would show: longer than Spark's running numbers. */
  private static final List<String> SENTINELS =
      List.of(
          "1.618733",
          "2.236067",
          Integer.toString(EXACT_COUNT),
          Integer.toString(ROWS - EXACT_COUNT),
          Double.toString(exactMean()).substring(0, 9));

  @TempDir Path directory;

  private static final List<String> METHODS = List.of("clipped", "shiftedClipped", "recentred");

  private static final String CENTRAL_JOBS =
      "private mean: (count|clipped sum|recentring|clipping bias|tail|tail direction"
          + "|far rows|magnitudes|spreads|variances|excess"
          + "|(medians|radius|variance norm|clipping norm|tighter norm), bits \\d+-\\d+ of \\d+)";

  /** As in CentralTrust. */
  private static final int SAMPLE_STEP = 0xFFFE;

  private static final String SAMPLED_JOBS = "private mean: (count|sample|one pass)";

  private static final String SHUFFLE_JOBS =
      "private mean: (count|rows"
          + "|((medians|clipping norm), round \\d+ of \\d+|clipped sum), shuffled)";

  private static double exactMean() {
    return (EXACT_COUNT * LOW + (ROWS - EXACT_COUNT) * HIGH) / ROWS;
  }

  private Dataset<Row> plantedRows(int count, int lower) {
    double[][] rows = new double[count][1];
    for (int i = 0; i < count; i++) {
      rows[i][0] = i < lower ? LOW : HIGH;
    }
    // Through a file: a local relation would stand in Spark's own plans with its rows.
    String path = directory.resolve("rows").toString();
    LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2).write().parquet(path);
    return LocalSpark.session().read().parquet(path);
  }

  /** Seeded: noise alone gives the first digits of the exact mean to some fits in a hundred. */
  private static PrivateMean estimator() {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(1)
        .setBound(3)
        .setRho(0.5)
        .setSeed(2);
  }

  @Test
  void fit_atDebugLevel_showsNoExactValueAnywhere() throws Exception {
    assertNothingLeaks(
        plantedRows(ROWS, EXACT_COUNT), estimator(), METHODS, SENTINELS, CENTRAL_JOBS);
  }

  /** Fewer rows, since a round writes a message or more of each. */
  @Tag("long")
  @Test
  void fit_shuffleAtDebugLevel_showsNoExactValueAnywhere() throws Exception {
    int rows = 220_019;
    int lower = 117_463;
    double mean = (lower * LOW + (rows - lower) * HIGH) / rows;
    PrivateMean shuffle =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(1)
            .setTrustModel("shuffle")
            .setBound(3)
            .setResolution(1)
            .setEpsilon(1)
            .setDelta(1e-9);
    assertNothingLeaks(
        plantedRows(rows, lower),
        shuffle,
        List.of("auto"),
        List.of(
            "1.618733",
            "2.236067",
            Integer.toString(lower),
            Integer.toString(rows - lower),
            Double.toString(mean).substring(0, 9)),
        SHUFFLE_JOBS);
  }

  /** Which rows were in the sample is secret too: whoever knew could tell places apart. */
  @Tag("long")
  @Test
  void fit_onASampleAtDebugLevel_showsNeitherRowsNorTheKeyOfTheSample() throws Exception {
    BitSource bits = NoiseKey.fromSeed(2).substream(SAMPLE_STEP, 0, 0);
    byte[] key = new byte[32];
    for (int k = 0; k < key.length; k++) {
      key[k] = (byte) bits.nextBits(Byte.SIZE);
    }
    String base64 = Base64.getEncoder().encodeToString(key);
    String list = Arrays.toString(key);
    List<String> sentinels = new ArrayList<>(SENTINELS);
    // Parts of it, as a text may break or shorten what is long.
    sentinels.add(HexFormat.of().formatHex(key).substring(8, 24));
    sentinels.add(base64.substring(4, 20));
    sentinels.add(list.substring(list.indexOf(',') + 2, list.length() / 2));
    Dataset<Row> rows = plantedRows(ROWS, EXACT_COUNT);
    PrivateMean sampling = estimator().setSampling("always");
    assertNothingLeaks(rows, sampling, List.of("recentred"), sentinels, SAMPLED_JOBS);
    LocalSpark.session().conf().set(SparkRows.PUBLIC_ONLY, "true");
    try {
      assertNothingLeaks(rows, sampling, List.of("recentred"), sentinels, SAMPLED_JOBS);
    } finally {
      LocalSpark.session().conf().unset(SparkRows.PUBLIC_ONLY);
    }
  }

  /** Where n is private, it is one more number to look for. */
  @Tag("long")
  @Test
  void fit_addRemoveAtDebugLevel_showsNoExactCountAnywhere() throws Exception {
    List<String> sentinels = new ArrayList<>(SENTINELS);
    sentinels.add(Integer.toString(ROWS));
    // A seed under which the noisy count is another number.
    assertNothingLeaks(
        plantedRows(ROWS, EXACT_COUNT),
        estimator().setNeighbours("addRemove").setHandleInvalid("skip").setSeed(1),
        METHODS,
        sentinels,
        CENTRAL_JOBS);
  }

  private void assertNothingLeaks(
      Dataset<Row> rows,
      PrivateMean estimator,
      List<String> methods,
      List<String> sentinels,
      String jobs)
      throws Exception {
    Path saved = directory.resolve("model");
    Watch watch = new Watch();
    LocalSpark.session().sparkContext().addSparkListener(watch);
    try (LogCapture logs = new LogCapture()) {
      for (String method : methods) {
        PrivateMean stage = estimator.setMethod(method);
        PrivateMeanModel model = stage.fit(rows);
        logs.seen().add(LocalSpark.onExecutors(() -> stage.fit(rows)).toString());
        model.write().overwrite().save(saved.toString());
        logs.seen().add(model.toString());
        logs.seen().add(model.summary().toString());
        logs.seen().add(model.summary().toJson());
        logs.seen().add(model.explainParams());
        logs.seen().add(model.transform(rows).queryExecution().toString());
      }
      logs.seen().addAll(watch.descriptions);
      assertFalse(watch.events.isEmpty());
      logs.seen().addAll(watch.events);
      logs.seen().addAll(textFiles(saved));
      assertTrue(logs.seen().size() > 300, "the capture saw " + logs.seen().size() + " lines only");
      assertNoSentinel(logs.seen(), sentinels);
    } finally {
      LocalSpark.session().sparkContext().removeSparkListener(watch);
    }
    assertFalse(watch.descriptions.isEmpty());
    for (String name : watch.descriptions) {
      assertTrue(name.matches(jobs), name);
    }
    assertEquals(List.of(), List.copyOf(watch.accumulators), "accumulators of our own");
  }

  /**
   * No ledger pays for a seed, so this looks for values of rows alone, which no noise gives by
   * chance: the mean lies between them.
   */
  @Test
  void fit_underALedgerAtDebugLevel_showsNoValueInLogsEntriesResultsAndRefusals() throws Exception {
    List<String> values = List.of("1.618733", "2.236067");
    Dataset<Row> rows = plantedRows(5_003, 2_447);
    FileLedger ledger = FileLedger.of(directory.resolve("ledger"), 1, 0, Neighbours.REPLACE);
    PrivateMean stage =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(1)
            .setRho(0.5)
            .setLedger(ledger.uri());
    try (LogCapture logs = new LogCapture()) {
      for (int again = 0; again < 2; again++) {
        logs.seen().add(stage.setReleaseName("first").fit(rows).summary().toJson());
        PrivateMean apart = stage.copy(ParamMap.empty()).setReleaseName("on executors");
        logs.seen().add(LocalSpark.onExecutors(() -> apart.fit(rows)).summary().toJson());
      }
      for (String name : List.of("first", "second")) {
        PrivateMean other = stage.copy(ParamMap.empty()).setReleaseName(name).setMinNorm(0.5);
        Exception refused = assertThrows(LedgerRefusedException.class, () -> other.fit(rows));
        logs.seen().add(refused.toString());
      }
      logs.seen().addAll(textFiles(ledger.folder()));
      assertTrue(logs.seen().stream().anyMatch(text -> text.contains("\"name\":\"first\"")));
      assertTrue(logs.seen().size() > 500, "the capture saw " + logs.seen().size() + " lines only");
      assertNoSentinel(logs.seen(), values);
    }
  }

  @Test
  void fit_invalidRow_failsWithoutShowingAnyRow() {
    double[][] rows = new double[200][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {i == 150 ? Double.NaN : LOW, HIGH};
    }
    String path = directory.resolve("invalid").toString();
    LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2).write().parquet(path);
    Dataset<Row> frame = LocalSpark.session().read().parquet(path);
    try (LogCapture logs = new LogCapture()) {
      IllegalArgumentException failure =
          assertThrows(
              IllegalArgumentException.class, () -> estimator().setDimension(2).fit(frame));
      logs.seen().add(failure.toString());
      assertNoSentinel(logs.seen(), SENTINELS);
    }
  }

  @Test
  void capture_aLoggedSentinel_isFound() {
    try (LogCapture logs = new LogCapture()) {
      LogManager.getLogger("org.privatemean.leak").debug("count {}", EXACT_COUNT);
      assertThrows(AssertionError.class, () -> assertNoSentinel(logs.seen(), SENTINELS));
    }
  }

  private static void assertNoSentinel(Collection<String> seen, List<String> sentinels) {
    for (String text : seen) {
      for (String sentinel : sentinels) {
        assertFalse(holds(text, sentinel), () -> sentinel + " in: " + text);
      }
    }
  }

  /**
   * Whether a text holds a sentinel; a count not as part of a longer number, or as an id, of
   * Spark's.
   */
  private static boolean holds(String text, String sentinel) {
    if (!sentinel.matches("\\d+")) {
      return text.contains(sentinel);
    }
    for (int at = text.indexOf(sentinel); at >= 0; at = text.indexOf(sentinel, at + 1)) {
      int end = at + sentinel.length();
      boolean longer =
          text.substring(0, at).matches("(?s).*(\\d\\.?|[a-z]Id\":)")
              || (end < text.length() && Character.isDigit(text.charAt(end)));
      if (!longer) {
        return true;
      }
    }
    return false;
  }

  private static List<String> textFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).map(PrivateMeanLeakTest::text).toList();
    }
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Job descriptions of ours, and accumulators that are not Spark's own metrics. */
  private static final class Watch extends SparkListener {
    private final Queue<String> descriptions = new ConcurrentLinkedQueue<>();
    private final Queue<String> accumulators = new ConcurrentLinkedQueue<>();

    /** What an event log would hold; without tasks, which have numbers of Spark's own alone. */
    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted stage) {
      events.add(JsonProtocol.sparkEventToJsonString(stage));
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
      events.add(JsonProtocol.sparkEventToJsonString(event));
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
      events.add(JsonProtocol.sparkEventToJsonString(start));
      String description = start.properties().getProperty("spark.job.description");
      if (description != null) {
        descriptions.add(description);
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      var accumulables = end.taskInfo().accumulables().iterator();
      while (accumulables.hasNext()) {
        AccumulableInfo info = accumulables.next();
        boolean sparks =
            info.metadata().isDefined()
                || (info.name().isDefined() && info.name().get().startsWith("internal."));
        if (!sparks) {
          accumulators.add(info.toString());
        }
      }
    }
  }
}
