package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.PageCode;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerView.State;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.column.ColumnOrigin;

/** Releases of a stream's batches, each under a name of its own, are paid once. */
final class StreamedBatchesTest {
  private static final Path PAGE = Path.of("src/site/markdown/streams-and-lakes.md");
  private static final Path SOURCE =
      Path.of("src/test/java/org/privatemean/spark/StreamedBatchesTest.java");
  private static final SparkSession SPARK = LocalSpark.session();

  @TempDir Path folder;
  private FileLedger ledger;

  @BeforeEach
  void open() {
    ledger = FileLedger.of(folder.resolve("ledger"), 100, 0, Neighbours.ADD_REMOVE);
  }

  /** A stream of two batches, of one file each. */
  private Dataset<Row> visits() throws IOException {
    Path files = folder.resolve("visits");
    if (!Files.exists(files)) {
      Files.createDirectory(files);
      Files.write(files.resolve("1.csv"), Collections.nCopies(1000, "40,3"));
      Files.write(files.resolve("2.csv"), Collections.nCopies(1000, "50,4"));
    }
    return SPARK
        .readStream()
        .schema("age DOUBLE, stay DOUBLE")
        .option("maxFilesPerTrigger", 1)
        .csv(files.toString())
        .selectExpr("array(age, stay) AS features");
  }

  private static VoidFunction2<Dataset<Row>, Long> releaseTo(String ledger, String means) {
    VoidFunction2<Dataset<Row>, Long> release =
        (batch, id) ->
            new PrivateMean()
                .setInputCol("features")
                .setDimension(2)
                .setNeighbours("addRemove")
                .setRho(0.5)
                .setLedger(ledger)
                .setReleaseName("visits/" + id)
                .fit(batch)
                .write()
                .overwrite()
                .save(means + "/" + id);
    return release;
  }

  private void run(VoidFunction2<Dataset<Row>, Long> release, String checkpoint)
      throws IOException, TimeoutException, StreamingQueryException {
    Dataset<Row> visits = visits();
    StreamingQuery query =
        visits
            .writeStream()
            .foreachBatch(release)
            .option("checkpointLocation", checkpoint)
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
  }

  private static PrivateMeanModel model(String means, int batch) {
    return PrivateMeanModel.load(means + "/" + batch);
  }

  @Test
  void foreachBatch_retryAfterTheRelease_paysOnceAndGivesTheSameMean() throws Exception {
    String means = folder.resolve("means").toString();
    String checkpoint = folder.resolve("checkpoint").toString();
    VoidFunction2<Dataset<Row>, Long> release = releaseTo(ledger.uri(), means);
    VoidFunction2<Dataset<Row>, Long> failing =
        (batch, id) -> {
          release.call(batch, id);
          throw new IllegalStateException("after the release");
        };
    assertThrows(StreamingQueryException.class, () -> run(failing, checkpoint));
    Vector first = model(means, 0).mean();
    assertFalse(model(means, 0).summary().replayed());
    assertEquals(List.of(State.STORED), ledger.states());
    run(release, checkpoint);
    assertEquals(first, model(means, 0).mean());
    assertTrue(model(means, 0).summary().replayed());
    assertFalse(model(means, 1).summary().replayed());
    assertEquals(List.of(State.STORED, State.STORED), ledger.states());
  }

  /** The batches of a new checkpoint are counted from 0, so they have the names of others. */
  @Tag("long")
  @Test
  void foreachBatch_newCheckpoint_givesTheMeansOfTheNames() throws Exception {
    String means = folder.resolve("means").toString();
    VoidFunction2<Dataset<Row>, Long> release = releaseTo(ledger.uri(), means);
    run(release, folder.resolve("checkpoint").toString());
    Vector second = model(means, 1).mean();
    run(release, folder.resolve("anew").toString());
    assertEquals(second, model(means, 1).mean());
    assertTrue(model(means, 1).summary().replayed());
    assertEquals(
        List.of("visits/0", "visits/1"),
        ledger.view().charges().stream().map(line -> line.name().orElseThrow()).toList());
  }

  /** No plan shows which rows of a source are in a batch: parts and persons are not seen. */
  @Tag("long")
  @Test
  void foreachBatch_columnsOfABatch_haveNoOriginThatIsSeen() throws Exception {
    List<Optional<String>> origins = Collections.synchronizedList(new ArrayList<>());
    run(
        (batch, id) -> origins.add(ColumnOrigin.find(batch, "features")),
        folder.resolve("checkpoint").toString());
    assertEquals(List.of(Optional.empty(), Optional.empty()), origins);
  }

  @Test
  void fit_streamItself_isRefusedAtNoCost() throws IOException {
    Dataset<Row> visits = visits();
    PrivateMean stage =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(2)
            .setNeighbours("addRemove")
            .setRho(0.5)
            .setLedger(ledger.uri());
    ParamException refusal = assertThrows(ParamException.class, () -> stage.fit(visits));
    assertEquals("inputCol", refusal.param());
    assertTrue(refusal.getMessage().contains("foreachBatch"), refusal.getMessage());
    assertEquals(List.of(), ledger.states());
  }

  @Test
  void page_stream_isThisOne() throws IOException {
    List<String> statements = PageCode.statements(Files.readString(PAGE), "java");
    PageCode.assertHas(SOURCE, statements.subList(0, 2));
  }
}
