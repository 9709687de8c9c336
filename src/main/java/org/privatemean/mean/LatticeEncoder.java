package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.mean.ArrayBlock.BlockSize;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** Encoder of rows as lattice vectors, which public signs may rotate; each row by itself. */
record LatticeEncoder(Lattice lattice, RandomRotation rotation, boolean wide)
    implements RowEncoder<LatticeBlock> {
  /** Number of rows that are rotated together: their coordinates stay in the cache. */
  private static final int TILE = 128;

  /** Number of rows that become columns of a tile together, for the same reason. */
  private static final int PENDING = 16;

  /** Creates an encoder with or without (null) rotation; the bound is on encoded coordinates. */
  LatticeEncoder(Lattice lattice, RandomRotation rotation, double coordinateBound) {
    this(lattice, rotation, coordinateBound >= Integer.MAX_VALUE);
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
    return new Builder();
  }

  @Override
  public LatticeBlock read(byte[] bytes) {
    return LatticeBlock.fromBytes(bytes);
  }

  /** Builder of both widths: pending rows become columns of a tile, and tiles become a block. */
  private final class Builder implements BlockBuilder<LatticeBlock> {
    private final BlockSize size = new BlockSize(columns(), wide ? Long.BYTES : Integer.BYTES);
    private final double[][] quantised = new double[PENDING][lattice.dimension()];
    private final int[] signs = new int[lattice.dimension()];
    private final int tileRows = Math.min(TILE, size.mostRows());

    /** The columns of the tile; null in the other width. */
    private final int[][] narrowTile = wide ? null : new int[columns()][tileRows];

    private final long[][] wideTile = wide ? new long[columns()][tileRows] : null;

    /** Columns of the block, with room for {@link #capacity} rows; null before the first tile. */
    private Object values;

    private int capacity = size.nextRows();

    /** Number of rows in finished tiles, and in the open one. */
    private int finished;

    private int tiled;
    private int pending;

    Builder() {
      Arrays.setAll(signs, j -> rotation == null ? 1 : rotation.sign(j));
    }

    @Override
    public void add(double[] row) {
      lattice.quantise(row, quantised[pending]);
      pending++;
      if (pending == PENDING) {
        flush();
      }
    }

    private int rows() {
      return finished + tiled + pending;
    }

    /** Turns the pending rows into columns, with their signs. */
    private void flush() {
      double[][] q = quantised;
      int k = 0;
      for (; k + 4 <= pending; k += 4) {
        if (wide) {
          storeWide(q[k], q[k + 1], q[k + 2], q[k + 3]);
        } else {
          storeNarrow(q[k], q[k + 1], q[k + 2], q[k + 3]);
        }
        tiled += 4;
      }
      for (; k < pending; k++) {
        for (int j = 0; j < signs.length; j++) {
          if (wide) {
            wideTile[j][tiled] = ((long) q[k][j]) * signs[j];
          } else {
            narrowTile[j][tiled] = ((int) q[k][j]) * signs[j];
          }
        }
        tiled++;
      }
      pending = 0;
      if (tiled == tileRows) {
        finishTile();
      }
    }

    private void storeNarrow(double[] a, double[] b, double[] c, double[] d) {
      int[][] columns = narrowTile;
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

    private void storeWide(double[] a, double[] b, double[] c, double[] d) {
      long[][] columns = wideTile;
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

    private void finishTile() {
      if (rotation != null) {
        rotate();
      }
      if (values == null) {
        int length = columns() * capacity;
        values = wide ? new long[length] : new int[length];
      }
      for (int j = 0; j < columns(); j++) {
        Object column = wide ? wideTile[j] : narrowTile[j];
        System.arraycopy(column, 0, values, j * capacity + finished, tiled);
      }
      finished += tiled;
      tiled = 0;
    }

    private void rotate() {
      for (int j = lattice.dimension(); j < columns(); j++) {
        if (wide) {
          Arrays.fill(wideTile[j], 0);
        } else {
          Arrays.fill(narrowTile[j], 0);
        }
      }
      if (wide) {
        WalshHadamard.transformColumns(wideTile, tiled);
      } else {
        WalshHadamard.transformColumns(narrowTile, tiled);
      }
    }

    @Override
    public LatticeBlock build() {
      flush();
      finishTile();
      LatticeBlock block = LatticeBlock.of(finished, columns(), values);
      // The block is still in the cache.
      block.rememberSums();
      values = null;
      finished = 0;
      capacity = size.nextRows();
      return block;
    }

    @Override
    public boolean isFull() {
      return rows() == capacity;
    }

    @Override
    public boolean isEmpty() {
      return rows() == 0;
    }
  }
}
