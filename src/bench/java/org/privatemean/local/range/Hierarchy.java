package org.privatemean.local.range;

import java.io.Serializable;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.RangeDomain;

/**
 * The tree of HH_B (Cormode, Kulkarni and Srivastava 2019): over the cells of a universe, every
 * node with B children, each user reporting its node at one level.
 *
 * @param domain what is counted; its universe has at most 2^22 integers
 * @param branching B, in [2, 1024]; 5 is best without consistency and 9 with it
 */
public record Hierarchy(RangeDomain domain, int branching) implements Serializable {
  /** The largest universe: the server holds the whole tree. */
  public static final int MOST_CELLS = 1 << 22;

  /**
   * Checks the sizes.
   *
   * @throws IllegalArgumentException if the universe is larger than 2^22 integers, or branching out
   *     of its range
   */
  public Hierarchy {
    if (domain.universe().high() - domain.universe().low() >= MOST_CELLS) {
      throw new IllegalArgumentException(
          "a hierarchy takes a universe of at most 2^22 integers, since the server holds the whole"
              + " tree: use a coarser universe or HaarRandomizer. Provided: "
              + domain.universe());
    }
    if (branching < 2 || branching > 1024) {
      throw new IllegalArgumentException(
          "branching must be in [2, 1024]. Provided value: " + branching);
    }
  }

  /** Number of integers of the universe. */
  public int cells() {
    return (int) (domain.universe().high() - domain.universe().low()) + 1;
  }

  /** Number of levels h below the root: the least with {@code B^h >= cells}. */
  public int height() {
    int height = 0;
    for (long reach = 1; reach < cells(); reach *= branching) {
      height++;
    }
    return height;
  }

  /** Number of cells under one node of a level, which is 1 to h: {@code B^(h - level)}. */
  public int cellsPerNode(int level) {
    int cells = 1;
    for (int k = level; k < height(); k++) {
      cells *= branching;
    }
    return cells;
  }

  /** Number of nodes of a level that have a cell of the universe. */
  public int nodes(int level) {
    int each = cellsPerNode(level);
    return (cells() + each - 1) / each;
  }

  /** The node of a level that a cell lies in. */
  public int node(long cell, int level) {
    return (int) (cell / cellsPerNode(level));
  }

  /** Draws a level of 1 to h, each as likely, from the bits of a user's label or fresh ones. */
  public int assignLevel(BitSource label) {
    return 1 + (int) label.nextBelow(height());
  }
}
