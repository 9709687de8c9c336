package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/** Batch of encoded rows in a few primitive arrays, which Java serialization writes and reads. */
@Internal
public interface Block extends Serializable {
  int rows();

  /** Returns the block in a compact binary form, for {@link RowEncoder#read}. */
  byte[] toBytes();
}
