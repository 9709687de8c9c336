package org.privatemean.local.range;

/**
 * Makes the estimates of a tree consistent: every node the sum of its children (Hay, Rastogi,
 * Miklau and Suciu 2010). For estimates of equal variances, and the root known exactly, the result
 * is the least-squares fit.
 *
 * <p>Upwards, a node's own estimate y and the sum s of its children's z are averaged with weights
 * inverse to their variances: for a node with k levels of nodes in its subtree, itself included,
 * they are {@code (B^k - B^(k-1)) / (B^k - 1)} and {@code (B^(k-1) - 1) / (B^k - 1)}. Downwards,
 * the difference of a node to the sum of its children is shared evenly by them.
 *
 * <p>The weights are those of the full tree; nodes at its right edge that have fewer children,
 * where the universe is no power of B, are shared among those they have.
 */
final class ConsistentTree {
  private ConsistentTree() {}

  /**
   * Replaces the estimates.
   *
   * @param tree entry {@code [level - 1][node]}, level 1 below the root
   * @param branching B
   * @param total what the root is known to hold
   */
  static void reconcile(double[][] tree, int branching, double total) {
    double power = branching;
    for (int level = tree.length - 2; level >= 0; level--) {
      double next = power * branching;
      double own = (next - power) / (next - 1);
      for (int v = 0; v < tree[level].length; v++) {
        tree[level][v] = own * tree[level][v] + (1 - own) * children(tree[level + 1], branching, v);
      }
      power = next;
    }
    share(tree[0], branching, 0, total);
    for (int level = 1; level < tree.length; level++) {
      for (int v = 0; v < tree[level - 1].length; v++) {
        share(tree[level], branching, v, tree[level - 1][v]);
      }
    }
  }

  private static double children(double[] level, int branching, int parent) {
    double sum = 0;
    for (int v = parent * branching; v < end(level, branching, parent); v++) {
      sum += level[v];
    }
    return sum;
  }

  private static int end(double[] level, int branching, int parent) {
    return Math.min(level.length, (parent + 1) * branching);
  }

  private static void share(double[] level, int branching, int parent, double total) {
    int from = parent * branching;
    int to = end(level, branching, parent);
    double each = (total - children(level, branching, parent)) / (to - from);
    for (int v = from; v < to; v++) {
      level[v] += each;
    }
  }
}
