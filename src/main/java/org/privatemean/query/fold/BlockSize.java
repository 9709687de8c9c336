package org.privatemean.query.fold;

/**
 * Number of rows of the blocks of a partition.
 *
 * <p>A full block is one array of four mebibytes with its header. Collectors that move young
 * objects (G1, in regions of up to four mebibytes) treat an array of that size as a large object
 * and never copy it. Copying would be the largest cost of held blocks. The first block of a
 * partition is a quarter of that size, so that small partitions waste little memory.
 */
final class BlockSize {
  private static final int BYTES = 1 << 22;
  private static final int HEADER = 16;

  /** Blocks of more coordinates are larger, so that loops over rows remain efficient. */
  private static final int MIN_ROWS = 16;

  private final int rowBytes;
  private int bytes = BYTES / 4;

  /**
   * Creates the sizes for one partition.
   *
   * @param columns number of coordinates of a row
   * @param width bytes of a coordinate
   */
  BlockSize(int columns, int width) {
    this.rowBytes = Math.multiplyExact(columns, width);
  }

  /**
   * Returns the number of rows of the next block. Each block is twice as large as the previous one,
   * up to a full block.
   */
  int nextRows() {
    int rows = rowsIn(bytes);
    bytes = Math.min(BYTES, 2 * bytes);
    return rows;
  }

  /** Returns the number of rows of a full block. */
  int mostRows() {
    return rowsIn(BYTES);
  }

  private int rowsIn(int bytes) {
    return Math.max(MIN_ROWS, (bytes - HEADER) / rowBytes);
  }
}
