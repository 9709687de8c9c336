package org.privatemean.local.range;

import java.io.Serializable;
import org.privatemean.local.report.Rejections;
import org.privatemean.local.report.Report;
import org.privatemean.local.report.ReportKind;
import org.privatemean.local.report.ReportReader;
import org.privatemean.protocol.PrefixEstimates;

/**
 * The server's side of HH_B: collects reports by coordinate and level, as exact integers. Tallies
 * of disjoint reports merge. Memory is that of the trees of all coordinates; with the hashing
 * oracle also 12 bytes a report.
 */
public final class HierarchyTally implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Hierarchy hierarchy;
  private final FrequencyOracle oracle;
  private final int stamp;
  private final CellCounts[] counts;
  private final Rejections rejections = new Rejections();
  private long reports;

  /**
   * An empty tally of the reports of a round.
   *
   * @param stamp that of its randomizers
   */
  public HierarchyTally(Hierarchy hierarchy, FrequencyOracle oracle, int stamp) {
    this.hierarchy = hierarchy;
    this.oracle = oracle;
    this.stamp = stamp;
    this.counts =
        new CellCounts[Math.multiplyExact(hierarchy.domain().width(), hierarchy.height())];
  }

  /** Adds a report as it came; a malformed one is counted by its reason and dropped. */
  public void add(Report report) {
    rejections.accepts(() -> count(report));
  }

  private void count(Report report) {
    ReportReader in = new ReportReader(report, ReportKind.HIERARCHY, stamp);
    int coordinate = (int) in.getBelow(hierarchy.domain().width());
    int level = 1 + (int) in.getBelow(hierarchy.height());
    counts(coordinate, level).read(in);
    reports++;
  }

  private CellCounts counts(int coordinate, int level) {
    int slot = coordinate * hierarchy.height() + level - 1;
    if (counts[slot] == null) {
      counts[slot] = oracle.newCounts(hierarchy.nodes(level));
    }
    return counts[slot];
  }

  /**
   * Adds what another tally of the same round holds.
   *
   * @throws IllegalArgumentException if it is one of another tree, coin or round
   */
  public void merge(HierarchyTally other) {
    if (!hierarchy.equals(other.hierarchy)
        || oracle.getClass() != other.oracle.getClass()
        || !oracle.response().equals(other.oracle.response())
        || stamp != other.stamp) {
      throw new IllegalArgumentException("tallies of different rounds do not merge");
    }
    for (int slot = 0; slot < counts.length; slot++) {
      if (other.counts[slot] != null) {
        counts(slot / hierarchy.height(), slot % hierarchy.height() + 1).merge(other.counts[slot]);
      }
    }
    reports += other.reports;
    rejections.merge(other.rejections);
  }

  /** Number of reports taken. */
  public long reports() {
    return reports;
  }

  /** The reports that were dropped. */
  public Rejections rejections() {
    return rejections;
  }

  /**
   * The tree of a coordinate: entry {@code [level - 1][node]} estimates how many of the population
   * the node has. A level without reports is shared evenly.
   */
  double[][] tree(int coordinate, double population) {
    double[][] tree = new double[hierarchy.height()][];
    for (int level = 1; level <= tree.length; level++) {
      CellCounts found = counts[coordinate * hierarchy.height() + level - 1];
      int nodes = hierarchy.nodes(level);
      double[] estimates = found == null ? new double[nodes] : found.estimates();
      for (int v = 0; v < nodes; v++) {
        estimates[v] =
            found == null || found.reports() == 0
                ? population / nodes
                : estimates[v] * (population / found.reports());
      }
      tree[level - 1] = estimates;
    }
    return tree;
  }

  /**
   * The estimates from the reports taken so far; take no more while they are in use.
   *
   * @param population number of values that the estimates are scaled to, positive
   * @param consistency whether the trees are made consistent
   */
  public PrefixEstimates estimates(double population, Consistency consistency) {
    return new HierarchyEstimates(hierarchy, this::tree, population, consistency);
  }
}
