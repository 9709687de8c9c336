package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.local.ball.BallRandomizer;
import org.privatemean.local.range.HaarFormat;
import org.privatemean.local.range.HaarTally;
import org.privatemean.local.report.Rejections;
import org.privatemean.local.report.Report;
import org.privatemean.local.report.ReportKind;
import org.privatemean.local.report.ReportReader;

/**
 * The reports of one round, collected as exact integers. Tallies of disjoint reports merge to that
 * of all, in any order. Malformed reports, and those made for another public state, be it another
 * round or the same around another centre, are counted by reason and dropped.
 */
public final class LocalMeanTally implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int round;
  private final int stamp;
  private final BallRandomizer ball;
  private final long norm;
  private final long[] sums;
  private final Rejections rejections = new Rejections();
  private final HaarTally haar;
  private long accepted;

  private LocalMeanTally(int round, int stamp, BallRandomizer ball, long norm, HaarTally haar) {
    this.round = round;
    this.stamp = stamp;
    this.ball = ball;
    this.norm = norm;
    this.haar = haar;
    this.sums = new long[haar == null ? ball.dimension() : 0];
  }

  /**
   * A tally of a round of counts.
   *
   * @param round its number, from 1
   */
  static LocalMeanTally ofCounts(int round, HaarFormat format) {
    return new LocalMeanTally(round, format.stamp(), null, 0, new HaarTally(format));
  }

  /**
   * A tally of a round of vectors.
   *
   * @param round its number, from 1
   * @param norm what they are clipped to
   */
  static LocalMeanTally ofVectors(int round, int stamp, BallRandomizer ball, long norm) {
    return new LocalMeanTally(round, stamp, ball, norm, null);
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

  /**
   * Adds what another tally of the same state holds.
   *
   * @throws IllegalArgumentException if it is one of another state
   */
  public void merge(LocalMeanTally other) {
    if (stamp != other.stamp) {
      throw new IllegalArgumentException(
          String.format(
              "tallies of different states do not merge: rounds %d and %d", round, other.round));
    }
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

  /** Number of reports taken. */
  public long accepted() {
    return haar == null ? accepted : haar.reports();
  }

  /** The reports that were dropped. */
  public Rejections rejections() {
    return haar == null ? rejections : haar.rejections();
  }

  void checkRound(int expected, int expectedStamp) {
    if (stamp != expectedStamp) {
      throw new IllegalArgumentException(
          String.format(
              "the tally, of round %d, is not one of this state, before round %d",
              round, expected));
    }
  }

  HaarTally haar() {
    return haar;
  }

  /** The mean of the vectors reported, in their own units. */
  double[] vectorMean() {
    if (accepted == 0) {
      throw new IllegalStateException("round " + round + " has no report to take the mean of");
    }
    double[] mean = new double[sums.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = sums[j] * ball.unit(norm) / accepted;
    }
    return mean;
  }
}
