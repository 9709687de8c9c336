package org.privatemean.mean;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.privatemean.annotation.Internal;

/** Vectors of groups in doubles, stored by row and sorted by group, each with a weight. */
@Internal
public final class GroupBlock extends ArrayBlock {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 12;

  private final int columns;
  private final double[] values;

  private final int[] groups;

  /** The weight of each row, or null if all are 1. */
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
    return weights == null ? 1 : weights[row];
  }

  @Override
  public byte[] toBytes() {
    int ints = weights == null ? groups.length : 2 * groups.length;
    byte[] bytes = new byte[HEADER + ints * Integer.BYTES + values.length * Double.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(groups.length).putInt(columns).putInt(weights == null ? 0 : 1);
    buffer.asIntBuffer().put(groups).put(weights == null ? new int[0] : weights);
    buffer.position(HEADER + ints * Integer.BYTES).asDoubleBuffer().put(values);
    return bytes;
  }

  public static GroupBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    int[] weights = buffer.getInt() == 0 ? null : new int[rows];
    int[] groups = new int[rows];
    IntBuffer ints = buffer.asIntBuffer().get(groups);
    if (weights != null) {
      ints.get(weights);
    }
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
}
