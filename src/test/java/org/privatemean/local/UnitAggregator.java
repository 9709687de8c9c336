package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.local.MalformedReportException.Rejections;

/**
 * Common code of the aggregators of unit reports: exact sums of integers, the numbers of added and
 * dropped reports, and the mean.
 *
 * @param <P> the public parameters
 * @param <A> the aggregator itself
 */
abstract class UnitAggregator<P extends Serializable, A extends UnitAggregator<P, A>>
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private final P parameters;
  private final double unit;
  private final long capacity;
  private final long[] totals;
  private final Rejections rejections = new Rejections();
  private long accepted;

  /**
   * Creates a sum of no reports.
   *
   * @param parameters the public parameters
   * @param dimension number of coordinates of the mean
   * @param largest maximum that one report can add to a coordinate, in absolute value
   * @param unit of a coordinate, in data units
   */
  protected UnitAggregator(P parameters, int dimension, long largest, double unit) {
    this.parameters = parameters;
    this.unit = unit;
    this.capacity = Long.MAX_VALUE / largest;
    this.totals = new long[dimension];
  }

  /** Runs the check and count of a report, and counts the refusal if it is malformed. */
  protected final boolean accepts(Runnable count) {
    return rejections.accepts(count);
  }

  /**
   * Checks everything that needs the parameters.
   *
   * @param isOfTheseParameters whether the fingerprint is that of the parameters
   * @param count number of coordinates that they require
   * @throws MalformedReportException if the report is of other parameters, or not from an honest
   *     randomizer, except with probability below 10^-30
   */
  protected static void check(
      boolean isOfTheseParameters, short[] coordinates, int count, ReportGrid grid) {
    if (!isOfTheseParameters) {
      throw new MalformedReportException(RejectionReason.ROUND);
    }
    if (coordinates.length != count) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
    if (!grid.holds(coordinates)) {
      throw new MalformedReportException(RejectionReason.RANGE);
    }
  }

  /** Counts a checked report, and returns the sums that it is to be added to. */
  protected final long[] totalsOfOneMore() {
    accepted = withRoom(accepted + 1);
    return totals;
  }

  private long withRoom(long count) {
    if (count > capacity) {
      throw new IllegalStateException(
          "an aggregator holds at most " + capacity + " reports: their sum would overflow");
    }
    return count;
  }

  /**
   * Adds another aggregator, which is not changed.
   *
   * @throws IllegalArgumentException if its parameters differ
   */
  public final void merge(A other) {
    UnitAggregator<P, A> that = other;
    if (!parameters.equals(that.parameters)) {
      throw new IllegalArgumentException(
          "aggregators to be merged must have equal parameters. Provided: "
              + parameters
              + " and "
              + that.parameters);
    }
    accepted = withRoom(accepted + that.accepted);
    rejections.merge(that.rejections);
    for (int j = 0; j < totals.length; j++) {
      totals[j] += that.totals[j];
    }
  }

  public final P parameters() {
    return parameters;
  }

  /** Returns the number of added reports. */
  public final long acceptedReports() {
    return accepted;
  }

  /** Returns the number of reports dropped as malformed. */
  public final long droppedReports() {
    return rejections.total();
  }

  /** Returns the dropped reports, by reason. */
  public final Rejections rejections() {
    return rejections;
  }

  /**
   * Returns the estimate of the mean, in data units.
   *
   * @throws IllegalStateException if no report was added
   */
  public final double[] mean() {
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
