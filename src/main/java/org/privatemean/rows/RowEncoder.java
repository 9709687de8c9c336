package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * Encodes rows into blocks. What a row is encoded to depends on that row and on public values
 * alone.
 *
 * @param <B> the blocks
 */
@Internal
public interface RowEncoder<B extends Block> extends Serializable {
  /** Number of coordinates of a row. */
  int dimension();

  /** A builder for one partition. */
  BlockBuilder<B> newBuilder();

  /** Reads what {@link Block#toBytes} wrote. */
  B read(byte[] bytes);
}
