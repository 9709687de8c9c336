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

  /** Rows that are rotated at once: their coordinates stay in the cache. */
  private static final int TILE = 128;

  /** Rows that become columns of a tile at once, for the same reason; a divisor of the tile. */
  private static final int PENDING = 16;

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
    return wide ? new WideBuilder() : new NarrowBuilder();
  }

  @Override
  public LatticeBlock read(byte[] bytes) {
    return LatticeBlock.fromBytes(bytes);
  }

  /** What both widths share: rows wait to become columns of a tile, and tiles become a block. */
  private abstract class Builder implements BlockBuilder<LatticeBlock> {
    private final BlockSize size;
    private final double[][] quantised = new double[PENDING][lattice.dimension()];
    final int tileRows;

    /** Rows of the block when it is full, and those of finished tiles, the tile, and waiting. */
    int capacity;

    int finished;
    int tiled;
    private int pending;

    Builder(int width) {
      this.size = new BlockSize(columns(), width);
      this.tileRows = Math.min(TILE, size.mostRows());
      this.capacity = size.nextRows();
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

    /** Turns the waiting rows into columns. */
    private void flush() {
      for (int j = 0; j < lattice.dimension(); j++) {
        store(j, rotation == null ? 1 : rotation.sign(j), quantised, pending);
      }
      tiled += pending;
      pending = 0;
      if (tiled == tileRows) {
        finishTile();
      }
    }

    private void finishTile() {
      if (rotation != null) {
        rotate();
      }
      for (int j = 0; j < columns(); j++) {
        moveColumn(j);
      }
      finished += tiled;
      tiled = 0;
    }

    @Override
    public final LatticeBlock build() {
      flush();
      finishTile();
      LatticeBlock block = block();
      // While the block is in the cache.
      block.rememberSums();
      finished = 0;
      capacity = size.nextRows();
      return block;
    }

    /** Puts coordinate j of some rows behind those that its column of the tile has. */
    abstract void store(int j, int sign, double[][] rows, int count);

    /** Rotates the rows of the tile. */
    abstract void rotate();

    /** Moves column j of the tile into the block. */
    abstract void moveColumn(int j);

    /** The block of the finished rows. */
    abstract LatticeBlock block();

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
    private int[] values;

    NarrowBuilder() {
      super(Integer.BYTES);
    }

    @Override
    void store(int j, int sign, double[][] rows, int count) {
      int[] column = tile[j];
      for (int k = 0; k < count; k++) {
        column[tiled + k] = ((int) rows[k][j]) * sign;
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
    void moveColumn(int j) {
      if (values == null) {
        values = new int[columns() * capacity];
      }
      System.arraycopy(tile[j], 0, values, j * capacity + finished, tiled);
    }

    @Override
    LatticeBlock block() {
      LatticeBlock block = LatticeBlock.ofInts(finished, columns(), values);
      values = null;
      return block;
    }
  }

  private final class WideBuilder extends Builder {
    private final long[][] tile = new long[columns()][tileRows];
    private long[] values;

    WideBuilder() {
      super(Long.BYTES);
    }

    @Override
    void store(int j, int sign, double[][] rows, int count) {
      long[] column = tile[j];
      for (int k = 0; k < count; k++) {
        column[tiled + k] = ((long) rows[k][j]) * sign;
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
    void moveColumn(int j) {
      if (values == null) {
        values = new long[columns() * capacity];
      }
      System.arraycopy(tile[j], 0, values, j * capacity + finished, tiled);
    }

    @Override
    LatticeBlock block() {
      LatticeBlock block = LatticeBlock.ofLongs(finished, columns(), values);
      values = null;
      return block;
    }
  }
}
