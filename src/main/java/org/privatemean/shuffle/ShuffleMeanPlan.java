package org.privatemean.shuffle;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.geometry.Lattice;
import org.privatemean.mean.clipped.AccuracyForecast;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.mean.clipped.MeanNoise;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.loss.AdditiveDelta;
import org.privatemean.privacy.loss.ShuffleGrant;
import org.privatemean.privacy.loss.ShuffleLedger;
import org.privatemean.privacy.loss.ShuffleNoise;
import org.privatemean.privacy.loss.ShuffleShares;
import org.privatemean.protocol.PlanDiagnostics;
import org.privatemean.protocol.RoundPlan;
import org.privatemean.query.MedianAccuracyCheck;
import org.privatemean.query.NormGrid;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Noise;
import org.privatemean.release.Warning;

/**
 * Everything that the shuffle mean decides from public values, before any message is sent: the
 * lattice, that of a trusted curator's shifted clipped mean at the same guarantee; what is
 * searched, and in how many rounds; the noise; the number of messages; the ranks; and whether it
 * can work.
 *
 * <p>Rows are clipped, rounded and rotated to integers {@code v = H D q}, of D coordinates. Then
 * users are asked in rounds: for a search of all medians in lockstep; for one of the clipping norm,
 * which is a quantile of the distances to the medians, counted from the top; and one round for the
 * sum of the clipped vectors. These are the steps of Theorem 5.6 of Huang, Liang and Yi (2021),
 * which has one round for each of the three. A round of a search is one threshold a coordinate, or
 * {@code 2^h} flat cells for h levels at once ({@link SearchCounts}); the request says how many
 * rounds there may be at most, and what they are used for follows from public values ({@link
 * RoundChoice}).
 *
 * <p>Ranks are of the users who answer: all of them say that they are there in every round of
 * counts, so that the median is that of those present and their dummies are subtracted. The norm is
 * searched from the top: absent users are within it, and what is left above it does not depend on
 * them.
 *
 * <p><b>Privacy guarantee.</b> The shuffled messages of all rounds together are (epsilon, delta)-DP
 * for neighbours that differ in one user's row, n and who is present being public, as long as
 * {@code honestFraction n} users follow the protocol and disclose to nobody their messages. The
 * counts of the medians, those of the norm, the sum and the secrecy of its shares are charged to
 * one {@link ShuffleLedger}: their privacy losses are composed exactly and converted once. What is
 * asked in a round depends on the rounds before; the noise does not.
 *
 * <p><b>Sensitivity.</b> A replaced row changes every threshold's count by at most 1, and takes one
 * message from one of a label's cells to another. The sum is of vectors clipped to the norm found,
 * on a grid that is made for it, with noise in a fixed ratio to the sensitivity D2 in grid steps;
 * what is charged is that ratio at the sensitivity {@value #MIN_SENSITIVITY}, which no sum has less
 * of. Every term of the Renyi bound of {@link org.privatemean.privacy.loss.SkellamMechanism} is
 * then at least that of the sum: with the ratio fixed they depend on 1 / D2^2 and on D1 / D2^2, of
 * which the second is at most {@code min(sqrt(D) / D2, 1)}, since a vector of integers is no longer
 * in l1 than its square in l2. Where the noise is so wide that it is accounted as Gaussian, what is
 * given away for that falls as D2 grows, too.
 *
 * <p><b>Batches.</b> The sum may be asked in batches of users, each with the whole noise; how many
 * honest users a batch has is a matter of chance, which is charged ({@link Batches}). The sums of
 * all batches cost what one does.
 *
 * <p><b>Bundles.</b> A user's messages of a round are sent in a bundle of public length ({@link
 * BundleFormat}); that it may be too short for them is paid from the share of delta for the secrecy
 * of the sum's shares, and it takes 2^-10 of that.
 *
 * <p>What is refused, or warned of where the request says so: counts whose noise is above a quarter
 * of n, where medians may be anywhere, and a margin of the clipping norm of n or more, where the
 * zero vector is the better answer. Too few rounds for a request that could work in more are
 * refused by the number that would do.
 *
 * @since 0.1.0
 */
public final class ShuffleMeanPlan implements RoundPlan {
  /** Clipping norms below this are multiplied, and all vectors with them, for the sum alone. */
  private static final long MIN_NORM = 1 << 10;

  /** Below twice every norm in grid steps: rounding takes at most 4 % only from 50 steps on. */
  private static final int MIN_SENSITIVITY = 1 << 6;

  /** A norm so long that the grid for the sum is as coarse as it may be. */
  private static final long LONG_NORM = 1L << 40;

  /** Share of delta for the secrecy of the shares of the sum and for {@link #PADDING}: 1 / 16. */
  private static final double SECRECY = 0x1p-4;

  /** Share of delta for the chance that a bundle is too short for a user's messages. */
  private static final double PADDING = 0x1p-14;

  /** Share of delta for a batch with too few honest users, where there is more than one. */
  private static final double BATCHES = 0x1p-4;

  private final ShuffleMeanSpec spec;
  private final MeanGeometry geometry;
  private final SearchGrids grids;
  private final RoundSplit split;
  private final ShuffleNoise.Queries queries;
  private final ShuffleNoise noise;
  private final SearchCounts medians;
  private final SearchCounts norms;
  private final Batches batches;
  private final AccuracyForecast outlook;
  private final List<Warning> warnings;

  /** Computed once asked for; two threads compute the same. */
  private List<Charge> charges;

  private ShuffleMeanPlan(
      ShuffleMeanSpec spec,
      MeanGeometry geometry,
      SearchGrids grids,
      RoundSplit split,
      ShuffleNoise noise) {
    this.spec = spec;
    this.geometry = geometry;
    this.grids = grids;
    this.split = split;
    this.queries = split.queries(geometry.columns(), MIN_SENSITIVITY);
    this.noise = noise;
    this.medians =
        SearchCounts.create(
            0,
            geometry.columns(),
            split.medians(),
            ThresholdSide.UP_TO,
            dummies(noise.medianDummies()));
    this.norms =
        SearchCounts.create(
            medians.labels(), 1, split.norm(), ThresholdSide.ABOVE, dummies(noise.normDummies()));
    this.batches = batches(spec, users(), geometry.columns());
    this.outlook = AccuracyForecast.compute(geometry, new MessageNoise());
    this.warnings = judge();
  }

  private DummyShares dummies(double mu) {
    return DummyShares.compute(mu, users(), spec.honestFraction());
  }

  /**
   * Plans a mean, with the least noise that gives the guarantee. This takes a while, up to some
   * seconds in high dimensions: the privacy loss is computed for several amounts of noise.
   *
   * @param spec the request
   * @param users public number of users n, at least 20 / honestFraction, below 2^31
   * @param dimension number of coordinates of a row, at least 1
   * @throws IllegalArgumentException if public values say that it cannot work, or not in so few
   *     rounds
   */
  public static ShuffleMeanPlan of(ShuffleMeanSpec spec, long users, int dimension) {
    MeanGeometry geometry = geometry(spec, users, dimension);
    SearchGrids grids = SearchGrids.create(spec, geometry);
    RoundSplit split = RoundChoice.choose(spec, geometry, grids);
    ShuffleNoise noise =
        ShuffleNoise.calibrate(
            spec.budget(),
            secrecyDelta(spec) + batchDelta(spec),
            split.queries(geometry.columns(), MIN_SENSITIVITY),
            ShuffleShares.DEFAULT);
    ShuffleMeanPlan plan = new ShuffleMeanPlan(spec, geometry, grids, split, noise);
    plan.checkGuarantee();
    return plan;
  }

  /** The plan of this noise, whatever it guarantees, in the rounds that the request leads to. */
  static ShuffleMeanPlan unchecked(
      ShuffleMeanSpec spec, long users, int dimension, ShuffleNoise noise) {
    MeanGeometry geometry = geometry(spec, users, dimension);
    SearchGrids grids = SearchGrids.create(spec, geometry);
    RoundSplit split = RoundChoice.choose(spec, geometry, grids);
    return new ShuffleMeanPlan(spec, geometry, grids, split, noise);
  }

  /**
   * The plan of this noise and these rounds, whatever it guarantees.
   *
   * @param medianRounds number of rounds of the medians
   * @param normRounds number of rounds of the clipping norm
   * @throws IllegalArgumentException if no search has that many rounds
   */
  static ShuffleMeanPlan unchecked(
      ShuffleMeanSpec spec,
      long users,
      int dimension,
      int medianRounds,
      int normRounds,
      ShuffleNoise noise) {
    MeanGeometry geometry = geometry(spec, users, dimension);
    SearchGrids grids = SearchGrids.create(spec, geometry);
    RoundSplit split =
        new RoundSplit(
            new SearchRounds(grids.medians().levels(), medianRounds),
            new SearchRounds(grids.norms().universe().levels(), normRounds));
    return new ShuffleMeanPlan(spec, geometry, grids, split, noise);
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

  /**
   * Returns what many batches add: that the replaced user's has fewer honest users than counted on.
   */
  private static double batchDelta(ShuffleMeanSpec spec) {
    return spec.batches() == 1 ? 0 : spec.budget().delta() * BATCHES;
  }

  private static double paddingDelta(ShuffleMeanSpec spec) {
    return spec.budget().delta() * PADDING;
  }

  /**
   * Charges every step of this plan to a ledger of its budget.
   *
   * @throws IllegalArgumentException if the budget would be exceeded, or the rho that the plan
   *     states is not that of its noise: this plan was not made here
   */
  void checkGuarantee() {
    if (!noise.hasItsRho(queries, ShuffleShares.DEFAULT)) {
      throw new IllegalArgumentException(
          "this plan does not give the guarantee that it states: its rho is not that of its noise");
    }
    try {
      charges = charge();
    } catch (BudgetExceededException overspent) {
      throw new IllegalArgumentException(
          "the noise of this plan does not give the guarantee that it states", overspent);
    }
  }

  private List<Charge> charge() {
    ShuffleLedger ledger = new ShuffleLedger(spec.budget());
    try (ShuffleGrant grant = ledger.grant("shuffle mean", spec.budget())) {
      // Of the counts themselves, so that what is asked and drawn is what is charged.
      grant.charge(ShuffleTask.MEDIANS.label(), medians.charge());
      grant.charge(ShuffleTask.NORM.label(), norms.charge());
      grant.charge(ShuffleTask.SUM.label(), noise.sum(queries));
      // With the padding of bundles, which is a thousandth of it.
      grant.charge("secrecy of the sum's shares", new AdditiveDelta(secrecyDelta(spec)));
      if (spec.batches() > 1) {
        grant.charge("few honest users in a batch", new AdditiveDelta(batchDelta(spec)));
      }
      return grant.charges();
    }
  }

  /** The noise of this plan as the ranks and the report need it. */
  private final class MessageNoise implements MeanNoise {
    @Override
    public double medianDeviation() {
      return medians.deviation();
    }

    @Override
    public double rankError() {
      return norms.rankError(spec.beta());
    }

    @Override
    public double sumNorm() {
      return sum(LONG_NORM).expectedError() / LONG_NORM;
    }

    @Override
    public double sumDeviation(long norm) {
      return ShuffleMeanPlan.this.sumDeviation(norm);
    }
  }

  /**
   * Returns the noise deviation of a coordinate of the sum of all users, in steps of the rotated
   * lattice.
   */
  double sumDeviation(long norm) {
    double error = sum(norm).expectedError() / Math.sqrt(geometry.columns());
    return Math.scalb(error, -shift(norm));
  }

  /** See {@link ShuffleMeanState#largestShift}. */
  double largestShift(long liars, long norm) {
    double share = Math.min(1, (double) liars / batches.count());
    long size = Math.max(1, users() / batches.count());
    return share * Math.scalb(sum(norm).largestShift(size), -shift(norm)) * geometry.unit();
  }

  /**
   * The most that the rank of a median, or of the clipping norm, is off by for each user who sends
   * whatever it likes in a round of counts: the number of messages that have room in its bundle,
   * each moves a count by one.
   *
   * @param round 0 for the first
   * @throws IllegalArgumentException if it is not one of counts
   */
  public long rankShift(int round) {
    if (task(round) == ShuffleTask.SUM) {
      throw new IllegalArgumentException("round " + round + " is that of the sum");
    }
    return bundleFormat(round, 0).slots();
  }

  private List<Warning> judge() {
    PlanDiagnostics verdict = PlanDiagnostics.withPolicy(spec.ifHopeless());
    String numbers =
        String.format(
            Locale.ROOT,
            "n = %d users of %d coordinates with epsilon = %s and delta = %s",
            users(),
            dimension(),
            spec.budget().epsilon(),
            spec.budget().delta());
    MedianAccuracyCheck centre = outlook.centre();
    if (centre.isHopeless()) {
      verdict.refuse(
          centre.refusal(numbers, split.medians().levels(), users(), "or narrower bounds"),
          centre.enough(users()));
    } else if (centre.isDoubtful()) {
      verdict.warn(
          Warning.Code.DOUBTFUL_CENTRE,
          centre.warningOfCounts(users(), "more users or more budget"));
    }
    if (outlook.isTooSmall()) {
      verdict.refuse(
          String.format(
              Locale.ROOT,
              "%s say nothing of the mean: the noise hides %s users. More than that would do, or"
                  + " a larger budget",
              numbers,
              NumberFormat.bound(outlook.margin(), 3)),
          outlook.margin());
    }
    return verdict.warnings();
  }

  /** The request. */
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
    return split.rounds();
  }

  @Override
  public Lattice lattice() {
    return geometry.lattice();
  }

  /** Returns what was decided of noise. */
  public ShuffleNoise noise() {
    return noise;
  }

  /** Returns what every step was charged for, in one account. */
  public List<Charge> charges() {
    if (charges == null) {
      checkGuarantee();
    }
    return charges;
  }

  @Override
  public List<Warning> warnings() {
    return warnings;
  }

  /** The ranks and the errors that this noise leads to. */
  public AccuracyForecast outlook() {
    return outlook;
  }

  /**
   * Returns what a fit is likely to report on Gaussian rows.
   *
   * @param spread root mean square distance of the rows to their mean, in data units, positive
   */
  public Noise forecast(double spread) {
    return outlook.isTooSmall() ? outlook.zeroReport() : outlook.forecast(spread);
  }

  /**
   * The clipping norm to be expected on Gaussian rows, in data units.
   *
   * @param spread root mean square distance of the rows to their mean, in data units, positive
   */
  public double expectedNorm(double spread) {
    return outlook.expectedNorm(spread) * geometry.unit();
  }

  /**
   * The messages of a user in the rounds of one task.
   *
   * @param task what they are for
   * @param rounds their number
   * @param messages mean number in all of them together; of thresholds of the medians half are
   *     taken to be sent, which is what the search comes to, and of those of the norm all
   * @param bytes of these messages, label and body
   */
  public record Cost(String task, int rounds, double messages, double bytes) {}

  /** Returns what a user sends, task by task, from public values. */
  public List<Cost> costs() {
    return Stream.of(ShuffleTask.values()).map(this::cost).toList();
  }

  /** Returns what a user sends for one task. */
  Cost cost(ShuffleTask task) {
    return switch (task) {
      case MEDIANS -> cost(task, medians);
      case NORM -> cost(task, norms);
      case SUM -> {
        double messages = sum(LONG_NORM).messages();
        yield new Cost(task.label(), 1, messages, messages * format(task, LONG_NORM).bytes());
      }
    };
  }

  private Cost cost(ShuffleTask task, SearchCounts counts) {
    double messages = counts.messages(share(task));
    return new Cost(
        task.label(), counts.rounds().rounds(), messages, messages * format(task, 0).bytes());
  }

  /** Returns the assumed share of users on the counted side of thresholds. */
  private static double share(ShuffleTask task) {
    return task == ShuffleTask.MEDIANS ? 0.5 : 1;
  }

  /** Mean number of messages of a user in one round. */
  double messages(int round) {
    ShuffleTask task = task(round);
    return task == ShuffleTask.SUM
        ? cost(task).messages()
        : counts(task).messages(roundOfTask(round), share(task));
  }

  /** Mean number of messages of a user in all rounds, from public values. */
  public double messagesPerUser() {
    return costs().stream().mapToDouble(Cost::messages).sum();
  }

  /** Bytes of {@link #messagesPerUser}. */
  public double bytesPerUser() {
    return costs().stream().mapToDouble(Cost::bytes).sum();
  }

  /** Bytes of a user's sealed bundle in each round: the same for every user. */
  public List<Double> bundleBytes() {
    return IntStream.range(0, roundCount())
        .mapToObj(round -> (double) SealedBundle.bytes(bundleFormat(round, LONG_NORM)))
        .toList();
  }

  MeanGeometry geometry() {
    return geometry;
  }

  SearchGrids grids() {
    return grids;
  }

  NormGrid grid() {
    return grids.norms();
  }

  RoundSplit split() {
    return split;
  }

  ShuffleTask task(int round) {
    if (round < split.medians().rounds()) {
      return ShuffleTask.MEDIANS;
    }
    return round < roundCount() - 1 ? ShuffleTask.NORM : ShuffleTask.SUM;
  }

  /** The number of a round among those of its task, 0 for the first. */
  int roundOfTask(int round) {
    return switch (task(round)) {
      case MEDIANS -> round;
      case NORM -> round - split.medians().rounds();
      case SUM -> 0;
    };
  }

  /** The counts of a search. */
  SearchCounts counts(ShuffleTask task) {
    return task == ShuffleTask.MEDIANS ? medians : norms;
  }

  /**
   * The rank that a search is for, among those who are present. That of the norm is counted from
   * the top: no matter who is absent is within it.
   *
   * @param present their number
   */
  double rank(ShuffleTask task, long present) {
    return task == ShuffleTask.MEDIANS
        ? present / 2.0
        : Math.max(1, present - (users() - outlook.thresholdRank()));
  }

  /** Returns who is in which batch of the sum. */
  public Batches batches() {
    return batches;
  }

  /** The label of the first coordinate of the sum. */
  int sumLabel() {
    return medians.labels() + norms.labels();
  }

  /**
   * Returns the number of bits by which vectors of a clipping norm are shifted to the left for the
   * sum.
   */
  static int shift(long norm) {
    return Math.max(0, Long.numberOfLeadingZeros(norm) - Long.numberOfLeadingZeros(MIN_NORM));
  }

  /** The sum of vectors clipped to a norm in lattice steps, all shifted by {@link #shift}. */
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

  /** The form of the messages of a round. */
  MessageFormat format(ShuffleTask task, long norm) {
    return switch (task) {
      case MEDIANS -> MessageFormat.create(medians.labels() - 1, bodyBits(split.medians()));
      case NORM -> MessageFormat.create(sumLabel() - 1, bodyBits(split.norm()));
      case SUM ->
          MessageFormat.create(
              sumLabel() + batches.count() * geometry.columns() - 1,
              sum(norm).splitting().modulusBits());
    };
  }

  /**
   * The form of a user's bundle for a round: with as many slots as its messages pass with a chance
   * that is part of delta.
   */
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

  /** The first round has no cells outside, and may have a level more than the others. */
  private static int bodyBits(SearchRounds rounds) {
    int most = rounds.cells(0);
    if (rounds.rounds() > 1) {
      most = Math.max(most, rounds.cells(1));
    }
    return Integer.SIZE - Integer.numberOfLeadingZeros(most - 1);
  }
}
