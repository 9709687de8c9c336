package org.privatemean.query.fold;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.privatemean.rows.Block;

/** Vectors of groups in doubles, stored by row and sorted by group, each with a weight. */
public final class GroupBlock implements Block {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 12;

  private final int columns;
  private final double[] values;

  /** The group of each row, ascending. */
  private final int[] groups;

  /** The weight of each row, or null if all are 1. */
  private final int[] weights;

  /** The last requested norms. Two tasks may write it; both write correct values. */
  private transient GroupNorms norms;

  GroupBlock(int columns, double[] values, int[] groups, int[] weights) {
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

  int group(int row) {
    return groups[row];
  }

  /** Returns one more than the last row of the group of a row. */
  int endOfGroup(int row) {
    int group = groups[row];
    int end = row + 1;
    while (end < groups.length && groups[end] == group) {
      end++;
    }
    return end;
  }

  int weight(int row) {
    return weights == null ? 1 : weights[row];
  }

  /**
   * Returns the norms of the rows in a frame. Passes come in pairs that use the same frame, so the
   * last result is kept: 8 bytes per row.
   *
   * @param version version of the frame
   * @param computed computes the norms
   * @return one value per row; not to be changed
   */
  double[] cached(long version, Supplier<double[]> computed) {
    GroupNorms known = norms;
    if (known == null || known.version != version) {
      known = new GroupNorms(version, computed.get());
      norms = known;
    }
    return known.values;
  }

  /** Immutable, so that it is safely published without synchronization. */
  private static final class GroupNorms {
    private final long version;
    private final double[] values;

    GroupNorms(long version, double[] values) {
      this.version = version;
      this.values = values;
    }
  }

  @Override
  public byte[] toBytes() {
    int ints = weights == null ? groups.length : 2 * groups.length;
    byte[] bytes = new byte[HEADER + ints * Integer.BYTES + values.length * Double.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(groups.length).putInt(columns).putInt(weights == null ? 0 : 1);
    for (int group : groups) {
      buffer.putInt(group);
    }
    if (weights != null) {
      for (int weight : weights) {
        buffer.putInt(weight);
      }
    }
    buffer.asDoubleBuffer().put(values);
    return bytes;
  }

  static GroupBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    int[] weights = buffer.getInt() == 0 ? null : new int[rows];
    int[] groups = new int[rows];
    for (int i = 0; i < rows; i++) {
      groups[i] = buffer.getInt();
    }
    for (int i = 0; weights != null && i < rows; i++) {
      weights[i] = buffer.getInt();
    }
    double[] values = new double[rows * columns];
    buffer.asDoubleBuffer().get(values);
    return new GroupBlock(columns, values, groups, weights);
  }

  /** Returns the replacement for Java serialization. */
  private Object writeReplace() {
    return new PackedGroups(toBytes());
  }

  /** Binary form of a block. */
  private static final class PackedGroups implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    PackedGroups(byte[] bytes) {
      this.bytes = bytes;
    }

    private Object readResolve() {
      return fromBytes(bytes);
    }
  }
}
