package org.privatemean.mean;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.privatemean.rows.Block;

/**
 * A tile of lattice vectors stored by column, as 32-bit integers where the public range allows and
 * as 64-bit ones otherwise.
 */
public final class LatticeBlock implements Block {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 12;

  /** Rows that tell how a count is best made; what is counted does not depend on it. */
  private static final int SAMPLE = 64;

  private final int rows;
  private final int[][] narrow;
  private final long[][] wide;

  /** The squared distances last asked for. Two tasks may write it: each writes what is so. */
  private transient Distances distances;

  private LatticeBlock(int rows, int[][] narrow, long[][] wide) {
    this.rows = rows;
    this.narrow = narrow;
    this.wide = wide;
  }

  static LatticeBlock ofInts(int rows, int[][] columns) {
    return new LatticeBlock(rows, columns, null);
  }

  static LatticeBlock ofLongs(int rows, long[][] columns) {
    return new LatticeBlock(rows, null, columns);
  }

  @Override
  public int rows() {
    return rows;
  }

  /** Number of coordinates of a vector. */
  public int columns() {
    return narrow != null ? narrow.length : wide.length;
  }

  /**
   * Counts the rows with coordinate j in each of {@code 2^bits} cells of {@code 2^shift} integers.
   *
   * @param base where the first cell starts
   * @param counts receives the counts, from entry {@code first} on
   */
  void count(int j, long base, int shift, int bits, long[] counts, int first) {
    // A value below the base has its high bits set: unsigned, it lies beyond all cells.
    if (wide != null) {
      for (int i = 0; i < rows; i++) {
        long cell = (wide[j][i] - base) >>> shift;
        if (cell >>> bits == 0) {
          counts[first + (int) cell]++;
        }
      }
    } else if (rows < Math.max(SAMPLE, 2 << bits) || isPredictable(narrow[j], base, shift + bits)) {
      countBranching(narrow[j], base, shift, bits, counts, first);
    } else {
      countBranchFree(narrow[j], base, shift, bits, counts, first);
    }
  }

  /** Whether nearly all or nearly none of some rows lie in {@code 2^size} integers from a base. */
  private static boolean isPredictable(int[] column, long base, int size) {
    int inside = 0;
    for (int i = 0; i < SAMPLE; i++) {
      inside += (column[i] - base) >>> size == 0 ? 1 : 0;
    }
    return inside <= SAMPLE / 16 || inside >= SAMPLE - SAMPLE / 16;
  }

  private void countBranching(
      int[] column, long base, int shift, int bits, long[] counts, int first) {
    for (int i = 0; i < rows; i++) {
      long cell = (column[i] - base) >>> shift;
      if (cell >>> bits == 0) {
        counts[first + (int) cell]++;
      }
    }
  }

  /** Rows outside go to a cell of their own: a branch would be guessed wrong for many rows. */
  private void countBranchFree(
      int[] column, long base, int shift, int bits, long[] counts, int first) {
    int outside = 1 << bits;
    int[] cells = new int[outside + 1];
    for (int i = 0; i < rows; i++) {
      long cell = (column[i] - base) >>> shift;
      // All ones where a bit beyond the cells is set.
      long beyond = cell >>> bits;
      int mask = (int) ((beyond | -beyond) >> 63);
      cells[((int) cell & ~mask) | (outside & mask)]++;
    }
    for (int k = 0; k < outside; k++) {
      counts[first + k] += cells[k];
    }
  }

  /**
   * Squared distances of all rows to a centre, in doubles. The squares of one row are added in
   * coordinate order whatever the row's place, so equal rows give equal bits. The search of a
   * clipping norm and the sum see the same centre, so the last ones are kept: 8 bytes a row.
   *
   * @return one a row; not to be changed
   */
  double[] squaredDistances(long[] centre) {
    Distances known = distances;
    if (known == null || !Arrays.equals(known.centre, centre)) {
      known = new Distances(centre.clone(), computeSquaredDistances(centre));
      distances = known;
    }
    return known.squares;
  }

  private double[] computeSquaredDistances(long[] centre) {
    double[] sums = new double[rows];
    for (int j = 0; j < centre.length; j++) {
      long c = centre[j];
      if (wide != null) {
        long[] column = wide[j];
        for (int i = 0; i < sums.length; i++) {
          double difference = (double) (column[i] - c);
          sums[i] += difference * difference;
        }
      } else {
        int[] column = narrow[j];
        for (int i = 0; i < sums.length; i++) {
          double difference = (double) (column[i] - c);
          sums[i] += difference * difference;
        }
      }
    }
    return sums;
  }

  /** The sum of coordinate j over the rows, modulo 2^64. */
  long sum(int j) {
    long sum = 0;
    if (wide != null) {
      for (int i = 0; i < rows; i++) {
        sum += wide[j][i];
      }
    } else {
      int[] column = narrow[j];
      for (int i = 0; i < rows; i++) {
        sum += column[i];
      }
    }
    return sum;
  }

  /** Immutable, so that whoever sees it sees all of it. */
  private static final class Distances {
    private final long[] centre;
    private final double[] squares;

    Distances(long[] centre, double[] squares) {
      this.centre = centre;
      this.squares = squares;
    }
  }

  /** Coordinate j of vector i. */
  public long at(int i, int j) {
    return wide != null ? wide[j][i] : narrow[j][i];
  }

  @Override
  public byte[] toBytes() {
    int width = narrow != null ? Integer.BYTES : Long.BYTES;
    byte[] bytes = new byte[HEADER + rows * columns() * width];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(width).putInt(rows).putInt(columns());
    for (int j = 0; j < columns(); j++) {
      if (narrow != null) {
        buffer.asIntBuffer().put(narrow[j], 0, rows);
      } else {
        buffer.asLongBuffer().put(wide[j], 0, rows);
      }
      buffer.position(buffer.position() + rows * width);
    }
    return bytes;
  }

  /** What Java serialisation writes instead. */
  private Object writeReplace() {
    return new Packed(toBytes());
  }

  static LatticeBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int width = buffer.getInt();
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    if (width == Integer.BYTES) {
      int[][] values = new int[columns][rows];
      for (int[] column : values) {
        buffer.asIntBuffer().get(column);
        buffer.position(buffer.position() + rows * width);
      }
      return ofInts(rows, values);
    }
    long[][] values = new long[columns][rows];
    for (long[] column : values) {
      buffer.asLongBuffer().get(column);
      buffer.position(buffer.position() + rows * width);
    }
    return ofLongs(rows, values);
  }

  /** The binary form. */
  private static final class Packed implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    Packed(byte[] bytes) {
      this.bytes = bytes;
    }

    private Object readResolve() {
      return fromBytes(bytes);
    }
  }
}
