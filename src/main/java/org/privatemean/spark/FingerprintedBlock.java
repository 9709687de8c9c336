package org.privatemean.spark;

import java.io.Serializable;
import org.privatemean.rows.Block;

/**
 * A block and the sum of the fingerprints of its rows as read. Not a record, since Kryo, if a
 * session uses it for cached data, cannot read records.
 */
final class FingerprintedBlock<B extends Block> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final B block;
  private final long fingerprint;

  public FingerprintedBlock(B block, long fingerprint) {
    this.block = block;
    this.fingerprint = fingerprint;
  }

  public B block() {
    return block;
  }

  public long fingerprint() {
    return fingerprint;
  }
}
