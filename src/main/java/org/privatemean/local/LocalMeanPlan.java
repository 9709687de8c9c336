package org.privatemean.local;

import java.util.List;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.local.LocalGeometry.MedianGrid;
import org.privatemean.local.LocalMeanSpec.Randomizer;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;
import org.privatemean.numeric.Normal.GaussianExcess;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.ShuffleAmplification;
import org.privatemean.protocol.RoundPlan;
import org.privatemean.protocol.RoundPlan.PlanDiagnostics;
import org.privatemean.query.MedianAccuracyCheck;
import org.privatemean.query.NormGrid;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Warning;

/**
 * Everything that the local shifted clipped mean decides from public values, before any report is
 * made: the lattice, the rounds and their users, search ranges, ranks, and whether the plan can
 * work.
 *
 * <p>The plan refuses, or warns if the request says so, medians that are hopeless by the {@link
 * MedianAccuracyCheck}, and a mean whose noise is more than half of the clipping norm.
 *
 * @since 0.1.0
 */
public final class LocalMeanPlan implements RoundPlan {
  /** Ratio of the mean's noise to the clipping norm above which no useful mean can be found. */
  private static final double HOPELESS_NOISE = 0.5;

  /** A search ends at the upper end of a cell: on average half a cell above the quantile. */
  private static final double NORM_CELL = 1.025;

  private static final int HALVINGS = 40;

  /** The largest epsilon of a report whose amplification is computed; above it there is none. */
  private static final double MAX_SHUFFLED_EPSILON = 20;

  private final LocalGeometry geometry;
  private final LocalProtocol protocol;
  private final MedianGrid medianGrid;
  private final List<LocalRound> rounds;
  private final boolean hasForm;
  private final List<Warning> warnings;

  private LocalMeanPlan(LocalProtocol protocol, boolean hasForm) {
    this.geometry = protocol.geometry();
    this.protocol = protocol;
    this.medianGrid = protocol.medianGrid();
    this.rounds = protocol.rounds(medianGrid);
    this.hasForm = hasForm;
    this.warnings = judge();
  }

  /**
   * Plans Theorem 5.2 literally, or a mean of pure reports.
   *
   * @param spec the request; with protocol PURE for an epsilon in [2^-30, 700]
   * @param users public number of users n, 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @throws IllegalArgumentException if public values show that it cannot work
   */
  public static LocalMeanPlan of(LocalMeanSpec spec, long users, int dimension) {
    LocalGeometry geometry = LocalGeometry.create(spec, users, dimension);
    return new LocalMeanPlan(
        switch (spec.protocol()) {
          case ZCDP -> new PaperProtocol(geometry);
          case PURE -> new PureProtocol(geometry);
        },
        true);
  }

  /**
   * Plans a mean of pure reports with another randomizer of vectors than PrivUnit.
   *
   * @param spec of protocol PURE
   * @param ball an epsilon-DP randomizer, for the request's epsilon, of vectors of {@link
   *     WalshHadamard#paddedSize} coordinates
   * @param users public number of users n, 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @throws IllegalArgumentException if the protocol is ZCDP, or public values show that it cannot
   *     work
   */
  public static LocalMeanPlan of(
      LocalMeanSpec spec, long users, int dimension, BallRandomizer ball) {
    if (spec.protocol() != LocalMeanSpec.Protocol.PURE) {
      throw new IllegalArgumentException("protocol ZCDP brings its own randomizer of the ball");
    }
    LocalGeometry geometry = LocalGeometry.create(spec, users, dimension);
    return new LocalMeanPlan(new PureProtocol(geometry, ball), false);
  }

  private List<Warning> judge() {
    PlanDiagnostics verdict = new PlanDiagnostics(spec().ifHopeless());
    String numbers =
        NumberFormat.format(
            "n = %d users of %d coordinates with a budget of %s", users(), dimension(), budget());
    if (!recentres()) {
      judgeMedians(verdict, numbers);
    } else if (spec().route() == LocalMeanSpec.Route.AUTO) {
      verdict.warn(
          Warning.Code.FEW_ROWS,
          numbers + " locate the centre poorly by medians: the mean is recentred instead");
    }
    judgeNoise(verdict, numbers);
    return verdict.warnings();
  }

  private void judgeMedians(PlanDiagnostics verdict, String numbers) {
    MedianAccuracyCheck centre = LocalProtocol.centre(medianRankError());
    if (centre.isHopeless()) {
      String remedy =
          splitsUsers()
              ? "narrower bounds, or route RECENTRED"
              : "narrower bounds, or protocol PURE ({epsilon} in place of {rho})";
      verdict.refuse(
          centre.refusal(numbers, medianGrid.levels(), users(), remedy), centre.enough(users()));
    } else if (centre.isDoubtful()) {
      verdict.warn(Warning.Code.DOUBTFUL_CENTRE, centre.warningOfSearch());
    }
  }

  private void judgeNoise(PlanDiagnostics verdict, String numbers) {
    double noise = relativeNoise(rounds.size() - 1);
    if (noise >= HOPELESS_NOISE) {
      double enough = users() * (noise / HOPELESS_NOISE) * (noise / HOPELESS_NOISE);
      verdict.refuse(
          NumberFormat.format(
              "%s reveal nothing about the mean: its noise is %.2g times the clipping norm. "
                  + "About %s users are enough, or use a larger budget",
              numbers, noise, NumberFormat.bound(enough, 2)),
          enough);
    }
  }

  /**
   * Returns the expected root mean square rank error of a median, as a fraction of n.
   *
   * @throws IllegalStateException if the mean is recentred, without medians
   */
  public double medianRankError() {
    if (recentres()) {
      throw new IllegalStateException("a recentred mean has no medians");
    }
    return protocol.medianRankError(medianGrid, rounds.get(0).share());
  }

  /** Returns the rms noise of the mean of a round over the clipping norm. */
  private double relativeNoise(int round) {
    return Math.sqrt(ball().relativeSquaredError() / reports(round));
  }

  private double reports(int round) {
    return users() * rounds.get(round).share();
  }

  /** Returns the rank of the clipping norm, a fraction of n: section 5.1's m of section 3.2. */
  double normRank(int round) {
    double clipped = protocol.clippedShare(relativeNoise(round + 1), reports(round));
    return 1 - Math.max(1.0 / users(), Math.min(0.5, clipped));
  }

  /**
   * Returns a user's charges, in zCDP: with protocol ZCDP step by step, summing to the budget; with
   * PURE the user's one report, {@code epsilon tanh(epsilon / 2)}.
   */
  public List<Charge> charges() {
    return protocol.charges();
  }

  /**
   * Returns the forecast for Gaussian rows, before any user reports.
   *
   * @param spread root mean square l2 distance of the rows to their mean, in data units, positive
   * @throws ParamException if spread is not positive and finite
   */
  public LocalMeanForecast forecast(double spread) {
    Checks.positiveParam("spread", spread);
    return forecast(spread / Math.sqrt(dimension()), geometry.typicalNorm());
  }

  /** Returns the forecast by the deviation of coordinates and the norm of the mean. */
  LocalMeanForecast forecast(double sigma, double norm) {
    double centre = recentres() ? ofFirstMean(sigma, norm) : ofMedians(sigma);
    int dimension = dimension();
    int last = rounds.size() - 1;
    double reports = reports(last);
    double spread = Math.sqrt(sigma * sigma + centre / dimension);
    double clipping = NORM_CELL * gaussianNorm(1 - normRank(last - 1)) * spread;
    double noise = clipping * Math.sqrt(ball().relativeSquaredError() / columns() / reports);
    double back = GaussianExcess.compute(dimension, clipping / spread).takenBack(dimension);
    double sampling = sigma * sigma / reports;
    double squaredError = dimension * (noise * noise + sampling) + centre * back * back;
    return new LocalMeanForecast(clipping, noise, Math.sqrt(squaredError));
  }

  /** Returns the medians' squared distance to the mean, by their ranks and wrong branches. */
  private double ofMedians(double sigma) {
    double rank = medianRankError();
    double cell = medianGrid.width() * lattice().step();
    double near = 2 * Math.PI * rank * rank * dimension() * sigma * sigma + cell * cell / 12;
    int levels = medianGrid.levels();
    double scale = response(RoundTask.CENTRE).scale();
    double reports = protocol.reportsPerMedian(rounds.get(0).share());
    double width = 2.0 * medianGrid.range() * (lattice().step() / Math.sqrt(columns()));
    double narrow = sigma * Math.sqrt((double) dimension() / columns());
    double sum = 0;
    for (int level = 1; level <= levels && width > 2 * narrow; level++) {
      width /= 2;
      double deviation = scale * Math.sqrt(levels * (0.25 + (level - 1) / 12.0) / reports);
      sum += Normal.cdf(-0.5 / deviation) * width * width / 3;
    }
    return near + columns() * sum;
  }

  /** A first mean's squared distance to the mean; clipping removes less than 0.4 sigma. */
  private double ofFirstMean(double sigma, double norm) {
    double square = NORM_CELL * NORM_CELL * (norm * norm + dimension() * sigma * sigma);
    return square * (ball().relativeSquaredError() / reports(1)) + 0.16 * sigma * sigma;
  }

  private double gaussianNorm(double above) {
    int dimension = dimension();
    return MonotoneSearch.halve(
            0,
            Math.sqrt(dimension) + 10,
            HALVINGS,
            norm -> GaussianExcess.compute(dimension, norm).share() > above)
        .high();
  }

  /** Returns the expected bytes of all reports of a user over all rounds. */
  public double bytesPerUser() {
    return rounds.stream().mapToDouble(round -> round.share() * bytes(round.task())).sum();
  }

  private double bytes(RoundTask task) {
    if (task == RoundTask.MEAN) {
      return ReportWriter.bytesFor(ball().bits((long) Math.ceil(geometry.farthest())));
    }
    return protocol.reportsPerUser(task) * new HaarFormat(domain(task), 0).meanBytes();
  }

  /** Returns the expected bytes, by round, of the bundle of a user who reports in it. */
  public List<Double> bundleBytes() {
    return rounds.stream().map(round -> bundleBytes(round.task())).toList();
  }

  private double bundleBytes(RoundTask task) {
    if (task == RoundTask.MEAN) {
      return bytes(task) + Integer.BYTES;
    }
    return new HaarFormat(domain(task), 0).meanBundleBytes(protocol.reportsPerUser(task));
  }

  /**
   * Returns the maximum change of the rank of a median, or of the clipping norm, per user with
   * false reports: {@code 2 (n / n_l) c}, where n_l users report on a level and c is the weight of
   * a sign. A report is missing on its correct level, and extra on another.
   *
   * @param round from 0
   * @throws IllegalArgumentException if it is a round of vectors
   */
  public double rankShift(int round) {
    LocalRound requested = rounds.get(round);
    if (requested.task() == RoundTask.MEAN) {
      throw new IllegalArgumentException("round " + round + " is one of vectors");
    }
    return 2 * users() / groupSize(requested) * response(requested.task()).scale();
  }

  /**
   * Returns an epsilon for which all reports are (epsilon, delta)-DP toward a server that receives
   * the reports of each round shuffled, without ids and times, if all users report as planned: a
   * user who is absent or sends a false report hides nobody (page local-shifted-clipped-mean.md,
   * "If the reports are shuffled"). At most the budget.
   *
   * @param delta above 0 and below 1
   * @throws IllegalArgumentException if delta is out of its range
   * @throws IllegalStateException with protocol ZCDP, where a user reports in every round
   */
  public double shuffledEpsilon(double delta) {
    if (!splitsUsers()) {
      throw new IllegalStateException("the guarantee of shuffled reports needs protocol PURE");
    }
    double expected = rounds.stream().mapToDouble(this::groupSize).min().orElseThrow();
    // A group, drawn by ids and seed, is smaller with a probability below e^-32.
    int group = (int) Math.max(1, Math.min(1e9, expected - 8 * Math.sqrt(expected)));
    PureDp report = new PureDp(Math.min(budget(), MAX_SHUFFLED_EPSILON));
    double epsilon = ShuffleAmplification.epsilonUp(group, report, delta);
    return budget() > MAX_SHUFFLED_EPSILON ? budget() : epsilon;
  }

  /** Returns the expected number of users who share a round, a coordinate and a level. */
  private double groupSize(LocalRound round) {
    return switch (round.task()) {
      case CENTRE -> protocol.reportsPerMedian(round.share()) / medianGrid.levels();
      case NORM -> users() * round.share() / domain(RoundTask.NORM).levels();
      case MEAN -> users() * round.share();
    };
  }

  int reportsPerUser(RoundTask task) {
    return protocol.reportsPerUser(task);
  }

  /**
   * Returns the maximum bytes of the tallies of the parts of a round's users, in the worst round.
   */
  public double tallyBytes(long parts) {
    return rounds.stream().mapToDouble(round -> tallyBytes(round, parts)).max().orElseThrow();
  }

  double tallyBytes(LocalRound round, long parts) {
    if (round.task() == RoundTask.MEAN) {
      return (double) Long.BYTES * columns() * parts;
    }
    // At most the expected number plus 10 deviations, except with negligible probability.
    double expected = users() * round.share() * protocol.reportsPerUser(round.task());
    double reports = Math.min((double) users() * columns(), expected + 10 * Math.sqrt(expected));
    RangeDomain domain = domain(round.task());
    return HaarTally.mostBytes(domain, reports, parts);
  }

  @Override
  public List<Warning> warnings() {
    return warnings;
  }

  /** Returns the budget of one user in all rounds: rho, or epsilon if {@link #splitsUsers}. */
  public double budget() {
    return spec().budget();
  }

  /**
   * Returns the randomizer of vectors; {@link Randomizer#AUTO} for discrete Gaussian noise, or for
   * one that was passed to the plan.
   */
  public Randomizer randomizer() {
    if (ball() instanceof UnitBall unit) {
      return unit.isProjected()
          ? Randomizer.PROJ_UNIT
          : unit.threshold().law() == ReportLaw.GAUSSIAN
              ? Randomizer.PRIV_UNIT_G
              : Randomizer.PRIV_UNIT;
    }
    return Randomizer.AUTO;
  }

  /** Returns the request, for an app to show its user before the device joins. */
  public LocalMeanSpec spec() {
    return geometry.spec();
  }

  void checkForm() {
    if (!hasForm) {
      throw new IllegalStateException("a plan with a given randomizer has no binary form");
    }
  }

  @Override
  public long users() {
    return geometry.users();
  }

  @Override
  public int dimension() {
    return geometry.dimension();
  }

  @Override
  public int roundCount() {
    return rounds.size();
  }

  @Override
  public Lattice lattice() {
    return geometry.lattice();
  }

  /** Returns true if a user reports in one round only. */
  public boolean splitsUsers() {
    return protocol.splitsUsers();
  }

  /** Returns true if the centre is a first private mean instead of medians. */
  public boolean recentres() {
    return rounds.get(0).task() != RoundTask.CENTRE;
  }

  List<LocalRound> rounds() {
    return rounds;
  }

  int columns() {
    return geometry.columns();
  }

  MedianGrid medianGrid() {
    return medianGrid;
  }

  NormGrid normGrid() {
    return protocol.normGrid();
  }

  RandomizedResponse response(RoundTask task) {
    return protocol.response(task);
  }

  RangeDomain domain(RoundTask task) {
    return task == RoundTask.CENTRE
        ? new RangeDomain(columns(), medianGrid.universe())
        : new RangeDomain(1, normGrid().universe());
  }

  BallRandomizer ball() {
    return protocol.ball();
  }
}
