package org.privatemean.local;

import org.privatemean.annotation.Internal;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.protocol.RoundStateDigest;
import org.privatemean.protocol.RoundTally;

/**
 * The reports of one round, collected as exact integers. Malformed reports, and those made for
 * another public state, are dropped and counted by reason.
 */
@Internal
public final class LocalMeanTally extends RoundTally<LocalMeanTally> {
  private static final long serialVersionUID = 1L;

  private final int stamp;
  private final int reportsPerUser;
  private final BallRandomizer ball;
  private final long norm;
  private final long[] sums;
  private final Rejections rejections = new Rejections();
  private final HaarTally haar;
  private long accepted;

  LocalMeanTally(RoundStateDigest mark, LocalMeanPlan plan, RoundTask task, long norm) {
    super(mark);
    this.stamp = Report.stamp(mark.digest());
    this.reportsPerUser = plan.reportsPerUser(task);
    this.ball = plan.ball();
    this.norm = norm;
    this.haar =
        task == RoundTask.MEAN ? null : new HaarTally(new HaarFormat(plan.domain(task), stamp));
    this.sums = new long[haar == null ? ball.dimension() : 0];
  }

  /** Adds a report as received. */
  public void add(Report report) {
    if (haar != null) {
      haar.add(report);
      return;
    }
    rejections.accepts(() -> addVector(new ReportReader(report, ReportKind.VECTOR, stamp)));
  }

  /**
   * Adds one user's bundle for this round, all of its reports or none. The caller must ensure, by
   * the sender, that a user's bundle is added once ({@link
   * org.privatemean.protocol.DuplicateFilter}): a bundle does not name its user.
   *
   * @return whether it was accepted
   */
  public boolean take(byte[] bundle) {
    if (haar != null) {
      return haar.take(bundle, reportsPerUser);
    }
    return rejections.accepts(
        () -> addVector(ReportReader.forBundle(bundle, ReportKind.VECTOR, stamp, 1)));
  }

  private void addVector(ReportReader in) {
    long[] vector = ball.read(in, norm);
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
  public long acceptedReports() {
    return haar == null ? accepted : haar.reports();
  }

  /** Returns the dropped reports. */
  public Rejections rejections() {
    return haar == null ? rejections : haar.rejections();
  }

  @Override
  public long droppedReports() {
    return rejections().total();
  }

  HaarTally haar() {
    return haar;
  }

  /** Returns the mean of the reported vectors, in the reports' units. */
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
