package org.privatemean.shuffle;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.noise.DigestBits;
import org.privatemean.protocol.PublicState;
import org.privatemean.query.Bisection;
import org.privatemean.query.Universe;
import org.privatemean.release.ErrorReport;
import org.privatemean.shuffle.message.MessageFormat;
import org.privatemean.shuffle.range.ThresholdRound;
import org.privatemean.shuffle.sum.VectorSum;

/**
 * The public state of a shuffle mean between two rounds: what users need to make their messages,
 * and the server to go on. Immutable and small (8 bytes a coordinate, 16 a round and some 200
 * more), so that a run can stop after any round, be stored, and resume.
 *
 * <p><b>Privacy guarantee.</b> A state is a function of the plan, the public seed and the shuffled
 * messages of the rounds before: each step on the server is post-processing. All of them together
 * are (epsilon, delta)-DP, as {@link ShuffleMeanPlan} accounts for.
 */
public final class ShuffleMeanState implements PublicState, Serializable {
  private static final long serialVersionUID = 1L;

  private final transient ShuffleMeanPlan plan;
  private final transient long publicSeed;
  private final transient int round;

  /** The search that goes on or went last: medians, then the clipping norm. */
  private final transient Bisection search;

  /** The medians once they are found; zero before. */
  private final transient long[] centre;

  private final transient long norm;

  /** The noisy sum of the clipped vectors, in grid steps; empty before it is released. */
  private final transient long[] sum;

  private final transient List<RoundMessages> taken;

  /** Computed once asked for; two threads compute the same. */
  private transient String digest;

  /**
   * How many messages a round had.
   *
   * @param accepted messages that were used
   * @param dropped those that no honest user could have sent
   * @param format of the messages
   */
  public record RoundMessages(long accepted, long dropped, MessageFormat format) {
    /** Bytes of the messages that were used. */
    public long bytes() {
      return accepted * format.bytes();
    }
  }

  private ShuffleMeanState(
      ShuffleMeanPlan plan,
      long publicSeed,
      Bisection search,
      long[] centre,
      long norm,
      long[] sum,
      List<RoundMessages> taken) {
    this.plan = plan;
    this.publicSeed = publicSeed;
    this.round = taken.size();
    this.search = search;
    this.centre = centre;
    this.norm = norm;
    this.sum = sum;
    this.taken = List.copyOf(taken);
  }

  /** Public state before the first round. */
  public static ShuffleMeanState start(ShuffleMeanPlan plan, long publicSeed) {
    Universe universe = plan.geometry().medianUniverse();
    int columns = plan.geometry().columns();
    return new ShuffleMeanState(
        plan,
        publicSeed,
        Bisection.start(universe, columns),
        new long[columns],
        0,
        new long[0],
        List.of());
  }

  static ShuffleMeanState of(
      ShuffleMeanPlan plan,
      long publicSeed,
      Bisection search,
      long[] centre,
      long norm,
      long[] sum,
      List<RoundMessages> taken) {
    return new ShuffleMeanState(plan, publicSeed, search, centre, norm, sum, taken);
  }

  /**
   * The state from its binary form. The noise it asks for is checked against the guarantee that it
   * states; that there are as many users as it says, and as many honest ones, cannot be.
   *
   * @throws IllegalArgumentException if it is not what {@link #toBytes} wrote, of another version,
   *     or of a plan whose noise does not give the guarantee that it states
   */
  public static ShuffleMeanState of(byte[] bytes) {
    ShuffleMeanState state = ShuffleMeanStateForm.read(bytes);
    state.plan.checkGuarantee();
    return state;
  }

  /** A versioned binary form, to store and to send to users. */
  public byte[] toBytes() {
    return ShuffleMeanStateForm.write(this);
  }

  @Override
  public String digest() {
    String known = digest;
    if (known == null) {
      known = PublicState.digestOf(toBytes());
      digest = known;
    }
    return known;
  }

  /** The plan. */
  public ShuffleMeanPlan plan() {
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

  /** What the messages of the coming round are for, and which of how many rounds it is. */
  public String task() {
    ShuffleTask task = current();
    return task == ShuffleTask.SUM
        ? task.label()
        : String.format(
            "%s, round %d of %d", task.label(), search.level() + 1, plan.counts(task).levels());
  }

  ShuffleTask current() {
    if (isFinished()) {
      throw new IllegalStateException("all " + round + " rounds are over");
    }
    return plan.task(round);
  }

  /** What users are asked in a round of counts. */
  ThresholdRound question() {
    return plan.counts(current()).round(search.level(), search.mids());
  }

  /** The form of the messages of the coming round. */
  public MessageFormat format() {
    return plan.format(current(), norm);
  }

  /** Mean number of messages of the coming round, of all users, from public values. */
  public double expectedMessages() {
    ShuffleMeanPlan.Cost cost = plan.cost(current());
    return plan.users() * cost.messages() / cost.rounds();
  }

  RandomRotation rotation() {
    return RandomRotation.draw(
        plan.dimension(),
        DigestBits.of("org.privatemean.shuffle.rotation/1", Long.toString(publicSeed)));
  }

  Bisection search() {
    return search;
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

  long[] sum() {
    return sum.clone();
  }

  /** The messages of the rounds that are over. */
  public List<RoundMessages> messages() {
    return taken;
  }

  /** An analyzer for the messages of the coming round that has seen none. */
  public ShuffleMeanTally newTally() {
    return current() == ShuffleTask.SUM
        ? ShuffleMeanTally.ofSum(round, plan.sum(norm).analyzer(plan.sumLabel()))
        : ShuffleMeanTally.ofCounts(round, question().newTally());
  }

  /**
   * The state after the coming round: a function of this state and of the messages in the tally.
   *
   * @throws IllegalStateException if all rounds are over, or if messages of the sum were lost or
   *     repeated, which leaves nothing to read of it
   * @throws IllegalArgumentException if the tally is one of another round
   */
  public ShuffleMeanState next(ShuffleMeanTally tally) {
    ShuffleTask task = current();
    tally.checkRound(round);
    RoundMessages count = new RoundMessages(tally.accepted(), tally.malformed(), format());
    return task == ShuffleTask.SUM
        ? afterSum(tally.sum(), count)
        : afterCounts(tally.counts(), count);
  }

  /** The state after a round of counts. */
  ShuffleMeanState afterCounts(long[] counts, RoundMessages count) {
    ShuffleTask task = current();
    Bisection moved = search.next(counts, plan.rank(task));
    if (!moved.isFinished()) {
      return after(moved, centre, norm, sum, count);
    }
    if (task == ShuffleTask.MEDIANS) {
      Bisection norms = Bisection.start(plan.grid().universe(), 1);
      return after(norms, moved.quantiles(), norm, sum, count);
    }
    return after(moved, centre, plan.grid().norm(moved.quantiles()[0]), sum, count);
  }

  /** The state after the last round, in grid steps. */
  ShuffleMeanState afterSum(long[] noisy, RoundMessages count) {
    return after(search, centre, norm, noisy, count);
  }

  private ShuffleMeanState after(
      Bisection moved, long[] foundCentre, long foundNorm, long[] noisy, RoundMessages count) {
    List<RoundMessages> all = Stream.concat(taken.stream(), Stream.of(count)).toList();
    return new ShuffleMeanState(plan, publicSeed, moved, foundCentre, foundNorm, noisy, all);
  }

  /**
   * The private mean of the users whose vectors are in the sum, in data units.
   *
   * @throws IllegalStateException if rounds are still to come
   */
  public double[] mean() {
    checkFinished();
    VectorSum vectors = plan.sum(norm);
    long senders = taken.get(round - 1).accepted() / vectors.messages();
    double unit = Math.scalb((double) vectors.gridStep(), -ShuffleMeanPlan.shift(norm));
    double[] rotated = new double[sum.length];
    for (int j = 0; j < rotated.length; j++) {
      rotated[j] = (sum[j] * unit / senders + centre[j]) * plan.geometry().lattice().step();
    }
    return rotation().inverse(rotated);
  }

  /** The clipping norm in data units; 0 before there is one. */
  public double clippingNorm() {
    return norm * plan.geometry().unit();
  }

  /**
   * How far the mean is expected to be off, from public and released values.
   *
   * @throws IllegalStateException if rounds are still to come
   */
  public ErrorReport error() {
    checkFinished();
    return plan.outlook().report(norm);
  }

  private void checkFinished() {
    if (!isFinished()) {
      throw new IllegalStateException(
          String.format(
              "%d of %d rounds are still to come", plan.roundCount() - round, plan.roundCount()));
    }
  }

  private Object writeReplace() {
    return new Form(toBytes());
  }

  /** What Java serialisation writes: within a run, where the plan was checked already. */
  private static final class Form implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    Form(byte[] bytes) {
      this.bytes = bytes;
    }

    private Object readResolve() {
      return ShuffleMeanStateForm.read(bytes);
    }
  }
}
