package org.privatemean.local;

import org.privatemean.annotation.Internal;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.local.MalformedReportException.Rejections;
import org.privatemean.protocol.RoundTally;
import org.privatemean.protocol.RoundTally.RoundStateDigest;

/** The exact integers of one round's reports; malformed or foreign ones are dropped and counted. */
@Internal
public final class LocalMeanTally extends RoundTally<LocalMeanTally> {
  private static final long serialVersionUID = 1L;

  private final int stamp;
  private final int reportsPerUser;
  private final BallRandomizer ball;
  private final long norm;

  /** The form of signs, and their counts; null in a round of vectors. */
  private final HaarFormat format;

  private final HaarTally haar;
  private final long[] sums;
  private final Rejections rejections = new Rejections();
  private long vectors;

  LocalMeanTally(RoundStateDigest mark, LocalMeanPlan plan, RoundTask task, long norm) {
    super(mark);
    boolean isMean = task == RoundTask.MEAN;
    this.stamp = Report.stamp(mark.digest());
    this.reportsPerUser = plan.reportsPerUser(task);
    this.ball = plan.ball();
    this.norm = norm;
    this.format = isMean ? null : new HaarFormat(plan.domain(task), stamp);
    this.haar = isMean ? null : new HaarTally(plan.domain(task));
    this.sums = new long[isMean ? ball.dimension() : 0];
  }

  public void add(Report report) {
    rejections.accepts(() -> read(new ReportReader(report, kind(), stamp), 1));
  }

  /**
   * Adds all reports of one user's bundle or none, and returns true if it was accepted. The caller
   * must ensure, by the sender, that a user's bundle is added once ({@link
   * org.privatemean.protocol.DuplicateFilter}): a bundle does not name its user.
   */
  public boolean take(byte[] bundle) {
    return rejections.accepts(
        () -> read(ReportReader.forBundle(bundle, kind(), stamp, reportsPerUser), reportsPerUser));
  }

  private int kind() {
    return haar == null ? ReportWriter.VECTOR : ReportWriter.HAAR;
  }

  private void read(ReportReader in, int count) {
    if (haar == null) {
      addVector(in);
    } else {
      format.read(in, count).forEach(haar::add);
    }
  }

  private void addVector(ReportReader in) {
    long[] vector = ball.read(in, norm);
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.addExact(sums[j], vector[j]);
    }
    vectors++;
  }

  @Override
  protected void addAll(LocalMeanTally other) {
    if (haar != null) {
      haar.merge(other.haar);
    }
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.addExact(sums[j], other.sums[j]);
    }
    vectors += other.vectors;
    rejections.merge(other.rejections);
  }

  @Override
  public long acceptedReports() {
    return haar == null ? vectors : haar.reports();
  }

  Rejections rejections() {
    return rejections;
  }

  @Override
  public long droppedReports() {
    return rejections.total();
  }

  HaarTally haar() {
    return haar;
  }

  double[] vectorMean() {
    if (vectors == 0) {
      throw new IllegalStateException(
          "round " + mark().round() + " has no report to take the mean of");
    }
    double[] mean = new double[sums.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = sums[j] * ball.unit(norm) / vectors;
    }
    return mean;
  }
}
