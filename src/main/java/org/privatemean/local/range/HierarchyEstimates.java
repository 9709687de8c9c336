package org.privatemean.local.range;

import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.protocol.RangeDomain;

/** Prefix counts from trees: the left siblings of the path to the prefix's end. */
final class HierarchyEstimates implements PrefixEstimates {
  private final HierarchyTally tally;
  private final double population;
  private final boolean consistent;
  private final double[][][] trees;

  HierarchyEstimates(HierarchyTally tally, double population, boolean consistent) {
    this.tally = tally;
    this.population = population;
    this.consistent = consistent;
    this.trees = new double[tally.hierarchy().domain().width()][][];
  }

  @Override
  public RangeDomain domain() {
    return tally.hierarchy().domain();
  }

  @Override
  public double population() {
    return population;
  }

  @Override
  public double below(int coordinate, long cells) {
    Hierarchy hierarchy = tally.hierarchy();
    if (cells >= hierarchy.cells()) {
      return population;
    }
    double[][] tree = tree(coordinate);
    double before = 0;
    int parent = 0;
    for (int level = 1; level <= tree.length; level++) {
      int node = hierarchy.node(cells, level);
      for (int v = parent * hierarchy.branching(); v < node; v++) {
        before += tree[level - 1][v];
      }
      parent = node;
    }
    return before;
  }

  private double[][] tree(int coordinate) {
    if (trees[coordinate] == null) {
      double[][] tree = tally.tree(coordinate, population);
      if (consistent) {
        ConsistentTree.reconcile(tree, tally.hierarchy().branching(), population);
      }
      trees[coordinate] = tree;
    }
    return trees[coordinate];
  }
}
