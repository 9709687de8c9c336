package org.privatemean.local;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.local.LocalRound.Task;
import org.privatemean.local.range.HaarFormat;
import org.privatemean.local.report.Stamp;
import org.privatemean.protocol.PrefixCounter;
import org.privatemean.protocol.PublicState;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.QuantileSearch;

/**
 * The public state of a local mean between two rounds: what devices need to make their reports, and
 * the server to go on. Immutable and small (a few numbers a coordinate), so that a run can stop
 * after any round, be stored, and resume.
 *
 * <p><b>Privacy guarantee.</b> A state is a function of the plan, the public seed and the reports
 * of the rounds before: each step on the server is post-processing. With protocol ZCDP a user's
 * reports of round r are zCDP for every state that the rounds before may have led to, so adaptive
 * composition adds up what {@link LocalMeanPlan#charges} lists. With PURE a user reports in one
 * round, chosen by its label: the transcript is epsilon-DP.
 */
public final class LocalMeanState implements PublicState, Serializable {
  private static final long serialVersionUID = 1L;

  private final LocalMeanPlan plan;
  private final long publicSeed;
  private final int round;
  private final long[] centre;
  private final long norm;

  /** The mean in rotated integers, after the last round; empty before. */
  private final double[] rotatedMean;

  private final List<RoundReports> taken;

  /** Computed once asked for; two threads compute the same. */
  private transient String digest;

  /**
   * How many reports a round had.
   *
   * @param accepted reports that were used
   * @param dropped malformed ones
   */
  public record RoundReports(long accepted, long dropped) implements Serializable {}

  private LocalMeanState(
      LocalMeanPlan plan,
      long publicSeed,
      int round,
      long[] centre,
      long norm,
      double[] rotatedMean,
      List<RoundReports> taken) {
    this.plan = plan;
    this.publicSeed = publicSeed;
    this.round = round;
    this.centre = centre;
    this.norm = norm;
    this.rotatedMean = rotatedMean;
    this.taken = taken;
  }

  /** Public state before the first round. */
  public static LocalMeanState start(LocalMeanPlan plan, long publicSeed) {
    return new LocalMeanState(
        plan, publicSeed, 0, new long[plan.columns()], 0, new double[0], List.of());
  }

  static LocalMeanState of(
      LocalMeanPlan plan,
      long publicSeed,
      int round,
      long[] centre,
      long norm,
      double[] rotatedMean,
      List<RoundReports> taken) {
    return new LocalMeanState(
        plan, publicSeed, round, centre, norm, rotatedMean, List.copyOf(taken));
  }

  /**
   * The state from its binary form.
   *
   * @throws IllegalArgumentException if it is not what {@link #toBytes} wrote, or of another
   *     version
   */
  public static LocalMeanState of(byte[] bytes) {
    return LocalMeanStateForm.read(bytes);
  }

  /**
   * A versioned binary form, to store and to send to devices: 8 bytes a coordinate, 16 after the
   * last round, and some 100 more.
   *
   * @throws IllegalStateException if the plan's randomizer of vectors is not one of ours
   */
  public byte[] toBytes() {
    plan.checkForm();
    return LocalMeanStateForm.write(this);
  }

  /**
   * A digest of the binary form, which no two states share.
   *
   * @throws IllegalStateException if the state has no binary form
   */
  @Override
  public String digest() {
    String known = digest;
    if (known == null) {
      known = PublicState.digestOf(toBytes());
      digest = known;
    }
    return known;
  }

  /**
   * What the reports of the coming round are marked with. A randomizer that was given to the plan
   * is not in it.
   */
  int stamp() {
    return Stamp.of(LocalMeanStateForm.write(this));
  }

  /** The plan. */
  public LocalMeanPlan plan() {
    return plan;
  }

  /** Number of rounds that are over. */
  public int round() {
    return round;
  }

  /** Whether all rounds are over. */
  public boolean isFinished() {
    return round == plan.roundCount();
  }

  /** What the reports of the coming round are for: "medians", "clipping norm" or "clipped mean". */
  public String task() {
    return current().task().label();
  }

  LocalRound current() {
    if (isFinished()) {
      throw new IllegalStateException("all " + round + " rounds are over");
    }
    return plan.rounds().get(round);
  }

  /**
   * The most memory in bytes that the tallies of the parts of the coming round's reports take
   * together.
   *
   * @param parts how many tallies there are
   * @throws IllegalStateException if all rounds are over
   */
  public double tallyBytes(long parts) {
    return plan.tallyBytes(current(), parts);
  }

  /** The number of the coming round: 1 for the first. */
  int reportRound() {
    return round + 1;
  }

  RandomRotation rotation() {
    return RandomRotation.draw(plan.dimension(), new UserLabels(publicSeed).bits("rotation", ""));
  }

  UserLabels labels() {
    return new UserLabels(publicSeed);
  }

  long[] centre() {
    return centre.clone();
  }

  long norm() {
    return norm;
  }

  long publicSeed() {
    return publicSeed;
  }

  double[] rotatedMean() {
    return rotatedMean.clone();
  }

  /** The reports of the rounds that are over. */
  public List<RoundReports> reports() {
    return taken;
  }

  /** An empty tally for the reports of the coming round. */
  public LocalMeanTally newTally() {
    Task task = current().task();
    int stamp = stamp();
    return task == Task.MEAN
        ? LocalMeanTally.ofVectors(reportRound(), stamp, plan.ball(), norm)
        : LocalMeanTally.ofCounts(reportRound(), new HaarFormat(plan.domain(task), stamp));
  }

  /**
   * The state after the coming round: a function of this state and of the reports in the tally.
   *
   * @throws IllegalStateException if the mean has not a single report, or all rounds are over
   * @throws IllegalArgumentException if the tally is one of another state
   */
  public LocalMeanState next(LocalMeanTally tally) {
    Task task = current().task();
    tally.checkRound(reportRound(), stamp());
    RoundReports count = new RoundReports(tally.accepted(), tally.rejections().total());
    List<RoundReports> all = Stream.concat(taken.stream(), Stream.of(count)).toList();
    return switch (task) {
      case CENTRE -> after(searchCentre(tally), norm, all);
      case NORM -> after(centre, searchNorm(tally), all);
      case MEAN -> afterMean(tally, all);
    };
  }

  private LocalMeanState after(long[] nextCentre, long nextNorm, List<RoundReports> all) {
    return new LocalMeanState(plan, publicSeed, round + 1, nextCentre, nextNorm, rotatedMean, all);
  }

  private long[] searchCentre(LocalMeanTally tally) {
    long[] cells = search(tally, Task.CENTRE, plan.users() / 2.0);
    return Arrays.stream(cells).map(plan.medianGrid()::middle).toArray();
  }

  private long searchNorm(LocalMeanTally tally) {
    double rank = plan.normRank(round) * plan.users();
    return plan.normGrid().norm(search(tally, Task.NORM, rank)[0]);
  }

  private long[] search(LocalMeanTally tally, Task task, double rank) {
    RangeDomain domain = plan.domain(task);
    PrefixCounter counter =
        new PrefixCounter(tally.haar().estimates(plan.response(task), (double) plan.users()));
    return QuantileSearch.search(counter, domain.universe(), domain.width(), rank);
  }

  private LocalMeanState afterMean(LocalMeanTally tally, List<RoundReports> all) {
    double[] mean = tally.vectorMean();
    for (int j = 0; j < mean.length; j++) {
      mean[j] += centre[j];
    }
    boolean last = round + 1 == plan.roundCount();
    long[] moved = Arrays.stream(mean).mapToLong(Math::round).toArray();
    return new LocalMeanState(
        plan, publicSeed, round + 1, last ? centre : moved, norm, last ? mean : new double[0], all);
  }

  /**
   * The private mean, in data units.
   *
   * @throws IllegalStateException if rounds are still to come
   */
  public double[] mean() {
    checkFinished();
    double[] scaled = rotatedMean.clone();
    for (int j = 0; j < scaled.length; j++) {
      scaled[j] *= plan.lattice().step();
    }
    return rotation().inverse(scaled);
  }

  /** The clipping norm of the last mean in data units; 0 before there is one. */
  public double clippingNorm() {
    return norm * plan.lattice().step() / Math.sqrt(plan.columns());
  }

  /**
   * Standard deviation of the noise that the reports of the last round leave on each coordinate of
   * the mean, in data units; without what clipping adds.
   *
   * @throws IllegalStateException if rounds are still to come
   */
  public double noiseStdDev() {
    checkFinished();
    double each = plan.ball().squaredError(norm) / taken.get(round - 1).accepted();
    return Math.sqrt(each) * plan.lattice().step() / plan.columns();
  }

  /**
   * Checks that all rounds are over.
   *
   * @throws IllegalStateException if some are still to come
   */
  public void checkFinished() {
    if (!isFinished()) {
      throw new IllegalStateException(
          String.format(
              "%d of %d rounds are still to come", plan.roundCount() - round, plan.roundCount()));
    }
  }
}
