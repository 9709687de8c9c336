package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.Eighths;
import org.privatemean.spark.column.VectorColumn;

final class DriverBlocksTest {
  private static final int DIMENSION = Eighths.DIMENSION;
  private static final int ROWS = 500;

  private static Dataset<Row> frame(int partitions) {
    double[][] rows = new double[ROWS][DIMENSION];
    for (int i = 0; i < ROWS; i++) {
      Arrays.fill(rows[i], i / 8.0);
    }
    return LocalSpark.frame(rows, LocalSpark.Form.DENSE, partitions);
  }

  private static <T> T withDriverValues(String most, Supplier<T> action) {
    LocalSpark.session().conf().set(PassMemory.DRIVER_VALUES, most);
    try {
      return action.get();
    } finally {
      LocalSpark.session().conf().unset(PassMemory.DRIVER_VALUES);
    }
  }

  private static <T> T publicly(boolean publicly, Supplier<T> action) {
    return publicly ? LocalSpark.withPublicCallsOnly(action) : action.get();
  }

  private static CheckedRows rows(Dataset<Row> frame) {
    VectorColumn column = VectorColumn.find(frame.schema(), "features");
    return SparkRows.create(frame, column, DIMENSION, InvalidRows.ERROR);
  }

  /** Runs an action and returns the number of its Spark jobs. */
  private static int jobs(Runnable action) {
    var context = LocalSpark.session().sparkContext();
    String group = "DriverBlocksTest " + System.nanoTime();
    context.setJobGroup(group, "test", false);
    try {
      action.run();
      return LocalSpark.jobs(group);
    } finally {
      context.clearJobGroup();
    }
  }

  /** A limit of v values admits v / 4 rows of 3 coordinates, padded to 4, and takes twice these. */
  @ParameterizedTest
  @CsvSource({
    "false, 4, 2000, 500, 1",
    "true, 4, 2000, 500, 1",
    "false, 1, 2000, 500, 1",
    "false, 4, 1999, 500, 3",
    "false, 4, 0, 1, 3",
    "false, 4, 400, 100, 4",
    "true, 4, 400, 100, 4",
    "false, 1, 400, 100, 4",
    "true, 1, 400, 100, 4"
  })
  void fold_threeTimes_readsFewRowsOnceAndGivesTheSameTotals(
      boolean publicly, int partitions, String limit, long announced, int jobs) {
    long[] expected = new long[DIMENSION];
    Arrays.fill(expected, ROWS * (ROWS - 1) / 2);
    CheckedRows rows = publicly(publicly, () -> rows(frame(partitions)));
    try (Blocks<Eighths> blocks = rows.prepare(new Eighths.Encoder())) {
      withDriverValues(
          limit,
          () -> {
            blocks.setSize(announced);
            return null;
          });
      int run =
          jobs(
              () -> {
                for (int pass = 0; pass < 3; pass++) {
                  assertArrayEquals(expected, blocks.fold(new Eighths.Sum(DIMENSION), "sum"));
                }
              });
      // Through public calls, a merge of totals is a job more.
      assertEquals(jobs, publicly ? Math.min(jobs, run) : run);
    }
  }

  /** The count, and the pass that reads the rows. */
  @ParameterizedTest
  @ValueSource(strings = {"replace", "addRemove"})
  void fit_smallTable_runsTwoJobs(String neighbours) {
    Dataset<Row> rows = frame(4).cache();
    rows.count();
    PrivateMean mean =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(DIMENSION)
            .setRho(0.5)
            .setNeighbours(neighbours);
    assertEquals(2, jobs(() -> mean.fit(rows)));
  }
}
