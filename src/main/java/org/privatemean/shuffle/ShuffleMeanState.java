package org.privatemean.shuffle;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.noise.DigestBits;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.BinaryCodec;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.ReceivedCounts;
import org.privatemean.protocol.RoundState;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.release.Noise;
import org.privatemean.release.Warning;
import org.privatemean.request.Bounds;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;
import org.privatemean.shuffle.SearchGrids.RoundSplit;
import org.privatemean.shuffle.ShuffleMeanPlan.ShuffleTask;

/**
 * The public state of a shuffle mean between two rounds: the input for the users' messages and the
 * server's next step. Its binary form takes 8 bytes per coordinate, 16 per round and about 200
 * more.
 *
 * <p><b>Privacy guarantee.</b> A state is a function of the plan, the public seed and the shuffled
 * messages of the rounds before, which together are (epsilon, delta)-DP, as {@link ShuffleMeanPlan}
 * accounts for: each step on the server is post-processing.
 *
 * @since 0.1.0
 */
public final class ShuffleMeanState
    extends RoundState<ShuffleMeanPlan, ShuffleMeanTally, ShuffleMeanState> {
  private static final long serialVersionUID = 1L;
  private static final BinaryCodec FORM = new BinaryCodec("a shuffle mean's public state", 2, 2);
  private static final String KIND = "shuffle mean";

  /** The current or last search: medians, then the clipping norm. */
  private final transient QuantileSearch search;

  /** The noisy sum of the clipped vectors, in grid steps; empty before its release. */
  private final transient long[] sum;

  private final transient long participants;

  /**
   * The number of messages of a round.
   *
   * @param accepted messages that were used
   * @param dropped messages that no honest user could have sent
   * @param format of the messages
   */
  public record RoundMessages(long accepted, long dropped, MessageFormat format) {
    /** Returns the bytes of the used messages. */
    public long bytes() {
      return accepted * format.bytes();
    }
  }

  ShuffleMeanState(
      ShuffleMeanPlan plan,
      PublicRun run,
      QuantileSearch search,
      long[] centre,
      long norm,
      long[] sum,
      long participants,
      List<ReceivedCounts> received) {
    super(plan, run, centre, norm, received);
    this.search = search;
    this.sum = sum;
    this.participants = participants;
  }

  /** Returns the public state before the first round of a run without an id, for simulations. */
  public static ShuffleMeanState start(ShuffleMeanPlan plan, long publicSeed) {
    return start(plan, publicSeed, "");
  }

  /**
   * Returns the public state before the first round.
   *
   * @param publicSeed seed of the public bits; to be drawn after the users' ids are fixed
   * @param runId distinguishes the run from all others, at most 256 bytes in UTF-8
   * @throws IllegalArgumentException if the id is longer or malformed text
   */
  public static ShuffleMeanState start(ShuffleMeanPlan plan, long publicSeed, String runId) {
    PublicRun run = new PublicRun(runId, publicSeed);
    Universe universe = plan.grids().medians();
    int columns = plan.geometry().columns();
    return new ShuffleMeanState(
        plan,
        run,
        QuantileSearch.start(universe, columns),
        new long[columns],
        0,
        new long[0],
        plan.users(),
        List.of());
  }

  /**
   * Reads the state from its binary form. The number of users, and of honest users, cannot be
   * checked.
   *
   * @throws IllegalArgumentException if the bytes are not from {@link #toBytes}, of another
   *     version, or of a plan whose noise does not give the stated guarantee
   */
  public static ShuffleMeanState of(byte[] bytes) {
    ShuffleMeanState state = readUnchecked(bytes);
    state.plan().charges();
    return state;
  }

  /** Reads a state without a check that the stored noise gives the guarantee. */
  static ShuffleMeanState readUnchecked(byte[] bytes) {
    return FORM.read(bytes, ShuffleMeanState::read);
  }

  private static ShuffleMeanState read(DataInputStream in, int version) throws IOException {
    ShuffleMeanPlan plan = readPlan(in);
    PublicRun run = readRun(in, version);
    int round = in.readInt();
    checkRound(round, plan);
    QuantileSearch search = readSearch(in, plan, round);
    int columns = plan.geometry().columns();
    long[] centre = BinaryCodec.readLongs(in, columns);
    long norm = in.readLong();
    boolean searched = round >= plan.roundCount() - 1;
    if (norm < 0 || norm > 1L << 61 || searched != (norm > 0)) {
      throw new IOException("clipping norm " + norm);
    }
    long[] sum = BinaryCodec.readLongs(in, round == plan.roundCount() ? columns : 0);
    long participants = in.readLong();
    if (participants < 0 || participants > plan.users()) {
      throw new IOException("participants " + participants);
    }
    return new ShuffleMeanState(
        plan, run, search, centre, norm, sum, participants, readReceived(in, round));
  }

  private static QuantileSearch readSearch(DataInputStream in, ShuffleMeanPlan plan, int round)
      throws IOException {
    RoundSplit split = plan.split();
    if (round < split.medians().rounds()) {
      long[] lefts = BinaryCodec.readLongs(in, plan.geometry().columns());
      return QuantileSearch.create(
          plan.grids().medians(), split.medians().levelsBefore(round), lefts);
    }
    int ofNorm = Math.min(round - split.medians().rounds(), split.norm().rounds());
    int level = split.norm().levelsBefore(ofNorm);
    return QuantileSearch.create(
        plan.grids().norms().universe(), level, BinaryCodec.readLongs(in, 1));
  }

  private static ShuffleMeanPlan readPlan(DataInputStream in) throws IOException {
    if (!BinaryCodec.readText(in).equals(KIND)) {
      throw new IOException("another kind of state");
    }
    ApproxDp budget = new ApproxDp(in.readDouble(), in.readDouble());
    Bounds bounds = BinaryCodec.readBounds(in);
    ShuffleMeanSpec spec =
        new ShuffleMeanSpec(
            budget,
            bounds,
            in.readDouble(),
            MeanSpec.Grid.valueOf(BinaryCodec.readText(in)),
            in.readDouble(),
            in.readBoolean() ? InfeasiblePlanPolicy.REFUSE : InfeasiblePlanPolicy.WARN,
            readRounds(in),
            in.readInt());
    long users = in.readLong();
    int dimension = in.readInt();
    int medianRounds = in.readInt();
    int normRounds = in.readInt();
    ShuffleNoise noise =
        new ShuffleNoise(in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble());
    return ShuffleMeanPlan.unchecked(spec, users, dimension, medianRounds, normRounds, noise);
  }

  /** Reads the requested number of rounds; 0 means the plan's choice. */
  private static OptionalInt readRounds(DataInputStream in) throws IOException {
    int rounds = in.readInt();
    return rounds == 0 ? OptionalInt.empty() : OptionalInt.of(rounds);
  }

  private static void writePlan(ShuffleMeanPlan plan, DataOutputStream out) throws IOException {
    out.writeUTF(KIND);
    ShuffleMeanSpec spec = plan.spec();
    out.writeDouble(spec.budget().epsilon());
    out.writeDouble(spec.budget().delta());
    BinaryCodec.writeBounds(out, spec.bounds());
    out.writeDouble(spec.honestFraction());
    out.writeUTF(spec.grid().name());
    out.writeDouble(spec.beta());
    out.writeBoolean(spec.ifHopeless() == InfeasiblePlanPolicy.REFUSE);
    out.writeInt(spec.rounds().orElse(0));
    out.writeInt(spec.batches());
    out.writeLong(plan.users());
    out.writeInt(plan.dimension());
    out.writeInt(plan.split().medians().rounds());
    out.writeInt(plan.split().norm().rounds());
    out.writeDouble(plan.noise().rho());
    out.writeDouble(plan.noise().medianDummies());
    out.writeDouble(plan.noise().normDummies());
    out.writeDouble(plan.noise().sumVariance());
  }

  @Override
  protected byte[] form() {
    return FORM.write(
        out -> {
          writePlan(plan(), out);
          writeRun(out);
          out.writeInt(round());
          BinaryCodec.writeLongs(out, search.lefts());
          BinaryCodec.writeLongs(out, centre());
          out.writeLong(norm());
          BinaryCodec.writeLongs(out, sum);
          out.writeLong(participants);
          writeReceived(out);
        });
  }

  @Override
  protected SerializedState toStored(byte[] form) {
    return new SerializedShuffleState(form);
  }

  /**
   * Returns the purpose of the next round's messages, and its number for that purpose.
   *
   * @throws IllegalStateException if all rounds are over
   */
  @Override
  public String task() {
    ShuffleTask task = current();
    return task == ShuffleTask.SUM
        ? task.label()
        : String.format(
            "%s, round %d of %d",
            task.label(), plan().roundOfTask(round()) + 1, plan().counts(task).rounds().rounds());
  }

  ShuffleTask current() {
    checkOpen();
    return plan().task(round());
  }

  /**
   * Returns the format of the messages of the next round.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public MessageFormat format() {
    return plan().format(current(), norm());
  }

  /** Returns the format of a user's bundle for the next round: of equal length for all users. */
  BundleFormat bundleFormat() {
    checkOpen();
    return plan().bundleFormat(round(), norm());
  }

  /**
   * Returns the number of batches of the next round: 1 except for the sum.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public int batches() {
    return current() == ShuffleTask.SUM ? plan().batches().count() : 1;
  }

  /**
   * Returns the batch of a user in the next round, from 0.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public int batch(String userId) {
    return current() == ShuffleTask.SUM ? plan().batches().batch(publicSeed(), userId) : 0;
  }

  /**
   * Returns the mean number of messages of all users in the next round, from public values.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public double expectedMessages() {
    checkOpen();
    return plan().users() * plan().messages(round());
  }

  @Override
  protected RandomRotation rotation() {
    return RandomRotation.draw(
        plan().dimension(),
        DigestBits.from("org.privatemean.shuffle.rotation/1", Long.toString(publicSeed())));
  }

  SearchRound question() {
    return SearchRound.create(plan().counts(current()), plan().roundOfTask(round()), search);
  }

  QuantileSearch search() {
    return search;
  }

  long[] sum() {
    return sum.clone();
  }

  /** Returns the messages of the completed rounds. */
  public List<RoundMessages> messages() {
    return IntStream.range(0, round()).mapToObj(this::messages).toList();
  }

  private RoundMessages messages(int over) {
    ReceivedCounts counts = received().get(over);
    MessageFormat format = plan().format(plan().task(over), norm());
    return new RoundMessages(counts.accepted(), counts.dropped(), format);
  }

  /**
   * Returns the tally of one stream of {@link MessageWriter}: the messages of the next round.
   *
   * @param in the stream, read to its end; closed by the caller
   * @throws IOException if reading fails, or the stream is of another version, state or round,
   *     truncated, longer than stated or damaged
   * @throws IllegalStateException if all rounds are over
   */
  public ShuffleMeanTally readMessages(InputStream in) throws IOException {
    return MessageReader.read(in, this, format(), newTally());
  }

  @Override
  public ShuffleMeanTally newTally() {
    return current() == ShuffleTask.SUM
        ? ShuffleMeanTally.create(mark(), plan().sum(norm()), plan().sumLabel())
        : ShuffleMeanTally.create(mark(), new SearchTally(question()));
  }

  @Override
  protected ShuffleMeanState nextState(ShuffleMeanTally tally, List<ReceivedCounts> all) {
    QuantileSearch moved = search;
    long[] foundCentre = centre();
    long foundNorm = norm();
    if (current() != ShuffleTask.SUM) {
      moved = tally.counts().next(search, plan().rank(current(), tally.participants()));
      if (moved.isFinished() && current() == ShuffleTask.MEDIANS) {
        foundCentre = Arrays.stream(moved.quantiles()).map(plan().grids()::middle).toArray();
        moved = QuantileSearch.start(plan().grids().norms().universe(), 1);
      } else if (moved.isFinished()) {
        foundNorm = plan().grids().norms().wholeNorm(moved.quantiles()[0]);
      }
    }
    long[] noisy = current() == ShuffleTask.SUM ? tally.sum() : sum;
    long least = Math.min(participants, tally.participants());
    return new ShuffleMeanState(plan(), run(), moved, foundCentre, foundNorm, noisy, least, all);
  }

  /** Returns the minimum number of users that answered a round so far: at most n, public. */
  public long participants() {
    return participants;
  }

  /**
   * Returns the warnings of the plan, of dropped batches, and of fewer answers than the guarantee
   * relies on. All of it is public.
   */
  public List<Warning> warnings() {
    ShuffleMeanSpec spec = plan().spec();
    long honest = Batches.honestUsers(plan().users(), spec.honestFraction(), 1);
    List<Warning> all = new ArrayList<>(plan().warnings());
    if (isFinished() && received().get(round() - 1).dropped() >= plan().sum(norm()).messages()) {
      all.add(droppedBatches());
    }
    if (participants < honest) {
      String text =
          String.format(
              "only %d of n = %d users answered one of the rounds, and the guarantee counts on the"
                  + " noise of %d (honestFraction %s): with fewer it is weaker than stated; plan for"
                  + " absence by a smaller honestFraction",
              participants, plan().users(), honest, spec.honestFraction());
      all.add(new Warning(Warning.Code.FEW_ANSWERS, text));
    }
    return List.copyOf(all);
  }

  private Warning droppedBatches() {
    return new Warning(
        Warning.Code.DROPPED_BATCHES,
        String.format(
            "%d messages of the sum were dropped, with the whole batches in which one was lost,"
                + " repeated or forged: the mean is that of the %d users of the others",
            received().get(round() - 1).dropped(), senders()));
  }

  /** Returns the mean of the users whose vectors are in the sums of the kept batches. */
  @Override
  protected double[] rotatedMean() {
    VectorSum vectors = plan().sum(norm());
    long[] centre = centre();
    long senders = senders();
    double unit =
        Math.scalb((double) vectors.rounding().gridStep(), -ShuffleMeanPlan.shift(norm()));
    double[] rotated = new double[sum.length];
    for (int j = 0; j < rotated.length; j++) {
      rotated[j] = (sum[j] * unit / senders + centre[j]) * plan().lattice().step();
    }
    return rotated;
  }

  /**
   * Returns the number of users whose vectors are in the mean: those of the kept batches.
   *
   * @throws IllegalStateException if rounds remain
   */
  public long senders() {
    checkFinished();
    return received().get(round() - 1).accepted() / plan().sum(norm()).messages();
  }

  /**
   * Returns the maximum change of the mean, in data units, by a number of malicious users in the
   * round of the sum: each changes the mean of its batch by at most {@link VectorSum#largestShift},
   * since beyond that a batch is dropped.
   *
   * @throws IllegalStateException if the clipping norm is not yet known
   */
  public double largestShift(long liars) {
    if (norm() == 0) {
      throw new IllegalStateException("there is no clipping norm yet");
    }
    return plan().largestShift(liars, norm());
  }

  /** Returns the clipping norm in data units; 0 if it is not yet known. */
  @Override
  public double clippingNorm() {
    return norm() * plan().geometry().unit();
  }

  /**
   * Returns the expected error of the mean, from public and released values.
   *
   * @throws IllegalStateException if rounds remain
   */
  public Noise error() {
    // Of those who sent: their noise comes with their messages.
    double fewer = Math.sqrt((double) plan().users() / senders());
    return plan().outlook().report(norm(), plan().sumDeviation(norm()) * fewer, 0);
  }

  private static final class SerializedShuffleState extends SerializedState {
    private static final long serialVersionUID = 1L;

    SerializedShuffleState(byte[] form) {
      super(form);
    }

    @Override
    protected ShuffleMeanState read(byte[] binary) {
      return readUnchecked(binary);
    }
  }
}
