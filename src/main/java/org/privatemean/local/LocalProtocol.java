package org.privatemean.local;

import java.util.List;
import org.privatemean.local.LocalGeometry.MedianGrid;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.privacy.Charge;
import org.privatemean.query.MedianAccuracyCheck;
import org.privatemean.query.NormGrid;
import org.privatemean.refusal.ParamException;

/** The reports of each round, their randomizers, and their cost to a user. */
abstract sealed class LocalProtocol permits PaperProtocol, PureProtocol {
  private final LocalGeometry geometry;
  private final RandomizedResponse medianResponse;
  private final RandomizedResponse normResponse;
  private final BallRandomizer ball;
  private final NormGrid normGrid;

  LocalProtocol(
      LocalGeometry geometry,
      RandomizedResponse medianResponse,
      RandomizedResponse normResponse,
      BallRandomizer ball) {
    this.geometry = geometry;
    this.medianResponse = medianResponse;
    this.normResponse = normResponse;
    this.ball = ball;
    checkBall();
    this.normGrid = geometry.normGrid();
  }

  private void checkBall() {
    if (ball.dimension() != geometry.columns()) {
      throw new IllegalArgumentException(
          String.format(
              "the randomizer must take vectors of the padded size %d. Provided: %d",
              geometry.columns(), ball.dimension()));
    }
    double largest = ball.largest((long) Math.ceil(geometry.farthest()));
    if (!(largest * geometry.users() < 0x1p62)) {
      throw new ParamException(
          "resolution",
          "sums of the reports could overflow 64 bits",
          "choose a larger {resolution}");
    }
  }

  final LocalGeometry geometry() {
    return geometry;
  }

  final RandomizedResponse response(RoundTask task) {
    return task == RoundTask.CENTRE ? medianResponse : normResponse;
  }

  final BallRandomizer ball() {
    return ball;
  }

  final NormGrid normGrid() {
    return normGrid;
  }

  /** Returns the rms rank error of a median if a share of users report, as a fraction of n. */
  final double medianRankError(MedianGrid grid, double share) {
    return HaarTally.searchError(medianResponse.scale(), grid.levels(), reportsPerMedian(share));
  }

  final MedianAccuracyCheck centre(MedianGrid grid, double share) {
    return centre(medianRankError(grid, share));
  }

  static MedianAccuracyCheck centre(double rank) {
    return new MedianAccuracyCheck(MedianAccuracyCheck.Measure.SEARCH, rank);
  }

  /** Returns true if a user reports in one round only. */
  final boolean splitsUsers() {
    return geometry.spec().protocol() == LocalMeanSpec.Protocol.PURE;
  }

  abstract MedianGrid medianGrid();

  abstract List<LocalRound> rounds(MedianGrid medianGrid);

  abstract double reportsPerMedian(double share);

  final int reportsPerUser(RoundTask task) {
    return task == RoundTask.CENTRE && !splitsUsers() ? geometry.columns() : 1;
  }

  /** Returns the fraction of n beyond the clipping norm, by the mean's noise over that norm. */
  abstract double clippedShare(double noise, double reports);

  abstract List<Charge> charges();
}
