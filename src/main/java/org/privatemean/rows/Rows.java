package org.privatemean.rows;

import java.util.Optional;
import org.privatemean.annotation.Internal;

/** The private rows, wherever they are. */
@Internal
public interface Rows {
  /** Number of rows n; public under replace-one neighbours. Counted once. */
  long count();

  /**
   * The sum of the weights of all rows, which is their number where they have none. It is private
   * wherever a weight is.
   */
  default long totalWeight() {
    return count();
  }

  /** Number of coordinates a row has, as declared; never taken from a row. */
  int dimension();

  /**
   * True if {@link #count} leaves rows out because of what is in them, as {@link InvalidRows#SKIP}
   * does. Then one row that is replaced may change it, and a mechanism for which it is public
   * refuses the rows. Rows that do not know say yes, the default.
   */
  default boolean dropsRows() {
    return true;
  }

  /**
   * Encodes every row once into held blocks.
   *
   * @param encoder for rows of {@link #dimension} coordinates
   * @param <B> the blocks
   */
  <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder);

  /**
   * Passes over the rows without blocks, to be closed by the caller; nothing where these rows know
   * none, the default.
   */
  default Optional<RowPasses> passes() {
    return Optional.empty();
  }
}
