package org.privatemean.rows;

/** The private rows, wherever they are. */
public interface Rows {
  /** Number of rows n; public under replace-one neighbours. Counted once. */
  long count();

  /** Number of coordinates a row has, as declared; never taken from a row. */
  int dimension();

  /**
   * Encodes every row once into held blocks.
   *
   * @param encoder for rows of {@link #dimension} coordinates
   * @param <B> the blocks
   */
  <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder);
}
