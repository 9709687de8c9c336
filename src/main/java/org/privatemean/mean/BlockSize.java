package org.privatemean.mean;

/** Number of rows of each block: a full one is a large array, which collectors never copy. */
final class BlockSize {
  private static final int BYTES = 1 << 22;
  private static final int HEADER = 16;

  /** Minimum number of rows, so that loops over rows remain efficient. */
  private static final int MIN_ROWS = 16;

  private final int rowBytes;
  private int bytes = BYTES / 4;

  /** Creates the sizes for one partition; {@code width} is the bytes of a coordinate. */
  public BlockSize(int columns, int width) {
    this.rowBytes = Math.multiplyExact(columns, width);
  }

  /** Returns the number of rows of the next block: each is twice as large as the previous one. */
  public int nextRows() {
    int rows = rowsIn(bytes);
    bytes = Math.min(BYTES, 2 * bytes);
    return rows;
  }

  public int mostRows() {
    return rowsIn(BYTES);
  }

  private int rowsIn(int bytes) {
    return Math.max(MIN_ROWS, (bytes - HEADER) / rowBytes);
  }
}
