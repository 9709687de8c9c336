package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * Encoder of rows into blocks. The encoding of a row depends only on that row and on public values.
 *
 * @param <B> the blocks
 */
@Internal
public interface RowEncoder<B extends Block> extends Serializable {
  /** Number of coordinates of a row. */
  int dimension();

  /** Returns a builder for one partition. */
  BlockBuilder<B> newBuilder();

  /** Reads the result of {@link Block#toBytes}. */
  B read(byte[] bytes);
}
