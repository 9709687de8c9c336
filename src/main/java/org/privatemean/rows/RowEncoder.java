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
}
