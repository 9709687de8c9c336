package org.privatemean.local.range;

import java.util.Arrays;
import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.protocol.RangeDomain;

/**
 * Prefix counts from Haar coefficients (page local-range-counting.md): a prefix is the sum of the
 * left children next to the path to its end, and a level without reports splits evenly. Each
 * coordinate caches the last node of each level, so a search reads each report once.
 */
final class HaarEstimates implements PrefixEstimates {
  private final RangeDomain domain;

  /** Sums by coordinate and level; null if there is no report. */
  private final SignSums[] sums;

  private final double scale;
  private final double population;
  private final long[][] nodes;
  private final double[][] coefficients;

  HaarEstimates(RangeDomain domain, SignSums[] sums, double scale, double population) {
    this.domain = domain;
    this.sums = sums;
    this.scale = scale;
    this.population = population;
    this.nodes = new long[domain.width()][];
    this.coefficients = new double[domain.width()][];
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
  public double countBelow(int coordinate, long cells) {
    int levels = domain().levels();
    if (cells >>> levels != 0) {
      return population;
    }
    double before = 0;
    double inside = population;
    // Below the last set bit the end is between two nodes: nothing more is split.
    for (int level = 0; level < levels && hasBitsBelow(cells, levels - level); level++) {
      double left = (inside + coefficient(coordinate, level, cells >>> (levels - level))) / 2;
      if (((cells >>> (levels - 1 - level)) & 1) == 1) {
        before += left;
        inside -= left;
      } else {
        inside = left;
      }
    }
    return before;
  }

  private static boolean hasBitsBelow(long cells, int bit) {
    return (cells & ((1L << bit) - 1)) != 0;
  }

  private double coefficient(int coordinate, int level, long node) {
    if (nodes[coordinate] == null) {
      nodes[coordinate] = new long[domain().levels()];
      Arrays.fill(nodes[coordinate], -1);
      coefficients[coordinate] = new double[domain().levels()];
    }
    if (nodes[coordinate][level] != node) {
      nodes[coordinate][level] = node;
      coefficients[coordinate][level] = estimate(coordinate, level, node);
    }
    return coefficients[coordinate][level];
  }

  /** Returns the estimated coefficient of a node, in values of the population. */
  double estimate(int coordinate, int level, long node) {
    SignSums found = sums[coordinate * domain.levels() + level];
    return found == null ? 0 : population / found.count() * scale * found.correlation(node);
  }
}
