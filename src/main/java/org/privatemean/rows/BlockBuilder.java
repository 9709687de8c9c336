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

  /** Whether the block must be built before the next row. */
  boolean isFull();

  /** Whether no row was added since the last block. */
  boolean isEmpty();

  /** The block of the rows added since the last one. */
  B build();
}
