package org.privatemean.rows;

import org.privatemean.annotation.Internal;

/**
 * Collects rows into blocks; used by one thread.
 *
 * @param <B> the blocks
 */
@Internal
public interface BlockBuilder<B extends Block> {
  /**
   * Encodes one row, which is not kept.
   *
   * @param row as many finite coordinates as the encoder's dimension
   */
  void add(double[] row);

  /**
   * Encodes one row of a group, which is not kept.
   *
   * @param row as many finite coordinates as the encoder's dimension
   * @param group index of its group, at least 0
   * @param weight at least 1
   */
  default void add(double[] row, int group, int weight) {
    throw new UnsupportedOperationException("blocks of this kind know no groups");
  }

  /** True if {@link #addSparse} may add a row. */
  default boolean takesSparse() {
    return false;
  }

  /**
   * Encodes one row with few non-zero coordinates to what it is encoded to in full, if these show
   * that it is finite and needs no scaling; else does nothing.
   *
   * @param indices of coordinates, ascending, below the encoder's dimension; not kept
   * @param values theirs, of any value; all others are 0
   * @param count how many there are
   * @param weight at least 1
   * @return whether the row was added
   */
  default boolean addSparse(int[] indices, double[] values, int count, int weight) {
    return false;
  }

  /** True if the block must be built before the next row. */
  boolean isFull();

  /** True if all rows that were added are in blocks that were built. */
  boolean isEmpty();

  /** A block of rows that are in none yet: of all of these, or of all of one kind. */
  B build();
}
