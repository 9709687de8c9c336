package org.privatemean.shuffle.range.tree;

import java.util.Arrays;
import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.protocol.RangeDomain;

/**
 * A prefix is the sum of the left halves that the path to its end passes by. Each coordinate
 * remembers the last node of each level, so a search, which goes down one path, looks at the
 * messages of each level once.
 */
final class TreeEstimates implements PrefixEstimates {
  /** Estimates how many values are in the left half of a node. */
  @FunctionalInterface
  interface LeftHalf {
    double of(int coordinate, int level, long node);
  }

  private final RangeDomain domain;
  private final double population;
  private final LeftHalf leftHalf;
  private final long[][] nodes;
  private final double[][] estimates;

  TreeEstimates(RangeDomain domain, double population, LeftHalf leftHalf) {
    this.domain = domain;
    this.population = population;
    this.leftHalf = leftHalf;
    this.nodes = new long[domain.width()][domain.levels()];
    this.estimates = new double[domain.width()][domain.levels()];
    for (long[] last : nodes) {
      Arrays.fill(last, -1);
    }
  }

  @Override
  public RangeDomain domain() {
    return domain;
  }

  @Override
  public double population() {
    return population;
  }

  @Override
  public double below(int coordinate, long cells) {
    domain.checkCoordinate(coordinate);
    int levels = domain.levels();
    if (cells >>> levels != 0) {
      return population;
    }
    double before = 0;
    for (int level = 0; level < levels; level++) {
      if (((cells >>> (levels - 1 - level)) & 1) == 1) {
        before += estimate(coordinate, level, cells >>> (levels - level));
      }
    }
    return before;
  }

  private double estimate(int coordinate, int level, long node) {
    if (nodes[coordinate][level] != node) {
      nodes[coordinate][level] = node;
      estimates[coordinate][level] = leftHalf.of(coordinate, level, node);
    }
    return estimates[coordinate][level];
  }
}
