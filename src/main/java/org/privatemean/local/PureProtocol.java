package org.privatemean.local;

import java.util.List;
import org.privatemean.local.LocalGeometry.MedianGrid;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.privacy.Charge;

/** The protocol of pure reports: a user reports once, epsilon-DP, in the round of its label. */
final class PureProtocol extends LocalProtocol {
  private static final double MAX_MEDIANS = 0.4;
  private static final double NORM_RANK = 0.03;

  /** Fewer levels cannot distinguish a centre from the bounds. */
  private static final int FEWEST_LEVELS = 4;

  /** Maximum relative squared error of short reports: 1 % of the error. */
  private static final double SHORT_ERROR = 1.02;

  private static final int SHORTER = 4;

  PureProtocol(LocalGeometry geometry) {
    this(geometry, ball(geometry.spec(), geometry.columns()));
  }

  PureProtocol(LocalGeometry geometry, BallRandomizer ball) {
    super(geometry, coin(geometry), coin(geometry), ball);
  }

  private static RandomizedResponse coin(LocalGeometry geometry) {
    return RandomizedResponse.of(geometry.spec().budget());
  }

  private static BallRandomizer ball(LocalMeanSpec spec, int columns) {
    double epsilon = spec.budget();
    return switch (spec.randomizer()) {
      case AUTO -> chosen(columns, epsilon);
      case PRIV_UNIT -> UnitBall.create(ReportLaw.SPHERE, columns, epsilon);
      case PRIV_UNIT_G -> UnitBall.create(ReportLaw.GAUSSIAN, columns, epsilon);
      case PROJ_UNIT -> UnitBall.projected(columns, epsilon);
    };
  }

  private static BallRandomizer chosen(int columns, double epsilon) {
    BallRandomizer whole = UnitBall.create(ReportLaw.SPHERE, columns, epsilon);
    if (columns <= SHORTER) {
      return whole;
    }
    BallRandomizer projected = UnitBall.projected(columns, epsilon);
    boolean asGood = projected.relativeSquaredError() <= SHORT_ERROR * whole.relativeSquaredError();
    return asGood && SHORTER * projected.bits(1) <= whole.bits(1) ? projected : whole;
  }

  /** Returns a grid whose cells are widened until medians can be found. */
  @Override
  MedianGrid medianGrid() {
    MedianGrid grid = geometry().medianCells();
    while (grid.levels() > FEWEST_LEVELS && centre(grid, MAX_MEDIANS).isHopeless()) {
      grid = MedianGrid.covering(grid.range(), 2 * grid.width());
    }
    return grid;
  }

  @Override
  List<LocalRound> rounds(MedianGrid medianGrid) {
    double norm = normShare();
    if (recentres(medianGrid)) {
      double first = 0.4 * (1 - 2 * norm);
      return List.of(
          new LocalRound(RoundTask.NORM, norm),
          new LocalRound(RoundTask.MEAN, first),
          new LocalRound(RoundTask.NORM, norm),
          new LocalRound(RoundTask.MEAN, 1 - 2 * norm - first));
    }
    double medians = medianShare(medianGrid, norm);
    return List.of(
        new LocalRound(RoundTask.CENTRE, medians),
        new LocalRound(RoundTask.NORM, norm),
        new LocalRound(RoundTask.MEAN, 1 - norm - medians));
  }

  private boolean recentres(MedianGrid grid) {
    return switch (geometry().spec().route()) {
      case MEDIANS -> false;
      case RECENTRED -> true;
      case AUTO -> centre(grid, MAX_MEDIANS).isBetterRecentred();
    };
  }

  /** Returns a share of users in [2 %, 10 %], for a rank error of the norm of 3 %. */
  private double normShare() {
    double all = normSearch((double) geometry().users());
    return Math.max(0.02, Math.min(0.1, all * all / (NORM_RANK * NORM_RANK)));
  }

  private double normSearch(double reports) {
    return HaarTally.searchError(
        response(RoundTask.NORM).scale(), normGrid().universe().levels(), reports);
  }

  /** Returns the share for medians with the least {@code (1 + 2 pi r^2) / (1 - rest)}. */
  private double medianShare(MedianGrid grid, double norm) {
    double best = MAX_MEDIANS;
    double least = Double.POSITIVE_INFINITY;
    for (double share = 0.05; share < MAX_MEDIANS; share += 0.05) {
      double rank = medianRankError(grid, share);
      double cost = (1 + 2 * Math.PI * rank * rank) / (1 - norm - share);
      if (cost < least && !centre(rank).isDoubtful()) {
        best = share;
        least = cost;
      }
    }
    return best;
  }

  @Override
  double reportsPerMedian(double share) {
    return share * geometry().users() / geometry().columns();
  }

  /** Adds twice the search's rank error: an overshoot may end anywhere above the longest row. */
  @Override
  double clippedShare(double noise, double reports) {
    return noise + 2 * normSearch(reports);
  }

  @Override
  List<Charge> charges() {
    return List.of(new Charge("one report", geometry().spec().rho()));
  }
}
