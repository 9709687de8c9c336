package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;

/** Fits of streams. */
final class StreamedBatchesTest {
  @TempDir Path folder;

  @Test
  void fit_streamItself_isRefusedAtNoCost() throws IOException {
    FileLedger ledger =
        FileLedger.of(folder.resolve("ledger"), 100, 0, Neighbours.ADD_REMOVE);
    Dataset<Row> visits =
        LocalSpark.session()
            .readStream()
            .schema("age DOUBLE, stay DOUBLE")
            .csv(Files.createDirectory(folder.resolve("visits")).toString())
            .selectExpr("array(age, stay) AS features");
    PrivateMean stage =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(2)
            .setNeighbours("addRemove")
            .setRho(20)
            .setLedger(ledger.uri());
    ParamException refusal = assertThrows(ParamException.class, () -> stage.fit(visits));
    assertEquals("inputCol", refusal.param());
    assertTrue(refusal.getMessage().contains("foreachBatch"), refusal.getMessage());
    assertEquals(List.of(), ledger.states());
  }
}
