package org.privatemean.spark;

import java.util.Arrays;
import org.privatemean.annotation.Internal;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.GroupBlock;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** Encoder of rows of groups: scales each row into the range of norms, and sorts by group. */
@Internal
public final class GroupEncoder implements RowEncoder<GroupBlock> {
  private static final long serialVersionUID = 1L;

  private static final int FULL = 1 << 22;

  private static final int MIN_ROWS = 16;

  private final int dimension;
  private final NormRange range;

  public GroupEncoder(int dimension, NormRange range) {
    this.dimension = dimension;
    this.range = range;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public BlockBuilder<GroupBlock> newBuilder() {
    return new Builder();
  }

  @Override
  public GroupBlock read(byte[] bytes) {
    return GroupBlock.fromBytes(bytes);
  }

  private final class Builder implements BlockBuilder<GroupBlock> {
    private final int most = Math.max(MIN_ROWS, FULL / (Double.BYTES * dimension));
    private final double[] scaled = new double[dimension];
    private double[] values = new double[MIN_ROWS * dimension];
    private int[] groups = new int[MIN_ROWS];
    private int[] weights = new int[MIN_ROWS];
    private int rows;
    private boolean weighs;

    @Override
    public void add(double[] row) {
      add(row, 0, 1);
    }

    @Override
    public void add(double[] row, int group, int weight) {
      if (rows == groups.length) {
        int room = Math.min(most, 2 * rows);
        values = Arrays.copyOf(values, room * dimension);
        groups = Arrays.copyOf(groups, room);
        weights = Arrays.copyOf(weights, room);
      }
      range.scale(row, scaled);
      System.arraycopy(scaled, 0, values, rows * dimension, dimension);
      groups[rows] = group;
      weights[rows] = weight;
      weighs |= weight != 1;
      rows++;
    }

    @Override
    public boolean isFull() {
      return rows == most;
    }

    @Override
    public boolean isEmpty() {
      return rows == 0;
    }

    @Override
    public GroupBlock build() {
      long[] order = new long[rows];
      for (int i = 0; i < rows; i++) {
        order[i] = (long) groups[i] << Integer.SIZE | i;
      }
      Arrays.sort(order);
      double[] sorted = new double[rows * dimension];
      int[] sortedGroups = new int[rows];
      int[] sortedWeights = weighs ? new int[rows] : null;
      for (int k = 0; k < rows; k++) {
        int i = (int) order[k];
        System.arraycopy(values, i * dimension, sorted, k * dimension, dimension);
        sortedGroups[k] = groups[i];
        if (weighs) {
          sortedWeights[k] = weights[i];
        }
      }
      rows = 0;
      weighs = false;
      return new GroupBlock(dimension, sorted, sortedGroups, sortedWeights);
    }
  }
}
