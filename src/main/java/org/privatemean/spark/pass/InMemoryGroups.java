package org.privatemean.spark.pass;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.rows.Block;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.group.GroupedBlocks;
import org.privatemean.rows.group.SlotFold;
import org.privatemean.rows.group.SlotTotals;

/** Rows of groups in the memory of this process. */
@Internal
public final class InMemoryGroups implements GroupedRows {
  private final double[][] rows;
  private final int[] groups;
  private final int[] weights;
  private final int dimension;
  private final int count;

  /**
   * Creates rows of groups.
   *
   * @param rows of {@code dimension} finite coordinates each; not copied
   * @param groups the index of the group of each row
   * @param weights of each row, at least 1
   * @param count number of groups
   */
  public InMemoryGroups(double[][] rows, int[] groups, int[] weights, int dimension, int count) {
    this.rows = rows;
    this.groups = groups;
    this.weights = weights;
    this.dimension = dimension;
    this.count = count;
  }

  /** Returns rows of weight 1. */
  public static InMemoryGroups of(double[][] rows, int[] groups, int dimension, int count) {
    int[] weights = new int[rows.length];
    Arrays.fill(weights, 1);
    return new InMemoryGroups(rows, groups, weights, dimension, count);
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public int groups() {
    return count;
  }

  @Override
  public <B extends Block> GroupedBlocks<B> prepare(RowEncoder<B> encoder) {
    List<B> blocks = new ArrayList<>();
    BlockBuilder<B> builder = encoder.newBuilder();
    for (int i = 0; i < rows.length; i++) {
      builder.add(rows[i], groups[i], weights[i]);
      if (builder.isFull()) {
        blocks.add(builder.build());
      }
    }
    if (!builder.isEmpty()) {
      blocks.add(builder.build());
    }
    return new GroupArrays<>(blocks);
  }

  private static final class GroupArrays<B extends Block> implements GroupedBlocks<B> {
    private final List<B> blocks;

    GroupArrays(List<B> blocks) {
      this.blocks = blocks;
    }

    @Override
    public long[] fold(SlotFold<B> fold, String description) {
      SlotTotals totals = new SlotTotals(fold.width());
      for (B block : blocks) {
        fold.add(block, totals);
      }
      return totals.dense(fold.slots());
    }

    @Override
    public void setSizes(double[] counts) {
      // One thread folds all blocks, in any order.
    }

    @Override
    public void close() {
      blocks.clear();
    }
  }
}
