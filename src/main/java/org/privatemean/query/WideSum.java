package org.privatemean.query;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * A sum over all rows that is known already, and may pass 64 bits: of the totals of one pass many
 * such sums can be made; only those that are asked for are released.
 */
@Internal
public interface WideSum extends BoundedSum {
  /** The exact sum: private, to be consumed by a noise step at once. */
  BigInteger[] total();
}
