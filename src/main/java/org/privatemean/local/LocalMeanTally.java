package org.privatemean.local;

import org.privatemean.annotation.Internal;
import org.privatemean.local.LocalRound.Task;
import org.privatemean.local.ball.BallRandomizer;
import org.privatemean.local.range.HaarFormat;
import org.privatemean.local.range.HaarTally;
import org.privatemean.local.report.Rejections;
import org.privatemean.local.report.Report;
import org.privatemean.local.report.ReportKind;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.Stamp;
import org.privatemean.protocol.RoundMark;
import org.privatemean.protocol.RoundTally;

/**
 * The reports of one round, collected as exact integers. Malformed reports, and those made for
 * another public state, be it another round or the same around another centre, are counted by
 * reason and dropped.
 */
@Internal
public final class LocalMeanTally extends RoundTally<LocalMeanTally> {
  private static final long serialVersionUID = 1L;

  private final int stamp;
  private final BallRandomizer ball;
  private final long norm;
  private final long[] sums;
  private final Rejections rejections = new Rejections();
  private final HaarTally haar;
  private long accepted;

  LocalMeanTally(RoundMark mark, LocalMeanPlan plan, Task task, long norm) {
    super(mark);
    this.stamp = Stamp.ofDigest(mark.digest());
    this.ball = plan.ball();
    this.norm = norm;
    this.haar = task == Task.MEAN ? null : new HaarTally(new HaarFormat(plan.domain(task), stamp));
    this.sums = new long[haar == null ? ball.dimension() : 0];
  }

  /** Adds a report as it came. */
  public void add(Report report) {
    if (haar != null) {
      haar.add(report);
      return;
    }
    rejections.accepts(() -> addVector(report));
  }

  private void addVector(Report report) {
    long[] vector = ball.read(new ReportReader(report, ReportKind.VECTOR, stamp), norm);
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.addExact(sums[j], vector[j]);
    }
    accepted++;
  }

  @Override
  protected void addAll(LocalMeanTally other) {
    if (haar != null) {
      haar.merge(other.haar);
      return;
    }
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.addExact(sums[j], other.sums[j]);
    }
    accepted += other.accepted;
    rejections.merge(other.rejections);
  }

  @Override
  public long accepted() {
    return haar == null ? accepted : haar.reports();
  }

  /** The reports that were dropped. */
  public Rejections rejections() {
    return haar == null ? rejections : haar.rejections();
  }

  @Override
  public long dropped() {
    return rejections().total();
  }

  HaarTally haar() {
    return haar;
  }

  /** The mean of the vectors reported, in their own units. */
  double[] vectorMean() {
    if (accepted == 0) {
      throw new IllegalStateException(
          "round " + mark().round() + " has no report to take the mean of");
    }
    double[] mean = new double[sums.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = sums[j] * ball.unit(norm) / accepted;
    }
    return mean;
  }
}
