package org.privatemean.mean;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.privatemean.annotation.Internal;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** Vectors of groups in doubles, stored by row and sorted by group, each with a weight. */
@Internal
public final class GroupBlock extends ArrayBlock {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 12;

  private final int columns;
  private final double[] values;
  private final int[] groups;

  /** The weight of each row; empty if all are 1. */
  private final int[] weights;

  public GroupBlock(int columns, double[] values, int[] groups, int[] weights) {
    this.columns = columns;
    this.values = values;
    this.groups = groups;
    this.weights = weights;
  }

  @Override
  public int rows() {
    return groups.length;
  }

  int columns() {
    return columns;
  }

  /** Returns all coordinates, those of row i from {@code i * columns} on; not to be changed. */
  double[] values() {
    return values;
  }

  public int group(int row) {
    return groups[row];
  }

  /** Returns one more than the last row of the group of a row. */
  public int endOfGroup(int row) {
    int group = groups[row];
    int end = row + 1;
    while (end < groups.length && groups[end] == group) {
      end++;
    }
    return end;
  }

  public int weight(int row) {
    return weights.length == 0 ? 1 : weights[row];
  }

  @Override
  public byte[] toBytes() {
    int ints = groups.length + weights.length;
    byte[] bytes = new byte[HEADER + ints * Integer.BYTES + values.length * Double.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(groups.length).putInt(columns).putInt(weights.length == 0 ? 0 : 1);
    buffer.asIntBuffer().put(groups).put(weights);
    buffer.position(HEADER + ints * Integer.BYTES).asDoubleBuffer().put(values);
    return bytes;
  }

  public static GroupBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    int[] weights = new int[buffer.getInt() * rows];
    int[] groups = new int[rows];
    IntBuffer ints = buffer.asIntBuffer().get(groups).get(weights);
    double[] values = new double[rows * columns];
    buffer.position(HEADER + ints.position() * Integer.BYTES).asDoubleBuffer().get(values);
    return new GroupBlock(columns, values, groups, weights);
  }

  private Object writeReplace() {
    return new PackedGroups(toBytes());
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record PackedGroups(byte[] bytes) implements Serializable {
    private Object readResolve() {
      return fromBytes(bytes);
    }
  }

  /** Encoder of rows of groups: scales each row into the range of norms, and sorts by group. */
  public record GroupEncoder(int dimension, NormRange range) implements RowEncoder<GroupBlock> {
    private static final int FULL = 1 << 22;
    private static final int MIN_ROWS = 16;

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
        int[] sortedWeights = new int[weighs ? rows : 0];
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
}
