package org.privatemean.shuffle.range.tree;

import org.privatemean.protocol.PrefixEstimates;

/**
 * The server's side of {@link HadamardCounts}: for each node of each level the number of tuples
 * inside its code word. A message takes time in proportion to the nodes of its level.
 */
public final class HadamardTally implements TupleSink {
  private final HadamardCounts plan;
  private final long[][] inside;
  private long malformed;

  /** A tally without messages. */
  public HadamardTally(HadamardCounts plan) {
    this.plan = plan;
    this.inside = new long[plan.domain().levels()][];
    for (int level = 0; level < inside.length; level++) {
      inside[level] = new long[2 << level];
    }
  }

  /** {@inheritDoc} Unknown labels and tuples of another form are dropped and counted. */
  @Override
  public void send(int label, int[] tuple) {
    if (!isWellFormed(label, tuple)) {
      malformed++;
      return;
    }
    for (int node = 0; node < inside[label].length; node++) {
      int i = 0;
      while (i < tuple.length && HadamardCounts.isInside(tuple[i], node)) {
        i++;
      }
      inside[label][node] += i == tuple.length ? 1 : 0;
    }
  }

  private boolean isWellFormed(int label, int[] tuple) {
    if (label < 0 || label >= inside.length || tuple.length != plan.tupleLength()) {
      return false;
    }
    for (int index : tuple) {
      if (index >>> (label + 2) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Number of messages dropped because no honest user could have sent them. */
  public long malformed() {
    return malformed;
  }

  /** The estimated number of values in a node, {@code level} 0 being that of the root's halves. */
  double node(int level, int node) {
    double chance = Math.scalb(1.0, -plan.tupleLength());
    double others = (plan.dummies() + 1.0) * plan.users() * chance;
    return (inside[level][node] - others) / (1 - chance);
  }

  /** The estimates from the messages so far; send no more while they are in use. */
  public PrefixEstimates estimates() {
    return new TreeEstimates(
        plan.domain(), plan.users(), (coordinate, level, node) -> node(level, (int) (2 * node)));
  }
}
