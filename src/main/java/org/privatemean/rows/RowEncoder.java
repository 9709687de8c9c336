package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/** Encoder of rows into blocks: a function of each row alone and of public values. */
@Internal
public interface RowEncoder<B extends Block> extends Serializable {
  int dimension();

  BlockBuilder<B> newBuilder();

  /** Reads the result of {@link Block#toBytes}. */
  B read(byte[] bytes);

  /** Builder that collects rows into blocks. Used by one thread. */
  interface BlockBuilder<B extends Block> {
    /** Encodes one row of finite coordinates, which is not kept. */
    default void add(double[] row) {
      add(row, 0, 1);
    }

    /** Encodes one row of a group, by its index from 0, with a weight of at least 1. */
    default void add(double[] row, int group, int weight) {
      throw new UnsupportedOperationException("blocks of this kind know no groups");
    }

    /** True if {@link #addSparse} may add a row. */
    default boolean takesSparse() {
      return false;
    }

    /**
     * Encodes one row from its nonzero coordinates, whose indices ascend, as the full row would be,
     * if these show that it is finite and needs no scaling. Otherwise returns false.
     */
    default boolean addSparse(int[] indices, double[] values, int count, int weight) {
      return false;
    }

    /** True if the block must be built before the next row. */
    boolean isFull();

    /** True if all added rows are in built blocks. */
    boolean isEmpty();

    /** Builds a block of the rows that are in none yet: of all, or of all of one kind. */
    B build();
  }
}
