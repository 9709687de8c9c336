package org.privatemean.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DataTest {
  @ParameterizedTest
  @EnumSource
  void row_ofASeedAndANumber_isAlwaysTheSame(Data data) {
    assertEquals(data.row(1, 5, 300), data.row(1, 5, 300));
    assertNotEquals(data.row(1, 5, 300), data.row(1, 6, 300));
    assertNotEquals(data.row(1, 5, 300), data.row(2, 5, 300));
  }

  /** Within six standard errors; the standard deviation of a lognormal is 2.16. */
  @ParameterizedTest
  @EnumSource(names = {"GAUSSIAN", "LOGNORMAL"})
  void row_ofALaw_hasItsMeans(Data data) {
    int rows = 20_000;
    double[] sums = new double[10];
    for (int i = 0; i < rows; i++) {
      double[] row = data.row(1, i, sums.length).toArray();
      for (int j = 0; j < sums.length; j++) {
        sums[j] += row[j];
      }
    }
    for (int j = 0; j < sums.length; j++) {
      double mean = data == Data.GAUSSIAN ? 3 + j % 8 : Math.exp(0.5);
      double deviation = data == Data.GAUSSIAN ? 1 : 2.17;
      assertEquals(mean, sums[j] / rows, 6 * deviation / Math.sqrt(rows), "coordinate " + j);
    }
  }

  @Test
  void row_thatIsSparse_hasOneEntryInAHundred() {
    for (int i = 0; i < 100; i++) {
      Vector row = Data.SPARSE.row(1, i, 784);
      assertTrue(row instanceof SparseVector);
      assertEquals(7, row.numActives());
      assertEquals(784, row.size());
    }
    assertEquals(1, Data.SPARSE.row(1, 1, 16).numActives());
  }
}
