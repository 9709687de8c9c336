package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.RowEncoder;

/**
 * Encodes a row for the clipped mean (clip to the public region, quantise) or the shifted clipped
 * mean (then also rotate). Every value of the block is a function of its own row and of public
 * values.
 */
final class LatticeEncoder implements RowEncoder<LatticeBlock> {
  private static final long serialVersionUID = 1L;

  /** Coordinates of a block: 2^18 of them make a block of about a mebibyte. */
  private static final int BLOCK_COORDINATES = 1 << 18;

  /** Rows that become columns at once: their quantised coordinates stay in the cache. */
  private static final int PENDING = 16;

  private static final int MIN_ROWS = 8;
  private static final int MAX_ROWS = 4096;

  private final Lattice lattice;
  private final RandomRotation rotation;
  private final boolean wide;

  /**
   * An encoder.
   *
   * @param lattice the public lattice
   * @param rotation the rotation, or null for none
   * @param coordinateBound public bound on the absolute value of every encoded coordinate
   */
  LatticeEncoder(Lattice lattice, RandomRotation rotation, double coordinateBound) {
    this.lattice = lattice;
    this.rotation = rotation;
    this.wide = coordinateBound >= Integer.MAX_VALUE;
  }

  @Override
  public int dimension() {
    return lattice.dimension();
  }

  private int columns() {
    return rotation == null ? lattice.dimension() : rotation.size();
  }

  @Override
  public BlockBuilder<LatticeBlock> newBuilder() {
    int capacity = Math.max(MIN_ROWS, Math.min(MAX_ROWS, BLOCK_COORDINATES / columns()));
    return wide ? new WideBuilder(capacity) : new NarrowBuilder(capacity);
  }

  @Override
  public LatticeBlock read(byte[] bytes) {
    return LatticeBlock.fromBytes(bytes);
  }

  /**
   * What both widths share: quantising rows, and turning a few of them at a time into columns,
   * since going from column to column for every row would leave the cache.
   */
  private abstract class Builder implements BlockBuilder<LatticeBlock> {
    final int capacity;
    final long[][] quantised = new long[PENDING][lattice.dimension()];
    int rows;
    int pending;

    Builder(int capacity) {
      this.capacity = capacity;
    }

    @Override
    public final void add(double[] row) {
      lattice.quantise(row, quantised[pending]);
      pending++;
      rows++;
      if (pending == PENDING) {
        flush();
      }
    }

    /** Stores the pending rows, which are the last, as entries of the columns. */
    final void flush() {
      for (int j = 0; j < lattice.dimension(); j++) {
        store(j, rotation == null ? 1 : rotation.sign(j));
      }
      pending = 0;
    }

    abstract void store(int j, int sign);

    @Override
    public final boolean isFull() {
      return rows == capacity;
    }

    @Override
    public final boolean isEmpty() {
      return rows == 0;
    }
  }

  private final class NarrowBuilder extends Builder {
    private int[][] columns;

    NarrowBuilder(int capacity) {
      super(capacity);
    }

    @Override
    void store(int j, int sign) {
      if (columns == null) {
        columns = new int[columns()][capacity];
      }
      int[] column = columns[j];
      for (int k = 0, i = rows - pending; k < pending; k++, i++) {
        column[i] = (int) quantised[k][j] * sign;
      }
    }

    @Override
    public LatticeBlock build() {
      flush();
      if (rotation != null) {
        WalshHadamard.transformColumns(columns, rows);
      }
      // A block may be held as it is: without the room that a last one leaves.
      for (int j = 0; rows < capacity && j < columns.length; j++) {
        columns[j] = Arrays.copyOf(columns[j], rows);
      }
      LatticeBlock block = LatticeBlock.ofInts(rows, columns);
      columns = null;
      rows = 0;
      return block;
    }
  }

  private final class WideBuilder extends Builder {
    private long[][] columns;

    WideBuilder(int capacity) {
      super(capacity);
    }

    @Override
    void store(int j, int sign) {
      if (columns == null) {
        columns = new long[columns()][capacity];
      }
      long[] column = columns[j];
      for (int k = 0, i = rows - pending; k < pending; k++, i++) {
        column[i] = quantised[k][j] * sign;
      }
    }

    @Override
    public LatticeBlock build() {
      flush();
      if (rotation != null) {
        WalshHadamard.transformColumns(columns, rows);
      }
      // A block may be held as it is: without the room that a last one leaves.
      for (int j = 0; rows < capacity && j < columns.length; j++) {
        columns[j] = Arrays.copyOf(columns[j], rows);
      }
      LatticeBlock block = LatticeBlock.ofLongs(rows, columns);
      columns = null;
      rows = 0;
      return block;
    }
  }
}
