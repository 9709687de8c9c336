package org.privatemean.rows;

/** The private rows, wherever they are. */
public interface Rows {
  /** Number of rows n; public under replace-one neighbours. Counted once. */
  long count();

  /**
   * Whether some rows may be left out of {@link #count} and of the blocks, depending on what is in
   * them, as {@link InvalidRows#SKIP} does: then their number is as private as they are. Rows that do
   * not say so may.
   */
  default boolean dropsRows() {
    return true;
  }

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
