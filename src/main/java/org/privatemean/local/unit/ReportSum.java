package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.local.report.Rejections;

/** Exact sums of integer coordinates, and how many reports went into them or were dropped. */
final class ReportSum implements Serializable {
  private static final long serialVersionUID = 1L;

  final long[] totals;
  final Rejections rejections = new Rejections();
  private final long capacity;
  private long accepted;

  /**
   * A sum of no reports.
   *
   * @param largest the most that one report can add to a coordinate, in absolute value
   */
  ReportSum(int dimension, long largest) {
    this.totals = new long[dimension];
    this.capacity = Long.MAX_VALUE / largest;
  }

  void countAccepted() {
    accepted = withRoom(accepted + 1);
  }

  long accepted() {
    return accepted;
  }

  void merge(ReportSum other) {
    accepted = withRoom(accepted + other.accepted);
    rejections.merge(other.rejections);
    for (int j = 0; j < totals.length; j++) {
      totals[j] += other.totals[j];
    }
  }

  private long withRoom(long count) {
    if (count > capacity) {
      throw new IllegalStateException(
          "an aggregator holds at most " + capacity + " reports: their sum would overflow");
    }
    return count;
  }

  /**
   * The sums divided by the number of reports.
   *
   * @param unit what 1 in a coordinate stands for, in data units
   */
  double[] mean(double unit) {
    if (accepted == 0) {
      throw new IllegalStateException("no report was accepted, so there is no mean");
    }
    double[] mean = new double[totals.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = totals[j] / (double) accepted * unit;
    }
    return mean;
  }
}
