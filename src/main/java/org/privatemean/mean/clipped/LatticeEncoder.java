package org.privatemean.mean.clipped;

import java.util.Arrays;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.query.fold.BlockSize;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.RowEncoder;

/**
 * Encoder of rows for the clipped mean, or the shifted clipped mean, which also rotates. Every
 * value of the block is a function of its row and of public values.
 */
final class LatticeEncoder implements RowEncoder<LatticeBlock> {
  private static final long serialVersionUID = 1L;

  /** Number of rows that are rotated together: their coordinates stay in the cache. */
  private static final int TILE = 128;

  /** Number of rows that become columns of a tile together, for the same reason. */
  private static final int PENDING = 16;

  private final Lattice lattice;
  private final RandomRotation rotation;
  private final boolean wide;

  /**
   * Creates an encoder.
   *
   * @param lattice the public lattice
   * @param rotation the rotation, or null for none
   * @param coordinateBound public bound on the absolute value of every encoded coordinate
   */
  public LatticeEncoder(Lattice lattice, RandomRotation rotation, double coordinateBound) {
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
    return wide ? new WideBuilder() : new NarrowBuilder();
  }

  @Override
  public LatticeBlock read(byte[] bytes) {
    return LatticeBlock.fromBytes(bytes);
  }

  /** Builder of both widths: pending rows become columns of a tile, and tiles become a block. */
  private abstract class Builder implements BlockBuilder<LatticeBlock> {
    private final BlockSize size;
    private final double[][] quantised = new double[PENDING][lattice.dimension()];

    /** Signs of the rotation; ones without a rotation. */
    final int[] signs = new int[lattice.dimension()];

    final int tileRows;

    /** Columns of the block, with room for {@link #capacity} rows; null before the first tile. */
    private Object values;

    private int capacity;

    /** Number of rows in finished tiles, and in the open one. */
    private int finished;

    int tiled;
    private int pending;

    Builder(int width) {
      this.size = new BlockSize(columns(), width);
      this.tileRows = Math.min(TILE, size.mostRows());
      this.capacity = size.nextRows();
      Arrays.setAll(signs, j -> rotation == null ? 1 : rotation.sign(j));
    }

    @Override
    public final void add(double[] row) {
      lattice.quantise(row, quantised[pending]);
      pending++;
      if (pending == PENDING) {
        flush();
      }
    }

    private int rows() {
      return finished + tiled + pending;
    }

    /** Turns the pending rows into columns. */
    private void flush() {
      int k = 0;
      for (; k + 4 <= pending; k += 4) {
        store(quantised[k], quantised[k + 1], quantised[k + 2], quantised[k + 3]);
        tiled += 4;
      }
      for (; k < pending; k++) {
        store(quantised[k]);
        tiled++;
      }
      pending = 0;
      if (tiled == tileRows) {
        finishTile();
      }
    }

    private void finishTile() {
      if (rotation != null) {
        rotate();
      }
      if (values == null) {
        values = newValues(columns() * capacity);
      }
      for (int j = 0; j < columns(); j++) {
        System.arraycopy(column(j), 0, values, j * capacity + finished, tiled);
      }
      finished += tiled;
      tiled = 0;
    }

    @Override
    public final LatticeBlock build() {
      flush();
      finishTile();
      LatticeBlock block = block(finished, values);
      // The block is still in the cache.
      block.rememberSums();
      values = null;
      finished = 0;
      capacity = size.nextRows();
      return block;
    }

    /** Appends the coordinates of four rows, with their signs, to the tile. */
    abstract void store(double[] a, double[] b, double[] c, double[] d);

    /** Appends the coordinates of one row. */
    abstract void store(double[] row);

    /** Rotates the rows of the tile. */
    abstract void rotate();

    /** Returns column j of the tile, an array. */
    abstract Object column(int j);

    abstract Object newValues(int length);

    abstract LatticeBlock block(int rows, Object values);

    @Override
    public final boolean isFull() {
      return rows() == capacity;
    }

    @Override
    public final boolean isEmpty() {
      return rows() == 0;
    }
  }

  private final class NarrowBuilder extends Builder {
    private final int[][] tile = new int[columns()][tileRows];

    NarrowBuilder() {
      super(Integer.BYTES);
    }

    @Override
    void store(double[] a, double[] b, double[] c, double[] d) {
      int[][] columns = tile;
      int[] factors = signs;
      int i = tiled;
      for (int j = 0; j < factors.length; j++) {
        int[] column = columns[j];
        int sign = factors[j];
        column[i] = ((int) a[j]) * sign;
        column[i + 1] = ((int) b[j]) * sign;
        column[i + 2] = ((int) c[j]) * sign;
        column[i + 3] = ((int) d[j]) * sign;
      }
    }

    @Override
    void store(double[] row) {
      for (int j = 0; j < signs.length; j++) {
        tile[j][tiled] = ((int) row[j]) * signs[j];
      }
    }

    @Override
    void rotate() {
      for (int j = lattice.dimension(); j < tile.length; j++) {
        Arrays.fill(tile[j], 0);
      }
      WalshHadamard.transformColumns(tile, tiled);
    }

    @Override
    Object column(int j) {
      return tile[j];
    }

    @Override
    Object newValues(int length) {
      return new int[length];
    }

    @Override
    LatticeBlock block(int rows, Object values) {
      return LatticeBlock.fromInts(rows, columns(), (int[]) values);
    }
  }

  private final class WideBuilder extends Builder {
    private final long[][] tile = new long[columns()][tileRows];

    WideBuilder() {
      super(Long.BYTES);
    }

    @Override
    void store(double[] a, double[] b, double[] c, double[] d) {
      long[][] columns = tile;
      int[] factors = signs;
      int i = tiled;
      for (int j = 0; j < factors.length; j++) {
        long[] column = columns[j];
        int sign = factors[j];
        column[i] = ((long) a[j]) * sign;
        column[i + 1] = ((long) b[j]) * sign;
        column[i + 2] = ((long) c[j]) * sign;
        column[i + 3] = ((long) d[j]) * sign;
      }
    }

    @Override
    void store(double[] row) {
      for (int j = 0; j < signs.length; j++) {
        tile[j][tiled] = ((long) row[j]) * signs[j];
      }
    }

    @Override
    void rotate() {
      for (int j = lattice.dimension(); j < tile.length; j++) {
        Arrays.fill(tile[j], 0);
      }
      WalshHadamard.transformColumns(tile, tiled);
    }

    @Override
    Object column(int j) {
      return tile[j];
    }

    @Override
    Object newValues(int length) {
      return new long[length];
    }

    @Override
    LatticeBlock block(int rows, Object values) {
      return LatticeBlock.fromLongs(rows, columns(), (long[]) values);
    }
  }
}
