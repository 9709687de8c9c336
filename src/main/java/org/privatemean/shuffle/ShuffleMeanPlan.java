package org.privatemean.shuffle;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.privatemean.geometry.Lattice;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.mean.clipped.MeanNoise;
import org.privatemean.mean.clipped.MeanOutlook;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.loss.AdditiveDelta;
import org.privatemean.privacy.loss.ShuffleGrant;
import org.privatemean.privacy.loss.ShuffleLedger;
import org.privatemean.privacy.loss.ShuffleNoise;
import org.privatemean.privacy.loss.ShuffleShares;
import org.privatemean.protocol.RoundPlan;
import org.privatemean.protocol.Verdict;
import org.privatemean.query.CentreVerdict;
import org.privatemean.query.NormGrid;
import org.privatemean.release.Noise;
import org.privatemean.release.Warning;
import org.privatemean.shuffle.message.MessageFormat;
import org.privatemean.shuffle.range.DummyShares;
import org.privatemean.shuffle.range.ThresholdCounts;
import org.privatemean.shuffle.sum.SplitAndMix;
import org.privatemean.shuffle.sum.VectorSum;

/**
 * Everything that the shuffle mean decides from public values, before any message is sent: lattice
 * and grids, those of a trusted curator's shifted clipped mean at the same guarantee; the noise;
 * the number of messages; the ranks; and whether it can work.
 *
 * <p>Rows are clipped, rounded and rotated to integers {@code v = H D q}, of D coordinates. Then
 * users are asked in rounds: L rounds of one threshold count per coordinate, which are a binary
 * search for all medians in lockstep; as many rounds of one count as a search for the clipping norm
 * takes; and one round for the sum of the clipped vectors. These are the steps of Theorem 5.6 of
 * Huang, Liang and Yi (2021), which has one round for each of the three; the error is smaller than
 * its by logarithmic factors, as all releases share one account of the privacy loss.
 *
 * <p><b>Privacy guarantee.</b> The shuffled messages of all rounds together are (epsilon, delta)-DP
 * for neighbours that differ in one user's row, n public, as long as {@code honestFraction n} users
 * follow the protocol and tell nobody their messages. The counts of the medians, those of the norm,
 * the sum and the secrecy of its shares are charged to one {@link ShuffleLedger}: their privacy
 * losses are composed and converted once. What is asked in a round depends on the rounds before;
 * the noise does not.
 *
 * <p><b>Sensitivity.</b> A replaced row changes every count by at most 1. The sum is of vectors
 * clipped to the norm found, on a grid that is made for it, with noise in a fixed ratio to the
 * sensitivity D2 in grid steps; what is charged is that ratio at the sensitivity {@value
 * #LEAST_SENSITIVITY}, which no sum has less of. Every term of the Renyi bound of {@link
 * org.privatemean.privacy.loss.SkellamMechanism} is then at least that of the sum: with the ratio
 * fixed they depend on 1 / D2^2 and on D1 / D2^2, of which the second is at most {@code min(sqrt(D)
 * / D2, 1)}, since a vector of integers is no longer in l1 than its square in l2. Where the noise
 * is so wide that it is accounted as Gaussian, what is given away for that falls as D2 grows, too.
 *
 * <p>What is refused, or warned of where the request says so: counts whose noise is above a quarter
 * of n, where medians may be anywhere, and a margin of the clipping norm of n or more, where the
 * zero vector is the better answer.
 *
 * @since 0.1.0
 */
public final class ShuffleMeanPlan implements RoundPlan {
  /** Clipping norms below this are multiplied, and all vectors with them, for the sum alone. */
  private static final long LEAST_NORM = 1 << 10;

  /** Below twice every norm in grid steps: rounding takes at most 4 % only from 50 steps on. */
  private static final int LEAST_SENSITIVITY = 1 << 6;

  /** A norm so long that the grid for the sum is as coarse as it may be. */
  private static final long LONG_NORM = 1L << 40;

  /** Share of delta for the secrecy of the shares of the sum: 1 / 16. */
  private static final double SECRECY = 0x1p-4;

  private final ShuffleMeanSpec spec;
  private final MeanGeometry geometry;
  private final NormGrid grid;
  private final ShuffleNoise.Queries queries;
  private final ShuffleNoise noise;
  private final ThresholdCounts medians;
  private final ThresholdCounts norms;
  private final MeanOutlook outlook;
  private final List<Warning> warnings;

  /** Computed once asked for; two threads compute the same. */
  private List<Charge> charges;

  private ShuffleMeanPlan(
      ShuffleMeanSpec spec,
      MeanGeometry geometry,
      ShuffleNoise.Queries queries,
      ShuffleNoise noise) {
    this.spec = spec;
    this.geometry = geometry;
    this.grid = geometry.thresholdGrid();
    this.queries = queries;
    this.noise = noise;
    this.medians =
        ThresholdCounts.of(
            0, queries.dimension(), queries.levels(), dummies(noise.medianDummies()));
    this.norms =
        ThresholdCounts.of(medians.counts(), 1, queries.normLevels(), dummies(noise.normDummies()));
    this.outlook = MeanOutlook.of(geometry, new MessageNoise());
    this.warnings = judge();
  }

  private DummyShares dummies(double mu) {
    return DummyShares.of(mu, users(), spec.honestFraction());
  }

  /**
   * Plans a mean, with the least noise that gives the guarantee. This takes a while, up to some
   * seconds in high dimensions: the privacy loss is computed for several amounts of noise.
   *
   * @param spec the request
   * @param users public number of users n, at least 20 / honestFraction, below 2^31
   * @param dimension number of coordinates of a row, at least 1
   * @throws IllegalArgumentException if public values say that it cannot work
   */
  public static ShuffleMeanPlan of(ShuffleMeanSpec spec, long users, int dimension) {
    MeanGeometry geometry = geometry(spec, users, dimension);
    ShuffleNoise.Queries queries = queries(geometry);
    ShuffleNoise noise =
        ShuffleNoise.calibrate(spec.budget(), secrecyDelta(spec), queries, ShuffleShares.DEFAULT);
    ShuffleMeanPlan plan = new ShuffleMeanPlan(spec, geometry, queries, noise);
    plan.checkGuarantee();
    return plan;
  }

  /** The plan of this noise, whatever it guarantees. */
  static ShuffleMeanPlan unchecked(
      ShuffleMeanSpec spec, long users, int dimension, ShuffleNoise noise) {
    MeanGeometry geometry = geometry(spec, users, dimension);
    return new ShuffleMeanPlan(spec, geometry, queries(geometry), noise);
  }

  private static MeanGeometry geometry(ShuffleMeanSpec spec, long users, int dimension) {
    RoundPlan.checkUsers(users);
    return MeanGeometry.of(spec.central(), users, dimension);
  }

  private static ShuffleNoise.Queries queries(MeanGeometry geometry) {
    return new ShuffleNoise.Queries(
        geometry.columns(),
        geometry.medianUniverse().levels(),
        geometry.thresholdGrid().universe().levels(),
        LEAST_SENSITIVITY);
  }

  private static double secrecyDelta(ShuffleMeanSpec spec) {
    return spec.budget().delta() * SECRECY;
  }

  /**
   * Charges every step of this plan to a ledger of its budget.
   *
   * @throws IllegalArgumentException if the budget would be exceeded: this plan was not made here
   */
  void checkGuarantee() {
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
      grant.charge("secrecy of the sum's shares", new AdditiveDelta(secrecyDelta(spec)));
      return grant.charges();
    }
  }

  /** The noise of this plan as the ranks and the report need it. */
  private final class MessageNoise implements MeanNoise {
    @Override
    public double medianDeviation() {
      return Math.sqrt(medians.dummies().expected());
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
      double error = sum(norm).expectedError() / Math.sqrt(geometry.columns());
      return Math.scalb(error, -shift(norm));
    }
  }

  private List<Warning> judge() {
    Verdict verdict = Verdict.of(spec.ifHopeless());
    String numbers =
        String.format(
            Locale.ROOT,
            "n = %d users of %d coordinates with epsilon = %s and delta = %s",
            users(),
            dimension(),
            spec.budget().epsilon(),
            spec.budget().delta());
    CentreVerdict centre = outlook.centre();
    if (centre.isHopeless()) {
      verdict.refuse(
          centre.refusal(numbers, medians.levels(), users(), "or narrower bounds"),
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
              "%s say nothing of the mean: the noise hides %.3g users. More than that would do, or"
                  + " a larger budget",
              numbers,
              outlook.margin()),
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
    return medians.levels() + norms.levels() + 1;
  }

  @Override
  public Lattice lattice() {
    return geometry.lattice();
  }

  /** What was decided of noise. */
  public ShuffleNoise noise() {
    return noise;
  }

  /** What every step was charged for, in one account. */
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
  public MeanOutlook outlook() {
    return outlook;
  }

  /**
   * What a fit is likely to report on Gaussian rows.
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
   * What a user sends in the rounds of one task.
   *
   * @param task what they are for
   * @param rounds their number
   * @param messages mean number in all of them together; of the counts of the medians, half are
   *     taken to be sent, which is what the search comes to, and of those of the norm all
   * @param bytes of these messages, label and body
   */
  public record Cost(String task, int rounds, double messages, double bytes) {}

  /** What a user sends, task by task, from public values. */
  public List<Cost> costs() {
    return Stream.of(ShuffleTask.values()).map(this::cost).toList();
  }

  /** What a user sends for one task. */
  Cost cost(ShuffleTask task) {
    return switch (task) {
      case MEDIANS -> cost(task, medians, medians.counts() / 2.0);
      case NORM -> cost(task, norms, norms.counts());
      case SUM -> {
        double messages = sum(LONG_NORM).messages();
        yield new Cost(task.label(), 1, messages, messages * format(task, LONG_NORM).bytes());
      }
    };
  }

  private Cost cost(ShuffleTask task, ThresholdCounts counts, double own) {
    double messages = own + counts.dummiesPerUser();
    return new Cost(task.label(), counts.levels(), messages, messages * format(task, 0).bytes());
  }

  /** Mean number of messages of a user in all rounds, from public values. */
  public double messagesPerUser() {
    return costs().stream().mapToDouble(Cost::messages).sum();
  }

  /** Bytes of {@link #messagesPerUser}. */
  public double bytesPerUser() {
    return costs().stream().mapToDouble(Cost::bytes).sum();
  }

  MeanGeometry geometry() {
    return geometry;
  }

  NormGrid grid() {
    return grid;
  }

  ShuffleTask task(int round) {
    if (round < medians.levels()) {
      return ShuffleTask.MEDIANS;
    }
    return round < medians.levels() + norms.levels() ? ShuffleTask.NORM : ShuffleTask.SUM;
  }

  /** The counts of a search. */
  ThresholdCounts counts(ShuffleTask task) {
    return task == ShuffleTask.MEDIANS ? medians : norms;
  }

  /** The rank that a search is for. */
  double rank(ShuffleTask task) {
    return task == ShuffleTask.MEDIANS ? outlook.medianRank() : outlook.thresholdRank();
  }

  /** The label of the first coordinate of the sum. */
  int sumLabel() {
    return medians.counts() + norms.counts();
  }

  /** By how many bits vectors of a clipping norm are shifted to the left for the sum. */
  static int shift(long norm) {
    return Math.max(0, Long.numberOfLeadingZeros(norm) - Long.numberOfLeadingZeros(LEAST_NORM));
  }

  /** The sum of vectors clipped to a norm in lattice steps, all shifted by {@link #shift}. */
  VectorSum sum(long norm) {
    double ratio = noise.sumVariance() / (LEAST_SENSITIVITY * LEAST_SENSITIVITY);
    VectorSum sum =
        VectorSum.forRatio(
            users(),
            geometry.columns(),
            norm << shift(norm),
            ratio,
            SplitAndMix.distance(spec.budget().epsilon(), secrecyDelta(spec)),
            spec.honestFraction());
    if (sum.sensitivity() < LEAST_SENSITIVITY) {
      throw new IllegalStateException(
          "a sum of less sensitivity than was charged: " + sum.sensitivity());
    }
    return sum;
  }

  /** The form of the messages of a round. */
  MessageFormat format(ShuffleTask task, long norm) {
    return switch (task) {
      case MEDIANS -> MessageFormat.of(medians.counts() - 1, 0);
      case NORM -> MessageFormat.of(sumLabel() - 1, 0);
      case SUM ->
          MessageFormat.of(
              sumLabel() + geometry.columns() - 1, sum(norm).splitting().modulusBits());
    };
  }
}
