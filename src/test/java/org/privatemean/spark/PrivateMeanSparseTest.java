package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hashed features: rows of 2^18 coordinates, of which few are not 0. As columns: 12 GB. */
final class PrivateMeanSparseTest {
  private static final int DIMENSION = 1 << 18;
  private static final int ROWS = 6_000;
  private static final int NON_ZEROS = 20;

  private static Dataset<Row> rows;
  private static double[] mean;

  @BeforeAll
  static void cacheRows() {
    SplittableRandom random = new SplittableRandom(1);
    mean = new double[DIMENSION];
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double[] words =
          random
              .doubles(NON_ZEROS)
              .map(u -> Math.floor(DIMENSION * u * u * u))
              .distinct()
              .sorted()
              .toArray();
      int[] indices = Arrays.stream(words).mapToInt(x -> (int) x).toArray();
      double[] values = new double[indices.length];
      Arrays.fill(values, 1);
      for (int j : indices) {
        mean[j] += 1.0 / ROWS;
      }
      Vector vector = Vectors.sparse(DIMENSION, indices, values);
      // A row is what it is, however it is stored.
      list.add(RowFactory.create(i == 7 ? vector.toDense() : vector));
    }
    rows = frame(list).cache();
    assertEquals(ROWS, rows.count());
  }

  private static Dataset<Row> frame(List<Row> list) {
    return LocalSpark.session()
        .createDataFrame(list, new StructType().add("features", SQLDataTypes.VectorType()))
        .repartition(3);
  }

  @AfterAll
  static void unpersist() {
    rows.unpersist();
  }

  private static PrivateMean stage() {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setRho(20)
        .setScaling("none")
        .setSeed(3);
  }

  private static double distance(Vector found) {
    double square = 0;
    for (int j = 0; j < DIMENSION; j++) {
      square += (found.apply(j) - mean[j]) * (found.apply(j) - mean[j]);
    }
    return Math.sqrt(square);
  }

  /** The noise is what the error is made of: it is known within some percent in this dimension. */
  @Tag("long")
  @Test
  void fit_hashedFeatures_hasTheStatedError() {
    PrivateMeanModel model = stage().fit(rows);
    double expected = model.summary().expectedL2Error();
    double found = distance(model.mean());
    assertTrue(Math.abs(found / expected - 1) < 0.05, found + ", expected " + expected);
    // Of the longest vectors that there might be it is a small part.
    assertTrue(found < 0.2 * Math.sqrt(NON_ZEROS), "error " + found);
  }

  @Tag("long")
  @Test
  void fit_byPublicCalls_givesTheSameBits() {
    Vector expected = stage().fit(rows).mean();
    Vector found = LocalSpark.withPublicCallsOnly(() -> stage().fit(rows).mean());
    assertArrayEquals(expected.toArray(), found.toArray());
  }
}
