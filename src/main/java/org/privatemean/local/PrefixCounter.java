package org.privatemean.local;

import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.Universe;

/**
 * The answers to the queries of PrivQuant from estimates made beforehand, for all coordinates in
 * lockstep.
 *
 * <p><b>Privacy guarantee.</b> None by itself: everything after the estimates is post-processing.
 */
final class PrefixCounter implements RangeCounter {
  private final PrefixEstimates estimates;

  /** Creates a counter over the estimates of one round. */
  public PrefixCounter(PrefixEstimates estimates) {
    this.estimates = estimates;
  }

  /** {@inheritDoc} Levels may be queried in any order. */
  @Override
  public long[] countsUpTo(int level, long[] mids) {
    Universe universe = estimates.domain().universe();
    long[] counts = new long[mids.length];
    for (int j = 0; j < counts.length; j++) {
      counts[j] = Math.round(estimates.countBelow(j, mids[j] - universe.low() + 1));
    }
    return counts;
  }
}
