package org.privatemean.mean;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;

/** Tile of lattice vectors stored by column, in 32 bits where the public range allows, or in 64. */
final class LatticeBlock extends ArrayBlock {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 12;

  /** Rows whose sums stay in the cache while column after column is added to them. */
  private static final int CHUNK = 2048;

  /** Rows tested together for lying inside or outside the counted range. */
  private static final int TILE = 128;

  /** Rows of a tile that are worth a branch each. */
  private static final int FEW = 12;

  private final int rows;
  private final int columns;

  /** Coordinate j of vector i is number {@code j * rows + i} of the one that is not null. */
  private final int[] narrow;

  private final long[] wide;

  /** The sums of the columns, written before the block is published; null in one that was read. */
  private transient long[] sums;

  private LatticeBlock(int rows, int columns, int[] narrow, long[] wide) {
    this.rows = rows;
    this.columns = columns;
    this.narrow = narrow;
    this.wide = wide;
  }

  /** Creates a block from {@code int[]} or {@code long[]} columns of at least {@code rows}. */
  static LatticeBlock of(int rows, int columns, Object values) {
    Object held = withoutRoom(values, rows, columns);
    return held instanceof int[] narrow
        ? new LatticeBlock(rows, columns, narrow, null)
        : new LatticeBlock(rows, columns, null, (long[]) held);
  }

  @Override
  public int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /** Counts the rows with coordinate j in each of {@code 2^bits} cells of {@code 2^shift}. */
  void count(int j, long base, int shift, int bits, long[] counts, int first) {
    int from = j * rows;
    boolean isInt = base == (int) base && shift < Integer.SIZE;
    boolean endsInts = shift + bits < Integer.SIZE && base + (1L << (shift + bits)) <= 1L << 31;
    if (wide != null) {
      countWide(from, base, shift, bits, counts, first);
    } else if (isInt && endsInts) {
      countNarrow(from, (int) base, shift, bits, counts, first);
    } else if (isInt) {
      countFrom(from, (int) base, shift, bits, counts, first);
    } else {
      countWidened(from, from + rows, base, shift, bits, counts, first);
    }
  }

  /** Counts if cells are 32-bit integers; in later passes most tiles are entirely outside. */
  private void countNarrow(int from, int base, int shift, int bits, long[] counts, int first) {
    int sample = Math.min(TILE, rows);
    int others = outside(from, from + sample, base, shift + bits);
    if (others > sample / 8 && others < sample - sample / 8) {
      countSome(from, from + rows, base, shift, bits, counts, first);
      return;
    }
    boolean together = true;
    for (int i = from; i < from + rows; i += TILE) {
      int to = Math.min(from + rows, i + TILE);
      int outside = outside(i, to, base, shift + bits);
      if (outside == 0) {
        together = countAll(i, to, base, shift, counts, first, together);
      } else if (outside < to - i - FEW) {
        countSome(i, to, base, shift, bits, counts, first);
      } else if (outside < to - i) {
        countFew(i, to, base, shift, bits, counts, first);
      }
    }
  }

  private int outside(int from, int to, int base, int size) {
    int outside = 0;
    for (int i = from; i < to; i++) {
      int beyond = (narrow[i] - base) >>> size;
      outside += (beyond | -beyond) >>> 31;
    }
    return outside;
  }

  /** Counts rows that are all inside; returns true if two or three cells hold them all. */
  private boolean countAll(
      int from, int to, int base, int shift, long[] counts, int first, boolean together) {
    if (together && countTogether(from, to, base, shift, counts, first)) {
      return true;
    }
    int[] values = narrow;
    int i = from;
    for (; i < to - 3; i += 4) {
      int a = first + ((values[i] - base) >>> shift);
      int b = first + ((values[i + 1] - base) >>> shift);
      int c = first + ((values[i + 2] - base) >>> shift);
      int d = first + ((values[i + 3] - base) >>> shift);
      counts[a]++;
      counts[b]++;
      counts[c]++;
      counts[d]++;
    }
    for (; i < to; i++) {
      counts[first + ((values[i] - base) >>> shift)]++;
    }
    return false;
  }

  /** Counts if all rows are in the cell of the first one or next to it; else returns false. */
  private boolean countTogether(int from, int to, int base, int shift, long[] counts, int first) {
    int cell = (narrow[from] - base) >>> shift;
    long start = base + ((long) cell << shift);
    int inCell = to - from - outside(from, to, (int) start, shift);
    long above = start + (1L << shift);
    int inAbove = 0;
    if (inCell < to - from && above <= Integer.MAX_VALUE) {
      inAbove = to - from - outside(from, to, (int) above, shift);
    }
    int inBelow = to - from - inCell - inAbove;
    if (inBelow > 0
        && (cell == 0
            || outside(from, to, (int) (start - (1L << shift)), shift) != inCell + inAbove)) {
      return false;
    }
    counts[first + cell] += inCell;
    if (inAbove > 0) {
      counts[first + cell + 1] += inAbove;
    }
    if (inBelow > 0) {
      counts[first + cell - 1] += inBelow;
    }
    return true;
  }

  private void countFew(int from, int to, int base, int shift, int bits, long[] counts, int first) {
    for (int i = from; i < to; i++) {
      int cell = (narrow[i] - base) >>> shift;
      if (cell >>> bits == 0) {
        counts[first + cell]++;
      }
    }
  }

  /** Counts without a branch, which would be mispredicted for many rows. */
  private void countSome(
      int from, int to, int base, int shift, int bits, long[] counts, int first) {
    int[] values = narrow;
    int mask = (1 << bits) - 1;
    int i = from;
    for (; i < to - 3; i += 4) {
      int a = (values[i] - base) >>> shift;
      int b = (values[i + 1] - base) >>> shift;
      int c = (values[i + 2] - base) >>> shift;
      int d = (values[i + 3] - base) >>> shift;
      counts[first + (a & mask)] += isInside(a >>> bits);
      counts[first + (b & mask)] += isInside(b >>> bits);
      counts[first + (c & mask)] += isInside(c >>> bits);
      counts[first + (d & mask)] += isInside(d >>> bits);
    }
    for (; i < to; i++) {
      int cell = (values[i] - base) >>> shift;
      counts[first + (cell & mask)] += isInside(cell >>> bits);
    }
  }

  private static int isInside(int beyond) {
    return 1 - ((beyond | -beyond) >>> 31);
  }

  /** Counts if the cells extend beyond 32 bits, as in most first passes. */
  private void countFrom(int from, int base, int shift, int bits, long[] counts, int first) {
    boolean together = true;
    for (int i = from; i < from + rows; i += TILE) {
      int to = Math.min(from + rows, i + TILE);
      if (countBelow(i, to, base) == 0) {
        together = countAll(i, to, base, shift, counts, first, together);
      } else {
        countWidened(i, to, base, shift, bits, counts, first);
      }
    }
  }

  private int countBelow(int from, int to, int base) {
    int below = 0;
    for (int i = from; i < to; i++) {
      int x = narrow[i];
      // The sign of x < base, in steps that have vector instructions.
      below += ((x & ~base) | (~(x ^ base) & (x - base))) >>> 31;
    }
    return below;
  }

  private void countWidened(
      int from, int to, long base, int shift, int bits, long[] counts, int first) {
    for (int i = from; i < to; i++) {
      long cell = (narrow[i] - base) >>> shift;
      if (cell >>> bits == 0) {
        counts[first + (int) cell]++;
      }
    }
  }

  private void countWide(int from, long base, int shift, int bits, long[] counts, int first) {
    int mask = (1 << bits) - 1;
    for (int i = from; i < from + rows; i++) {
      long cell = (wide[i] - base) >>> shift;
      long beyond = cell >>> bits;
      counts[first + ((int) cell & mask)] += 1 - ((beyond | -beyond) >>> 63);
    }
  }

  /** Returns the squared distances to a centre, each added in coordinate order; cached. */
  double[] squaredDistances(long[] centre) {
    return cached(LongBuffer.wrap(centre), () -> computeSquaredDistances(centre));
  }

  private double[] computeSquaredDistances(long[] centre) {
    double[] squares = new double[rows];
    for (int from = 0; from < rows; from += CHUNK) {
      int to = Math.min(rows, from + CHUNK);
      for (int j = 0; j < columns; j++) {
        if (wide != null) {
          addSquares(wide, j * rows, centre[j], from, to, squares);
        } else {
          addSquares(narrow, j * rows, (double) centre[j], from, to, squares);
        }
      }
    }
    return squares;
  }

  /** Adds squares; differences in doubles are exact and have vector instructions. */
  private static void addSquares(
      int[] values, int first, double c, int from, int to, double[] squares) {
    for (int i = from; i < to; i++) {
      double difference = values[first + i] - c;
      squares[i] += difference * difference;
    }
  }

  private static void addSquares(
      long[] values, int first, long c, int from, int to, double[] squares) {
    for (int i = from; i < to; i++) {
      double difference = (double) (values[first + i] - c);
      squares[i] += difference * difference;
    }
  }

  /** Computes and keeps the sums of the columns, if they are few compared with the rows. */
  void rememberSums() {
    if (columns <= rows) {
      long[] all = new long[columns];
      Arrays.setAll(all, this::computeSum);
      sums = all;
    }
  }

  /** Returns the sum of coordinate j over the rows, modulo 2^64. */
  long sum(int j) {
    long[] known = sums;
    return known != null ? known[j] : computeSum(j);
  }

  private long computeSum(int j) {
    long sum = 0;
    for (int i = j * rows; i < (j + 1) * rows; i++) {
      sum += wide != null ? wide[i] : narrow[i];
    }
    return sum;
  }

  long valueAt(int i, int j) {
    return wide != null ? wide[j * rows + i] : narrow[j * rows + i];
  }

  @Override
  public byte[] toBytes() {
    int width = narrow != null ? Integer.BYTES : Long.BYTES;
    byte[] bytes = new byte[HEADER + rows * columns * width];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(width).putInt(rows).putInt(columns);
    if (narrow != null) {
      buffer.asIntBuffer().put(narrow);
    } else {
      buffer.asLongBuffer().put(wide);
    }
    return bytes;
  }

  static LatticeBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int width = buffer.getInt();
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    if (width == Integer.BYTES) {
      int[] values = new int[rows * columns];
      buffer.asIntBuffer().get(values);
      return of(rows, columns, values);
    }
    long[] values = new long[rows * columns];
    buffer.asLongBuffer().get(values);
    return of(rows, columns, values);
  }

  private Object writeReplace() {
    return new PackedLattice(toBytes());
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record PackedLattice(byte[] bytes) implements Serializable {
    private Object readResolve() {
      return fromBytes(bytes);
    }
  }
}
