package org.privatemean.shuffle.range.tree;

import java.util.Arrays;
import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.shuffle.message.Analyzer;

/**
 * The server's side of {@link DyadicCounts}: the number of messages of each node, and of the levels
 * that are hashed the messages themselves, 8 bytes each, up to 2^30 a label. Tallies of parts merge
 * in any order.
 */
public final class DyadicTally implements Analyzer<DyadicTally> {
  private static final long serialVersionUID = 1L;

  private final DyadicCounts plan;

  /** For each label the messages of each node, or of hashed nodes the bodies that came. */
  private final long[][] held;

  private final int[] messages;
  private long malformed;

  /** A tally without messages. */
  public DyadicTally(DyadicCounts plan) {
    this.plan = plan;
    this.held = new long[plan.counts()][];
    this.messages = new int[held.length];
    for (int i = 0; i < held.length; i++) {
      CellCode code = code(i);
      held[i] = new long[code.hashes() ? 4 : (int) code.bodies()];
    }
  }

  private CellCode code(int place) {
    return plan.code(place / plan.domain().width());
  }

  /** {@inheritDoc} Unknown labels and bodies out of range are dropped and counted. */
  @Override
  public void send(int label, long body) {
    // Unsigned: what is below the first is far above the last.
    int place = label - plan.firstLabel();
    if (Integer.compareUnsigned(place, held.length) >= 0
        || Long.compareUnsigned(body, code(place).bodies()) >= 0) {
      malformed++;
    } else if (code(place).hashes()) {
      append(place, body);
    } else {
      held[place][(int) body]++;
    }
  }

  private void append(int place, long body) {
    if (messages[place] == held[place].length) {
      held[place] = Arrays.copyOf(held[place], 2 * messages[place]);
    }
    held[place][messages[place]] = body;
    messages[place]++;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if it is of another protocol
   */
  @Override
  public void merge(DyadicTally other) {
    if (!plan.sendsAlike(other.plan)) {
      throw new IllegalArgumentException("tallies of different protocols do not merge");
    }
    for (int i = 0; i < held.length; i++) {
      if (code(i).hashes()) {
        for (int m = 0; m < other.messages[i]; m++) {
          append(i, other.held[i][m]);
        }
      } else {
        for (int v = 0; v < held[i].length; v++) {
          held[i][v] += other.held[i][v];
        }
      }
    }
    malformed += other.malformed;
  }

  @Override
  public long malformed() {
    return malformed;
  }

  /**
   * The estimated number of values in the left half of a node. Hashed messages that match it by
   * chance are taken off: a share kappa of all but the dummies, whose mean number is known.
   */
  double leftHalf(int coordinate, int level, long node) {
    int place = level * plan.domain().width() + coordinate;
    CellCode code = plan.code(level);
    double noise = plan.noise(level);
    if (!code.hashes()) {
      return held[place][(int) node] - noise;
    }
    long matching = 0;
    for (int m = 0; m < messages[place]; m++) {
      matching += code.matches(held[place][m], node) ? 1 : 0;
    }
    double real = messages[place] - noise * (double) code.cells();
    return (matching - noise - code.collision() * real) / (1 - code.collision());
  }

  /** The estimates from the messages so far; send no more while they are in use. */
  public PrefixEstimates estimates() {
    return new TreeEstimates(plan.domain(), plan.dummies().users(), this::leftHalf);
  }
}
