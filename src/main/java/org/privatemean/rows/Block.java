package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * Some encoded rows, held together: a few primitive arrays, never an object a row.
 *
 * <p>Java serialisation of a block writes and reads its binary form.
 */
@Internal
public interface Block extends Serializable {
  /** Number of rows in the block. */
  int rows();

  /** The block in a compact binary form that {@link RowEncoder#read} reads back. */
  byte[] toBytes();
}
