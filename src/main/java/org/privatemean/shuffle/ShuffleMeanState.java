package org.privatemean.shuffle;

import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.noise.DigestBits;
import org.privatemean.protocol.Received;
import org.privatemean.protocol.RoundState;
import org.privatemean.query.Bisection;
import org.privatemean.query.Universe;
import org.privatemean.release.Noise;
import org.privatemean.shuffle.message.BundleFormat;
import org.privatemean.shuffle.message.MessageFormat;
import org.privatemean.shuffle.range.ThresholdRound;
import org.privatemean.shuffle.sum.VectorSum;

/**
 * The public state of a shuffle mean between two rounds: what users need to make their messages,
 * and the server to go on. Its binary form takes 8 bytes per coordinate, 16 per round and some 200
 * more.
 *
 * <p><b>Privacy guarantee.</b> A state is a function of the plan, the public seed and the shuffled
 * messages of the rounds before: each step on the server is post-processing. All of them together
 * are (epsilon, delta)-DP, as {@link ShuffleMeanPlan} accounts for.
 *
 * @since 0.1.0
 */
public final class ShuffleMeanState
    extends RoundState<ShuffleMeanPlan, ShuffleMeanTally, ShuffleMeanState> {
  private static final long serialVersionUID = 1L;

  /** The search that goes on or went last: medians, then the clipping norm. */
  private final transient Bisection search;

  /** The noisy sum of the clipped vectors, in grid steps; empty before it is released. */
  private final transient long[] sum;

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

  ShuffleMeanState(
      ShuffleMeanPlan plan,
      long publicSeed,
      Bisection search,
      long[] centre,
      long norm,
      long[] sum,
      List<Received> received) {
    super(plan, publicSeed, centre, norm, received);
    this.search = search;
    this.sum = sum;
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

  /**
   * The state from its binary form. The noise it asks for is checked against the guarantee that it
   * states; that there are as many users as it says, and as many honest ones, cannot be.
   *
   * @throws IllegalArgumentException if it is not what {@link #toBytes} wrote, of another version,
   *     or of a plan whose noise does not give the guarantee that it states
   */
  public static ShuffleMeanState of(byte[] bytes) {
    ShuffleMeanState state = ShuffleMeanStateForm.FORM.read(bytes);
    state.plan().checkGuarantee();
    return state;
  }

  @Override
  protected byte[] form() {
    return ShuffleMeanStateForm.FORM.write(this);
  }

  @Override
  protected Stored stored(byte[] form) {
    return new Form(form);
  }

  /** What the messages of the coming round are for, and which of how many rounds it is. */
  @Override
  public String task() {
    ShuffleTask task = current();
    return task == ShuffleTask.SUM
        ? task.label()
        : String.format(
            "%s, round %d of %d", task.label(), search.level() + 1, plan().counts(task).levels());
  }

  ShuffleTask current() {
    checkOpen();
    return plan().task(round());
  }

  /** The form of the messages of the coming round. */
  public MessageFormat format() {
    return plan().format(current(), norm());
  }

  /** The form of a user's bundle for the coming round: of one length for everybody. */
  public BundleFormat bundleFormat() {
    return plan().bundleFormat(current(), norm());
  }

  /** Mean number of messages of the coming round, of all users, from public values. */
  public double expectedMessages() {
    ShuffleMeanPlan.Cost cost = plan().cost(current());
    return plan().users() * cost.messages() / cost.rounds();
  }

  @Override
  protected RandomRotation rotation() {
    return RandomRotation.draw(
        plan().dimension(),
        DigestBits.of("org.privatemean.shuffle.rotation/1", Long.toString(publicSeed())));
  }

  /** What users are asked in the coming round, one of counts. */
  ThresholdRound question() {
    return plan().counts(current()).round(search.level(), search.mids());
  }

  Bisection search() {
    return search;
  }

  long[] sum() {
    return sum.clone();
  }

  /** The messages of the rounds that are over. */
  public List<RoundMessages> messages() {
    return IntStream.range(0, round()).mapToObj(this::messages).toList();
  }

  private RoundMessages messages(int over) {
    Received counts = received().get(over);
    MessageFormat format = plan().format(plan().task(over), norm());
    return new RoundMessages(counts.accepted(), counts.dropped(), format);
  }

  /** An analyzer for the messages of the coming round that has seen none. */
  @Override
  public ShuffleMeanTally newTally() {
    return current() == ShuffleTask.SUM
        ? ShuffleMeanTally.of(mark(), plan().sum(norm()).analyzer(plan().sumLabel()))
        : ShuffleMeanTally.of(mark(), question().newTally());
  }

  @Override
  protected ShuffleMeanState after(ShuffleMeanTally tally, List<Received> all) {
    return current() == ShuffleTask.SUM
        ? after(search, centre(), norm(), tally.sum(), all)
        : afterCounts(tally.counts(), all);
  }

  private ShuffleMeanState afterCounts(long[] counts, List<Received> all) {
    ShuffleTask task = current();
    Bisection moved = search.next(counts, plan().rank(task));
    if (!moved.isFinished()) {
      return after(moved, centre(), norm(), sum, all);
    }
    if (task == ShuffleTask.MEDIANS) {
      Bisection norms = Bisection.start(plan().grid().universe(), 1);
      return after(norms, moved.quantiles(), norm(), sum, all);
    }
    return after(moved, centre(), plan().grid().wholeNorm(moved.quantiles()[0]), sum, all);
  }

  private ShuffleMeanState after(
      Bisection moved, long[] foundCentre, long foundNorm, long[] noisy, List<Received> all) {
    return new ShuffleMeanState(plan(), publicSeed(), moved, foundCentre, foundNorm, noisy, all);
  }

  /** Of the users whose vectors are in the sum. */
  @Override
  protected double[] rotatedMean() {
    VectorSum vectors = plan().sum(norm());
    long[] centre = centre();
    long senders = received().get(round() - 1).accepted() / vectors.messages();
    double unit = Math.scalb((double) vectors.gridStep(), -ShuffleMeanPlan.shift(norm()));
    double[] rotated = new double[sum.length];
    for (int j = 0; j < rotated.length; j++) {
      rotated[j] = (sum[j] * unit / senders + centre[j]) * plan().lattice().step();
    }
    return rotated;
  }

  /** The clipping norm in data units; 0 before there is one. */
  @Override
  public double clippingNorm() {
    return norm() * plan().geometry().unit();
  }

  /**
   * How far the mean is expected to be off, from public and released values.
   *
   * @throws IllegalStateException if rounds are still to come
   */
  public Noise error() {
    checkFinished();
    return plan().outlook().report(norm());
  }

  private static final class Form extends Stored {
    private static final long serialVersionUID = 1L;

    Form(byte[] form) {
      super(form);
    }

    @Override
    protected ShuffleMeanState read(byte[] binary) {
      return ShuffleMeanStateForm.FORM.read(binary);
    }
  }
}
