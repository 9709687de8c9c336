package org.privatemean.shuffle;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.geometry.Lattice;
import org.privatemean.mean.clipped.AccuracyForecast;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.protocol.RoundPlan;
import org.privatemean.protocol.RoundPlan.PlanDiagnostics;
import org.privatemean.query.MedianAccuracyCheck;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Noise;
import org.privatemean.release.Warning;
import org.privatemean.shuffle.SearchGrids.RoundSplit;

/**
 * Everything that the shuffle mean decides from public values, before any message is sent: the
 * lattice, which is that of the central shifted clipped mean at the same guarantee; the searches
 * and the number of their rounds; the noise; the number of messages; the ranks; and whether the
 * plan can work.
 *
 * <p>Rows are clipped, rounded and rotated to integers {@code v = H D q}, of D coordinates. Then
 * users answer in rounds: for a search of all medians in lockstep; for a search of the clipping
 * norm, a quantile of the distances to the medians, counted from the top; and in one round for the
 * sum of the clipped vectors. Theorem 5.6 of Huang, Liang and Yi (2021) has one round for each of
 * the three. {@link RoundChoice} divides the searches. Ranks are among the users who answer.
 *
 * <p><b>Privacy guarantee.</b> The shuffled messages of all rounds together are (epsilon, delta)-DP
 * for neighbours that differ in one user's row, where n and the set of present users are public, if
 * at least {@code honestFraction n} users follow the protocol and keep their messages secret. All
 * steps are charged to one {@link ShuffleGrant} (shuffle-mean.md, "Privacy").
 *
 * <p><b>Sensitivity.</b> A replaced row changes every threshold's count by at most 1, and moves one
 * message from one of a label's cells to another. The sum's noise is in a fixed ratio to its
 * sensitivity D2 in grid steps, charged at {@value #MIN_SENSITIVITY}, a lower bound for all sums:
 * no term of the cost grows with D2.
 *
 * <p>The plan refuses, or warns of, counts with a noise above n / 4, for which medians may be
 * anywhere, and a margin of the clipping norm of n or more, for which the zero vector is the better
 * answer. If a request has too few rounds, the refusal states a sufficient number.
 *
 * @since 0.1.0
 */
public final class ShuffleMeanPlan implements RoundPlan {
  /** Shorter clipping norms are multiplied, with all vectors, for the sum alone. */
  private static final long MIN_NORM = 1 << 10;

  /** Below twice every norm in grid steps: rounding costs at most 4 % only from 50 steps on. */
  private static final int MIN_SENSITIVITY = 1 << 6;

  /** A norm so long that the grid of the sum has its maximum step. */
  private static final long LONG_NORM = 1L << 40;

  /** Share of delta for the secrecy of the shares of the sum and for {@link #PADDING}: 1 / 16. */
  private static final double SECRECY = 0x1p-4;

  /** Share of delta for the chance that a bundle is too short for a user's messages. */
  private static final double PADDING = 0x1p-14;

  /** Share of delta for a batch with too few honest users, if there are several batches. */
  private static final double BATCHES = 0x1p-4;

  private final ShuffleMeanSpec spec;
  private final MeanGeometry geometry;
  private final SearchGrids grids;
  private final ShuffleNoise.Queries queries;
  private final ShuffleNoise noise;
  private final SearchCounts medians;
  private final SearchCounts norms;
  private final Batches batches;
  private final AccuracyForecast outlook;
  private final List<Warning> warnings;

  /** Computed on demand; two threads compute the same value. */
  private volatile List<Charge> charges;

  private ShuffleMeanPlan(
      ShuffleMeanSpec spec,
      MeanGeometry geometry,
      SearchGrids grids,
      ShuffleNoise.Queries queries,
      ShuffleNoise noise) {
    this.spec = spec;
    this.geometry = geometry;
    this.grids = grids;
    this.queries = queries;
    this.noise = noise;
    this.medians =
        new SearchCounts(
            0, geometry.columns(), split().medians(), false, dummies(noise.medianDummies()));
    this.norms =
        new SearchCounts(medians.labels(), 1, split().norm(), true, dummies(noise.normDummies()));
    this.batches = batches(spec, users(), geometry.columns());
    this.outlook = forecastMessages();
    this.warnings = judge();
  }

  private DummyShares dummies(double mu) {
    return DummyShares.compute(mu, users(), spec.honestFraction());
  }

  /**
   * Plans a mean with the least noise that gives the guarantee. This takes up to some seconds in
   * high dimensions.
   *
   * @param spec the request
   * @param users public number of users n, at least 20 / honestFraction, below 2^31
   * @param dimension number of coordinates per row, at least 1
   * @throws IllegalArgumentException if public values show that it cannot work, or not in the
   *     requested rounds
   */
  public static ShuffleMeanPlan of(ShuffleMeanSpec spec, long users, int dimension) {
    MeanGeometry geometry = geometry(spec, users, dimension);
    SearchGrids grids = SearchGrids.create(spec, geometry);
    ShuffleNoise.Queries queries =
        queries(geometry, new RoundChoice(spec, geometry, grids).choose());
    double secrecyDelta = secrecyDelta(spec) + batchDelta(spec);
    ShuffleNoise noise = ShuffleNoise.calibrate(spec.budget(), secrecyDelta, queries);
    ShuffleMeanPlan plan = new ShuffleMeanPlan(spec, geometry, grids, queries, noise);
    plan.charges();
    return plan;
  }

  /** Returns the plan with the given noise and rounds of the searches, for any guarantee. */
  static ShuffleMeanPlan unchecked(
      ShuffleMeanSpec spec,
      long users,
      int dimension,
      int medianRounds,
      int normRounds,
      ShuffleNoise noise) {
    MeanGeometry geometry = geometry(spec, users, dimension);
    SearchGrids grids = SearchGrids.create(spec, geometry);
    ShuffleNoise.Queries queries = queries(geometry, grids.split(medianRounds, normRounds));
    return new ShuffleMeanPlan(spec, geometry, grids, queries, noise);
  }

  private static ShuffleNoise.Queries queries(MeanGeometry geometry, RoundSplit split) {
    return new ShuffleNoise.Queries(geometry.columns(), split, MIN_SENSITIVITY);
  }

  private static MeanGeometry geometry(ShuffleMeanSpec spec, long users, int dimension) {
    RoundPlan.checkUsers(users);
    return MeanGeometry.create(spec.central(), users, dimension);
  }

  private static Batches batches(ShuffleMeanSpec spec, long users, int columns) {
    // A label for each coordinate of each batch, in addition to those of the counts.
    if ((long) spec.batches() * columns > 1 << 30) {
      throw ParamException.outOfRange(
          "batches", "at most 2^30 / " + columns + " for that many coordinates", spec.batches());
    }
    double chance = Math.max(batchDelta(spec), Double.MIN_NORMAL);
    return Batches.create(users, spec.honestFraction(), spec.batches(), chance);
  }

  private static double secrecyDelta(ShuffleMeanSpec spec) {
    return spec.budget().delta() * SECRECY;
  }

  /** Returns the chance that the replaced user's batch has fewer honest users than assumed. */
  private static double batchDelta(ShuffleMeanSpec spec) {
    return spec.batches() == 1 ? 0 : spec.budget().delta() * BATCHES;
  }

  private static double paddingDelta(ShuffleMeanSpec spec) {
    return spec.budget().delta() * PADDING;
  }

  /** Charges every step to a grant of the budget; refuses noise of another plan. */
  private List<Charge> charge() {
    if (!noise.hasItsRho(queries)) {
      throw new IllegalArgumentException(
          "this plan does not give the guarantee that it states: its rho is not that of its noise");
    }
    ShuffleGrant grant = new ShuffleGrant(spec.budget());
    try {
      // From the counts themselves, so that the charge is that of the actual queries and noise.
      grant.charge(ShuffleTask.MEDIANS.label(), medians.charge());
      grant.charge(ShuffleTask.NORM.label(), norms.charge());
      grant.charge(ShuffleTask.SUM.label(), noise.sum(queries));
      // Including the padding of bundles, about a thousandth of it.
      grant.charge("secrecy of the sum's shares", secrecyDelta(spec));
      if (spec.batches() > 1) {
        grant.charge("few honest users in a batch", batchDelta(spec));
      }
    } catch (BudgetExceededException overspent) {
      throw new IllegalArgumentException(
          "the noise of this plan does not give the guarantee that it states", overspent);
    }
    return grant.charges();
  }

  private AccuracyForecast forecastMessages() {
    return new AccuracyForecast(geometry) {
      @Override
      protected double medianDeviation() {
        return medians.deviation();
      }

      @Override
      protected double rankError() {
        return norms.rankError(spec.beta());
      }

      @Override
      protected double sumNorm() {
        return sum(LONG_NORM).expectedError() / LONG_NORM;
      }

      @Override
      protected double sumDeviation(long norm) {
        return ShuffleMeanPlan.this.sumDeviation(norm);
      }
    };
  }

  /** Returns the noise deviation of a coordinate of the sum, in steps of the rotated lattice. */
  double sumDeviation(long norm) {
    double error = sum(norm).expectedError() / Math.sqrt(geometry.columns());
    return Math.scalb(error, -shift(norm));
  }

  double largestShift(long liars, long norm) {
    double share = Math.min(1, (double) liars / batches.count());
    long size = Math.max(1, users() / batches.count());
    return share * Math.scalb(sum(norm).largestShift(size), -shift(norm)) * geometry.unit();
  }

  /**
   * Returns the maximum change of a searched rank per user who deviates from the protocol in a
   * round: the number of messages of its bundle.
   *
   * @param round from 0
   * @throws IllegalArgumentException if it is not a round of counts
   */
  public long rankShift(int round) {
    if (task(round) == ShuffleTask.SUM) {
      throw new IllegalArgumentException("round " + round + " is that of the sum");
    }
    return bundleFormat(round, 0).slots();
  }

  private List<Warning> judge() {
    PlanDiagnostics verdict = new PlanDiagnostics(spec.ifHopeless());
    String numbers =
        NumberFormat.format(
            "n = %d users of %d coordinates with epsilon = %s and delta = %s",
            users(), dimension(), spec.budget().epsilon(), spec.budget().delta());
    MedianAccuracyCheck centre = outlook.centre();
    if (centre.isHopeless()) {
      verdict.refuse(
          centre.refusal(numbers, split().medians().levels(), users(), "or narrower bounds"),
          centre.enough(users()));
    } else if (centre.isDoubtful()) {
      verdict.warn(
          Warning.Code.DOUBTFUL_CENTRE,
          centre.warningOfCounts(users(), "more users or more budget"));
    }
    if (outlook.isTooSmall()) {
      verdict.refuse(
          NumberFormat.format(
              "%s say nothing of the mean: the noise hides %s users. More than that would do, or"
                  + " a larger budget",
              numbers, NumberFormat.bound(outlook.margin(), 3)),
          outlook.margin());
    }
    return verdict.warnings();
  }

  public ShuffleMeanSpec spec() {
    return spec;
  }

  @Override
  public long users() {
    return geometry.rows();
  }

  @Override
  public int dimension() {
    return geometry.dimension();
  }

  @Override
  public int roundCount() {
    return split().rounds();
  }

  @Override
  public Lattice lattice() {
    return geometry.lattice();
  }

  public ShuffleNoise noise() {
    return noise;
  }

  /**
   * Returns the charges of all steps, in one account; refuses noise that does not give the
   * guarantee.
   */
  public List<Charge> charges() {
    List<Charge> known = charges;
    if (known == null) {
      known = charge();
      charges = known;
    }
    return known;
  }

  @Override
  public List<Warning> warnings() {
    return warnings;
  }

  /** Returns the ranks and errors that follow from this noise. */
  public AccuracyForecast outlook() {
    return outlook;
  }

  /**
   * Returns the likely report of a fit on Gaussian rows.
   *
   * @param spread root mean square distance of the rows to their mean, in data units, positive
   */
  public Noise forecast(double spread) {
    return outlook.isTooSmall() ? outlook.zeroReport() : outlook.expectedNoise(spread);
  }

  /**
   * Returns the expected clipping norm on Gaussian rows, in data units.
   *
   * @param spread as in {@link #forecast}
   */
  public double expectedNorm(double spread) {
    return outlook.expectedNorm(spread) * geometry.unit();
  }

  /**
   * The messages of a user in the rounds of one task.
   *
   * @param task purpose of the messages
   * @param rounds number of rounds
   * @param messages mean number in all rounds together, if a user sends half of the thresholds of
   *     the medians, as the search implies, and all of those of the norm
   * @param bytes of these messages, label and body
   */
  public record Cost(String task, int rounds, double messages, double bytes) {}

  /** Returns the messages of a user by task, from public values. */
  public List<Cost> costs() {
    return Stream.of(ShuffleTask.values()).map(this::cost).toList();
  }

  private Cost cost(ShuffleTask task) {
    boolean isSum = task == ShuffleTask.SUM;
    int rounds = isSum ? 1 : counts(task).rounds().rounds();
    double messages = isSum ? sum(LONG_NORM).messages() : counts(task).messages(share(task));
    return new Cost(task.label(), rounds, messages, messages * format(task, LONG_NORM).bytes());
  }

  /** Returns the assumed fraction of users on the counted side of thresholds. */
  private static double share(ShuffleTask task) {
    return task == ShuffleTask.MEDIANS ? 0.5 : 1;
  }

  double messages(int round) {
    ShuffleTask task = task(round);
    return task == ShuffleTask.SUM
        ? cost(task).messages()
        : counts(task).messages(roundOfTask(round), share(task));
  }

  /** Returns the mean number of messages of a user in all rounds, from public values. */
  public double messagesPerUser() {
    return costs().stream().mapToDouble(Cost::messages).sum();
  }

  /** Returns the bytes of {@link #messagesPerUser}. */
  public double bytesPerUser() {
    return costs().stream().mapToDouble(Cost::bytes).sum();
  }

  /** Returns the bytes of a sealed bundle in each round: the same for every user. */
  public List<Double> bundleBytes() {
    return IntStream.range(0, roundCount())
        .mapToObj(round -> (double) bundleFormat(round, LONG_NORM).bytes(true))
        .toList();
  }

  MeanGeometry geometry() {
    return geometry;
  }

  SearchGrids grids() {
    return grids;
  }

  RoundSplit split() {
    return queries.split();
  }

  ShuffleTask task(int round) {
    if (round < split().medians().rounds()) {
      return ShuffleTask.MEDIANS;
    }
    return round < roundCount() - 1 ? ShuffleTask.NORM : ShuffleTask.SUM;
  }

  /** Returns the number of a round among those of its task, 0 for the first. */
  int roundOfTask(int round) {
    return switch (task(round)) {
      case MEDIANS -> round;
      case NORM -> round - split().medians().rounds();
      case SUM -> 0;
    };
  }

  SearchCounts counts(ShuffleTask task) {
    return task == ShuffleTask.MEDIANS ? medians : norms;
  }

  /** Returns the target rank of a search, among the users present. */
  double rank(ShuffleTask task, long present) {
    return task == ShuffleTask.MEDIANS
        ? present / 2.0
        : Math.max(1, present - (users() - outlook.thresholdRank()));
  }

  /** Returns the assignment of users to batches of the sum. */
  public Batches batches() {
    return batches;
  }

  int sumLabel() {
    return medians.labels() + norms.labels();
  }

  /** Returns the number of bits by which vectors of a clipping norm are shifted for the sum. */
  static int shift(long norm) {
    return Math.max(0, Long.numberOfLeadingZeros(norm) - Long.numberOfLeadingZeros(MIN_NORM));
  }

  /** Returns the sum of vectors clipped to a norm in lattice steps, shifted by {@link #shift}. */
  VectorSum sum(long norm) {
    double ratio = noise.sumVariance() / (MIN_SENSITIVITY * MIN_SENSITIVITY);
    VectorSum sum =
        VectorSum.forBatches(
            batches,
            geometry.columns(),
            norm << shift(norm),
            ratio,
            SplitAndMix.distance(spec.budget().epsilon(), secrecyDelta(spec) - paddingDelta(spec)));
    if (sum.sensitivity() < MIN_SENSITIVITY) {
      throw new IllegalStateException(
          "a sum of less sensitivity than was charged: " + sum.sensitivity());
    }
    return sum;
  }

  MessageRandomizer<long[]> summand(long norm) {
    VectorSum sum = sum(norm);
    int label = sumLabel();
    return (vector, secret, messages) -> sum.randomize(vector, label, secret, messages);
  }

  MessageFormat format(ShuffleTask task, long norm) {
    return switch (task) {
      case MEDIANS -> MessageFormat.create(medians.labels() - 1, bodyBits(split().medians()));
      case NORM -> MessageFormat.create(sumLabel() - 1, bodyBits(split().norm()));
      case SUM ->
          MessageFormat.create(
              sumLabel() + batches.count() * geometry.columns() - 1,
              sum(norm).splitting().modulusBits());
    };
  }

  /** Returns the format of a user's bundle; the chance of too few slots is part of delta. */
  BundleFormat bundleFormat(int round, long norm) {
    ShuffleTask task = task(round);
    double chance =
        BundleFormat.overflowChance(
            spec.budget().epsilon(), paddingDelta(spec), users(), roundCount());
    int slots =
        task == ShuffleTask.SUM
            ? Math.toIntExact(sum(norm).messages())
            : counts(task).slots(roundOfTask(round), chance);
    return new BundleFormat(format(task, norm), slots);
  }

  /** Returns the bits of a message body in any round; of the later ones the second has the most. */
  private static int bodyBits(SearchRounds rounds) {
    int most = Math.max(rounds.cells(0), rounds.rounds() > 1 ? rounds.cells(1) : 0);
    return Integer.SIZE - Integer.numberOfLeadingZeros(most - 1);
  }

  enum ShuffleTask {
    /** One count per rotated coordinate: the medians, which are the centre. */
    MEDIANS("medians"),
    /** One count: a quantile of the distances to the centre, which is the clipping norm. */
    NORM("clipping norm"),
    SUM("clipped sum");

    private final String label;

    ShuffleTask(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }
}
