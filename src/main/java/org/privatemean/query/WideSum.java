package org.privatemean.query;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * Sum over all rows that is already computed and may exceed 64 bits. Many such sums can be computed
 * from the totals of one pass; only the requested ones are released.
 */
@Internal
public interface WideSum extends BoundedSum {
  /** Returns the exact sum. It is private: a noise step must consume it at once. */
  BigInteger[] total();
}
