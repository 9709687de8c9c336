package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.logging.log4j.LogManager;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.Promise;
import org.privatemean.central.CentralGroupTrust.KeyThreshold;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.rows.group.GroupKey;

/** Selects private keys with every logger at DEBUG and a listener, and looks for a planted one. */
@Promise("a private key of one row is in no log line, job name, event of Spark, plan or result")
final class KeyLeakTest {
  private static final String PLANTED = "PLANTED-4711";

  @TempDir Path directory;

  /** One row of the planted key beside 4 groups of 5,003 rows, in a file. */
  private Dataset<Row> planted() {
    List<Object> keys = new ArrayList<>();
    for (String key : List.of("a", "b", "c", "d")) {
      keys.addAll(Collections.nCopies(5_003, key));
    }
    keys.add(7_777, PLANTED);
    String path = directory.resolve("rows").toString();
    KeyedFrames.column(DataTypes.StringType, keys.toArray())
        .withColumn("x", functions.array(functions.lit(1.0)))
        .repartition(3)
        .write()
        .parquet(path);
    return KeyedFrames.session().read().parquet(path);
  }

  /** Whatever Spark's event log would hold of jobs and tasks. */
  private static final class Events extends SparkListener {
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private final Queue<String> jobs = new ConcurrentLinkedQueue<>();

    @Override
    public void onJobStart(SparkListenerJobStart start) {
      seen.add(start + " " + start.properties());
      jobs.add(start.properties().getProperty("spark.job.description", ""));
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted stage) {
      seen.add(
          stage.stageInfo().name() + stage.stageInfo().details() + stage.stageInfo().rddInfos());
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      seen.add(end.taskInfo().accumulables().toString());
    }

    /** Plans as SQL's own events show them. */
    @Override
    public void onOtherEvent(SparkListenerEvent event) {
      seen.add(event.toString());
    }
  }

  @Test
  void select_plantedKeyAtDebugLevel_isNotLogged() throws Exception {
    Dataset<Row> rows = planted();
    KeyColumns columns = KeyedFrames.columns(rows, "g");
    KeySelection threshold =
        new KeySelection(KeyThreshold.compute(0.02, 1e-6, 1, 1, Calibration.ZCDP));
    Events events = new Events();
    KeyedFrames.session().sparkContext().addSparkListener(events);
    try (LogCapture logs = new LogCapture()) {
      SortedMap<GroupKey, Long> selected =
          threshold.select(columns.addKeys(rows), NoiseKey.fromSeed(2), 1_000);
      assertEquals(4, selected.size());
      Dataset<Row> tagged =
          KeyColumns.joinGroups(
              columns.addKeys(rows, functions.col("x")), "x", List.copyOf(selected.keySet()));
      logs.seen().add(tagged.count() + " rows");
      logs.seen().add(tagged.queryExecution().toString());
      logs.seen().add(selected.toString());
      String refused =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> threshold.select(columns.addKeys(rows), NoiseKey.fromSeed(2), 2))
              .toString();
      logs.seen().add(refused);
      assertTrue(refused.contains("kept 4 groups"), refused);
      assertTrue(logs.seen().size() > 500, "the capture saw " + logs.seen().size() + " lines only");
      logs.seen().addAll(events.seen);
      assertNowhere(logs.seen());
    } finally {
      KeyedFrames.session().sparkContext().removeSparkListener(events);
    }
    assertTrue(events.jobs.contains("private mean: keys"), "" + events.jobs);
  }

  private static void assertNowhere(Queue<String> seen) {
    String bytes =
        HexFormat.of().formatHex(PLANTED.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    for (String text : seen) {
      assertFalse(text.contains(PLANTED), text);
      assertFalse(text.toLowerCase(java.util.Locale.ROOT).contains(bytes), text);
    }
  }

  @Test
  void capture_aLoggedKey_isFound() {
    try (LogCapture logs = new LogCapture()) {
      LogManager.getLogger("org.privatemean.leak").debug("key {}", GroupKey.of(PLANTED));
      assertThrows(AssertionError.class, () -> assertNowhere(logs.seen()));
    }
  }
}
