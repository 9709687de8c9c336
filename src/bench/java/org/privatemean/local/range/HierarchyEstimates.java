package org.privatemean.local.range;

import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.protocol.RangeDomain;

/** Prefix counts from trees: the left siblings of the path to the prefix's end. */
final class HierarchyEstimates implements PrefixEstimates {
  /** Makes the tree of a coordinate. */
  interface Trees {
    /** Entry {@code [level - 1][node]} estimates how many of the population the node has. */
    double[][] of(int coordinate, double population);
  }

  private final Hierarchy hierarchy;
  private final Trees tallied;
  private final double population;
  private final Consistency consistency;
  private final double[][][] trees;

  HierarchyEstimates(
      Hierarchy hierarchy, Trees tallied, double population, Consistency consistency) {
    this.hierarchy = hierarchy;
    this.tallied = tallied;
    this.population = population;
    this.consistency = consistency;
    this.trees = new double[hierarchy.domain().width()][][];
  }

  @Override
  public RangeDomain domain() {
    return hierarchy.domain();
  }

  @Override
  public double population() {
    return population;
  }

  @Override
  public double countBelow(int coordinate, long cells) {
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
      double[][] tree = tallied.of(coordinate, population);
      if (consistency == Consistency.RECONCILED) {
        ConsistentTree.reconcile(tree, hierarchy.branching(), population);
      }
      trees[coordinate] = tree;
    }
    return trees[coordinate];
  }
}
