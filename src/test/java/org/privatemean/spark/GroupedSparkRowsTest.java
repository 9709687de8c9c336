package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.Promise;
import org.privatemean.central.GroupFit;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupBlock.GroupEncoder;
import org.privatemean.mean.GroupQueries;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.group.GroupedBlocks;
import org.privatemean.spark.column.VectorColumn;

/** The totals of groups are those of the rows in memory, wherever Spark has the rows. */
@Promise("totals of groups do not depend on where Spark puts the rows")
final class GroupedSparkRowsTest {
  private static final int DIMENSION = 3;
  private static final int ROWS = 3000;

  /** So many groups that rows are moved to them, or so few that they stay. */
  private static final int MANY = 40_000;

  private static final int FEW = 200;

  private final double[][] rows = new double[ROWS][DIMENSION];
  private final int[] groups = new int[ROWS];
  private final int[] weights = new int[ROWS];

  private void draw(int count) {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < DIMENSION; j++) {
        rows[i][j] = 10 * random.nextGaussian();
      }
      // Half of the rows are in one group.
      groups[i] = random.nextBoolean() ? 17 : random.nextInt(count);
      weights[i] = 1 + random.nextInt(3);
    }
  }

  private Dataset<Row> frame(int partitions) {
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      list.add(RowFactory.create(Vectors.dense(rows[i]), groups[i], weights[i]));
    }
    StructType schema =
        new StructType()
            .add("x y", SQLDataTypes.VectorType())
            .add("group", DataTypes.IntegerType, false)
            .add("weight", DataTypes.IntegerType, false);
    return LocalSpark.session().createDataFrame(list, schema).repartition(partitions);
  }

  private static GroupedBlocks<GroupBlock> prepared(Dataset<Row> frame, int count) {
    VectorColumn column = VectorColumn.find(frame.schema(), "x y");
    GroupEncoder encoder = new GroupEncoder(DIMENSION, NormRange.WIDEST);
    return new GroupedSparkRows<>(frame, column, count, InvalidRows.ERROR, encoder);
  }

  private static List<long[]> totals(GroupedBlocks<GroupBlock> blocks, int count) {
    double[] centres = new double[count * DIMENSION];
    Arrays.fill(centres, 0.5);
    int[] requested = {0, 17, 18, count - 1};
    return List.of(
        blocks.fold(GroupQueries.counts(count), "row count"),
        blocks.fold(GroupQueries.sum(DIMENSION, centres, requested, 12), "sum"),
        blocks.fold(GroupQueries.cells(DIMENSION, centres, 1, 4, 30), "cells"));
  }

  private void check(GroupedBlocks<GroupBlock> blocks, int count, boolean spread) {
    List<long[]> expected =
        totals(
            GroupFit.held(rows, groups, weights, new GroupEncoder(DIMENSION, NormRange.WIDEST)),
            count);
    try (blocks) {
      List<long[]> found = totals(blocks, count);
      if (spread) {
        double[] counts = new double[count];
        counts[17] = ROWS;
        blocks.setSizes(counts);
        found = totals(blocks, count);
      }
      for (int k = 0; k < found.size(); k++) {
        assertArrayEquals(expected.get(k), found.get(k));
      }
      assertTrue(Arrays.stream(found.get(1)).anyMatch(total -> total != 0));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "200, 1, false, false",
    "200, 7, false, false",
    "200, 7, true, false",
    "40000, 5, false, false",
    "40000, 5, false, true",
    "40000, 5, true, true"
  })
  void fold_anyLayout_givesTheTotalsOfTheRows(
      int count, int partitions, boolean publicOnly, boolean spread) {
    draw(count);
    Dataset<Row> frame = frame(partitions);
    GroupedBlocks<GroupBlock> blocks =
        publicOnly
            ? LocalSpark.withPublicCallsOnly(() -> prepared(frame, count))
            : prepared(frame, count);
    check(blocks, count, spread);
  }

  @Test
  void fold_noRows_givesZeros() {
    draw(FEW);
    Dataset<Row> none = frame(2).filter("weight > 9");
    try (GroupedBlocks<GroupBlock> blocks = prepared(none, FEW)) {
      assertArrayEquals(new long[FEW], blocks.fold(GroupQueries.counts(FEW), "row count"));
    }
  }

  @Test
  void fold_invalidRow_isRefusedByItsColumnOnly() {
    draw(FEW);
    rows[5][1] = Double.NaN;
    try (GroupedBlocks<GroupBlock> blocks = prepared(frame(2), FEW)) {
      InvalidRowException refused =
          assertThrows(
              InvalidRowException.class, () -> blocks.fold(GroupQueries.counts(FEW), "row count"));
      assertTrue(refused.getMessage().contains("x y"), refused.getMessage());
    }
  }

  @Test
  void close_afterAPass_freesTheBlocks() {
    draw(MANY);
    int before = LocalSpark.session().sparkContext().getPersistentRDDs().size();
    GroupedBlocks<GroupBlock> blocks = prepared(frame(2), MANY);
    double[] counts = new double[MANY];
    counts[17] = ROWS;
    blocks.fold(GroupQueries.counts(MANY), "row count");
    blocks.setSizes(counts);
    blocks.fold(GroupQueries.counts(MANY), "row count");
    blocks.close();
    assertEquals(before, LocalSpark.session().sparkContext().getPersistentRDDs().size());
  }

  @Test
  void checkGroups_tooManyForTheHeap_namesTheSettingBeforeAPass() {
    PassMemory memory = new PassMemory((name, value) -> value, 16, 1L << 30);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> memory.checkGroups(5_000_000, 64, 1000));
    assertTrue(refused.getMessage().contains("spark.driver.memory"), refused.getMessage());
    assertTrue(refused.getMessage().contains("5000000 groups"), refused.getMessage());
    memory.checkGroups(10_000, 64, 10_000);
  }
}
