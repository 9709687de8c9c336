package org.privatemean.shuffle.range.tree;

import org.privatemean.noise.BitSource;
import org.privatemean.noise.Poisson;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.shuffle.message.MessageSink;
import org.privatemean.shuffle.message.Randomizer;
import org.privatemean.shuffle.range.DummyShares;
import org.privatemean.shuffle.range.Labels;

/**
 * One round of {@link TreeCounts}, whose privacy and error it shares. As a randomizer it takes the
 * user's values, one per coordinate.
 */
public final class TreeRound implements Randomizer<long[]> {
  private static final long serialVersionUID = 1L;

  private final int firstLabel;
  private final RangeDomain domain;
  private final int firstLevel;
  private final int levels;
  private final long[] bases;
  private final DummyShares dummies;

  /** The dummies of one user for all coordinates. */
  private final Poisson userDummies;

  /**
   * A round.
   *
   * @param firstLabel the smallest label of all rounds
   * @param firstLevel the first level of this round, and {@code levels} their number
   */
  TreeRound(
      int firstLabel,
      RangeDomain domain,
      int firstLevel,
      int levels,
      long[] bases,
      DummyShares dummies) {
    this.firstLabel = firstLabel;
    this.domain = domain;
    this.firstLevel = firstLevel;
    this.levels = levels;
    this.bases = bases;
    this.dummies = dummies;
    this.userDummies = dummies.forCells((double) cells() * bases.length);
  }

  /**
   * {@inheritDoc}
   *
   * @param values one for each coordinate; outside the universe they count as its nearest end
   * @throws IllegalArgumentException if their number is not that of the coordinates
   */
  @Override
  public void randomize(long[] values, BitSource secret, MessageSink messages) {
    Labels.checkWidth(domain.width(), values);
    for (int j = 0; j < values.length; j++) {
      place(j, domain.cell(values[j]) - bases[j], messages);
    }
    for (long left = userDummies.sample(secret); left > 0; left--) {
      int coordinate = (int) secret.nextBelow(values.length);
      send(coordinate, (int) secret.nextBelow(cells()), messages);
    }
  }

  private void place(int coordinate, long offset, MessageSink messages) {
    if (offset < 0) {
      send(coordinate, below(), messages);
      return;
    }
    if (offset >>> logSize() != 0) {
      return;
    }
    for (int k = 0; k < levels; k++) {
      long half = offset >>> (logSize() - 1 - k);
      if ((half & 1) == 0) {
        send(coordinate, (1 << k) - 1 + (int) (half >>> 1), messages);
      }
    }
  }

  /** Sends a cell: they are numbered 2^k - 1 + node, and "below" comes after all. */
  private void send(int coordinate, int cell, MessageSink messages) {
    boolean below = cell == below();
    int k = below ? 0 : Integer.SIZE - 1 - Integer.numberOfLeadingZeros(cell + 1);
    int body = below ? 1 : cell + 1 - (1 << k);
    messages.send(label(k) + coordinate, body);
  }

  private int label(int k) {
    return firstLabel + (firstLevel + k) * bases.length;
  }

  private int below() {
    return (1 << levels) - 1;
  }

  /** Number of cells of a coordinate: nobody is below the first round's. */
  int cells() {
    return firstLevel == 0 ? below() : below() + 1;
  }

  /** The current nodes have two to this many integers. */
  int logSize() {
    return domain.levels() - firstLevel;
  }

  Poisson userDummies() {
    return userDummies;
  }

  /** The cell of a well-formed message, counted over all coordinates; otherwise -1. */
  int cell(int label, long body) {
    int place = label - label(0);
    if (Integer.compareUnsigned(place, levels * bases.length) >= 0) {
      return -1;
    }
    int k = place / bases.length;
    int cell = -1;
    if (Long.compareUnsigned(body, 1L << k) < 0) {
      cell = (1 << k) - 1 + (int) body;
    } else if (k == 0 && body == 1 && firstLevel > 0) {
      cell = below();
    }
    return cell < 0 ? -1 : place % bases.length * cells() + cell;
  }

  /** The dummies of every cell. */
  DummyShares dummies() {
    return dummies;
  }

  int levels() {
    return levels;
  }

  int firstLevel() {
    return firstLevel;
  }

  /** For each coordinate the offset, in the universe, of its node's first cell. */
  public long[] bases() {
    return bases.clone();
  }
}
