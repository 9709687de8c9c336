package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.Neighbours;

/** What a ledger on a disk adds to the time of a fit. */
@Tag("long")
final class LedgerCostTest {
  private static final int PAIRS = 15;

  @TempDir Path folder;

  /** Medians of pairs that take turns: other load meets both. */
  @Test
  void fit_underALedger_takesATenthOrATenthOfASecondMoreAtMost() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[10_000][10];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    Dataset<Row> frame = LocalSpark.frame(rows, LocalSpark.Form.DENSE, 4).cache();
    for (Neighbours neighbours : Neighbours.values()) {
      FileLedger ledger = FileLedger.of(folder.resolve(neighbours.label()), 100, 0, neighbours);
      double[] without = new double[PAIRS];
      double[] with = new double[PAIRS];
      for (int k = -3; k < PAIRS; k++) {
        double plain = seconds(stage(neighbours), frame);
        double paid =
            seconds(stage(neighbours).setLedger(ledger.uri()).setReleaseName("fit " + k), frame);
        if (k >= 0) {
          without[k] = plain;
          with[k] = paid;
        }
      }
      double before = median(without);
      double after = median(with);
      System.out.printf("%s: %.3f s without, %.3f s with%n", neighbours.label(), before, after);
      assertTrue(
          after <= Math.max(1.1 * before, before + 0.1),
          () -> String.format("%.3f s without, %.3f s with", before, after));
    }
  }

  private static PrivateMean stage(Neighbours neighbours) {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(10)
        .setRho(0.5)
        .setNeighbours(neighbours.label());
  }

  private static double seconds(PrivateMean stage, Dataset<Row> rows) {
    long start = System.nanoTime();
    stage.fit(rows);
    return (System.nanoTime() - start) / 1e9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
