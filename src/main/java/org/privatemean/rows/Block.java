package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * Batch of encoded rows in a few primitive arrays. Java serialization writes and reads its binary
 * form.
 */
@Internal
public interface Block extends Serializable {
  /** Number of rows in the block. */
  int rows();

  /** Returns the block in a compact binary form, for {@link RowEncoder#read}. */
  byte[] toBytes();
}
