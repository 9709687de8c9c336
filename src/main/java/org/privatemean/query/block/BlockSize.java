package org.privatemean.query.block;

/**
 * The number of rows the blocks of a partition have.
 *
 * <p>A full block is one array of four mebibytes with its header. Collectors that move young
 * objects (G1, in regions of up to four mebibytes) take an array of that size for a large object
 * and never copy it, and copying is what held blocks would cost most. The first block of a
 * partition is a quarter of that, so that small partitions waste little.
 */
final class BlockSize {
  private static final int BYTES = 1 << 22;
  private static final int HEADER = 16;

  /** Blocks of more coordinates are larger, so that loops over rows still pay. */
  private static final int MIN_ROWS = 16;

  private final int rowBytes;
  private int bytes = BYTES / 4;

  /**
   * Sizes for one partition.
   *
   * @param columns coordinates of a row
   * @param width bytes of a coordinate
   */
  BlockSize(int columns, int width) {
    this.rowBytes = Math.multiplyExact(columns, width);
  }

  /** Rows of the next block; each block is twice the last one until they are full. */
  int nextRows() {
    int rows = rowsIn(bytes);
    bytes = Math.min(BYTES, 2 * bytes);
    return rows;
  }

  /** Rows of a full block. */
  int mostRows() {
    return rowsIn(BYTES);
  }

  private int rowsIn(int bytes) {
    return Math.max(MIN_ROWS, (bytes - HEADER) / rowBytes);
  }
}
