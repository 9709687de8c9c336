package org.privatemean.rows;

import java.util.Optional;
import org.privatemean.annotation.Internal;

/** The private rows. */
@Internal
public interface Rows {
  /** Returns the number of rows n, public under replace-one neighbours. Counted once. */
  long count();

  /** Returns the sum of the weights of all rows, which are 1 by default; private if weights are. */
  default long totalWeight() {
    return count();
  }

  /** Returns the declared number of coordinates of a row, never taken from a row. */
  int dimension();

  /** Returns true if {@link #count} omits rows for their values, so that it is not public. */
  default boolean dropsRows() {
    return true;
  }

  /** Encodes every row once into held blocks. */
  <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder);

  /** Returns passes over the rows without blocks, to be closed by the caller, if there are any. */
  default Optional<RowPasses> passes() {
    return Optional.empty();
  }
}
