package org.privatemean.local;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;
import org.privatemean.protocol.BinaryCodec;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.ReceivedCounts;
import org.privatemean.protocol.RoundState;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.request.Bounds;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;

/**
 * The public state of a local mean between two rounds: the input for the devices' reports and the
 * server's next step. Its binary form takes 8 bytes per coordinate, 16 after the last round, and
 * about 100 more.
 *
 * <p><b>Privacy guarantee.</b> Each step on the server is post-processing of reports. With protocol
 * ZCDP adaptive composition adds the charges of {@link LocalMeanPlan#charges}; with PURE a user
 * reports in one round, determined by its label, and the transcript is epsilon-DP.
 *
 * @since 0.1.0
 */
public final class LocalMeanState
    extends RoundState<LocalMeanPlan, LocalMeanTally, LocalMeanState> {
  private static final long serialVersionUID = 1L;
  private static final BinaryCodec FORM = new BinaryCodec("a local mean's public state", 1, 2);
  private static final String LABELS = "org.privatemean.local.UserLabels/1";

  /** The mean in rotated integers after the last round; empty before. */
  private final transient double[] meanSteps;

  LocalMeanState(
      LocalMeanPlan plan,
      PublicRun run,
      long[] centre,
      long norm,
      double[] meanSteps,
      List<ReceivedCounts> received) {
    super(plan, run, centre, norm, received);
    this.meanSteps = meanSteps;
  }

  /** Returns the public state before the first round of a run without an id. */
  public static LocalMeanState start(LocalMeanPlan plan, long publicSeed) {
    return start(plan, publicSeed, "");
  }

  /**
   * Returns the public state before the first round.
   *
   * @param publicSeed seed of the public bits; to be drawn after the users' ids are fixed
   * @param runId distinguishes the run from all others, at most 256 bytes in UTF-8
   * @throws IllegalArgumentException if the id is longer or malformed text
   */
  public static LocalMeanState start(LocalMeanPlan plan, long publicSeed, String runId) {
    PublicRun run = new PublicRun(runId, publicSeed);
    return new LocalMeanState(plan, run, new long[plan.columns()], 0, new double[0], List.of());
  }

  /**
   * Reads the state from its binary form.
   *
   * @throws IllegalArgumentException if the bytes are not from {@link #toBytes}, or of another
   *     version
   */
  public static LocalMeanState of(byte[] bytes) {
    return FORM.read(bytes, LocalMeanState::read);
  }

  private static LocalMeanState read(DataInputStream in, int version) throws IOException {
    LocalMeanPlan plan = readPlan(in, version);
    PublicRun run = readRun(in, version);
    int round = in.readUnsignedByte();
    checkRound(round, plan);
    long[] centre = BinaryCodec.readLongs(in, plan.columns());
    long norm = in.readLong();
    double[] mean = BinaryCodec.readDoubles(in, round == plan.roundCount() ? plan.columns() : 0);
    return new LocalMeanState(plan, run, centre, norm, mean, readReceived(in, round));
  }

  /** Reads request, users and dimension, from which the plan is made again. */
  private static LocalMeanPlan readPlan(DataInputStream in, int version) throws IOException {
    LocalMeanSpec.Protocol protocol = LocalMeanSpec.Protocol.valueOf(BinaryCodec.readText(in));
    double budget = in.readDouble();
    Bounds bounds = BinaryCodec.readBounds(in);
    LocalMeanSpec spec =
        new LocalMeanSpec(
            protocol,
            budget,
            bounds,
            LocalMeanSpec.Route.valueOf(BinaryCodec.readText(in)),
            MeanSpec.Grid.valueOf(BinaryCodec.readText(in)),
            LocalMeanSpec.Randomizer.AUTO,
            in.readDouble(),
            in.readBoolean() ? InfeasiblePlanPolicy.REFUSE : InfeasiblePlanPolicy.WARN);
    long users = in.readLong();
    int dimension = in.readInt();
    // Version 1 had no choice: PrivUnit for pure reports.
    LocalMeanSpec.Randomizer before =
        protocol == LocalMeanSpec.Protocol.PURE
            ? LocalMeanSpec.Randomizer.PRIV_UNIT
            : LocalMeanSpec.Randomizer.AUTO;
    LocalMeanSpec.Randomizer randomizer =
        version == 1 ? before : LocalMeanSpec.Randomizer.valueOf(BinaryCodec.readText(in));
    return LocalMeanPlan.of(spec.withRandomizer(randomizer), users, dimension);
  }

  private static void writePlan(LocalMeanPlan plan, DataOutputStream out) throws IOException {
    LocalMeanSpec spec = plan.spec();
    out.writeUTF(spec.protocol().name());
    out.writeDouble(spec.budget());
    BinaryCodec.writeBounds(out, spec.bounds());
    out.writeUTF(spec.route().name());
    out.writeUTF(spec.grid().name());
    out.writeDouble(spec.beta());
    out.writeBoolean(spec.ifHopeless() == InfeasiblePlanPolicy.REFUSE);
    out.writeLong(plan.users());
    out.writeInt(plan.dimension());
    // The result of the choice, not the request for one: another build may choose otherwise.
    out.writeUTF(plan.randomizer().name());
  }

  /** Excludes a randomizer that was passed to the plan. */
  @Override
  protected byte[] form() {
    return FORM.write(
        out -> {
          writePlan(plan(), out);
          writeRun(out);
          out.writeByte(round());
          BinaryCodec.writeLongs(out, centre());
          out.writeLong(norm());
          BinaryCodec.writeDoubles(out, meanSteps);
          writeReceived(out);
        });
  }

  @Override
  protected void checkForm() {
    plan().checkForm();
  }

  @Override
  protected SerializedState toStored(byte[] form) {
    return new SerializedLocalState(form);
  }

  int stamp() {
    return Report.stamp(mark().digest());
  }

  /**
   * Returns the purpose of the next round's reports: "medians", "clipping norm" or "clipped mean".
   */
  @Override
  public String task() {
    return current().task().label();
  }

  LocalRound current() {
    checkOpen();
    return plan().rounds().get(round());
  }

  /**
   * Returns the maximum bytes of the tallies of the parts of the next round's reports together.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public double tallyBytes(long parts) {
    return plan().tallyBytes(current(), parts);
  }

  @Override
  protected RandomRotation rotation() {
    return RandomRotation.draw(plan().dimension(), labels("rotation", ""));
  }

  BitSource labels(String purpose, String userId) {
    return labels(publicSeed(), purpose, userId);
  }

  /**
   * Returns the public pseudo-random bits of a user for a purpose, from the start.
   *
   * <p>A label must never depend on the user's value, nor on the place of a row in data that were
   * sorted or shuffled by value. The seed is drawn after the ids are fixed; it need not be secret.
   */
  static BitSource labels(long seed, String purpose, String userId) {
    byte[] tail = ByteBuffer.allocate(Long.BYTES).putLong(seed).array();
    return DigestBits.from(new String[] {LABELS, purpose, userId}, tail);
  }

  @Override
  public LocalMeanTally newTally() {
    return new LocalMeanTally(mark(), plan(), current().task(), norm());
  }

  @Override
  protected LocalMeanState nextState(LocalMeanTally tally, List<ReceivedCounts> all) {
    return switch (current().task()) {
      case CENTRE -> after(searchCentre(tally), norm(), all);
      case NORM -> after(centre(), searchNorm(tally), all);
      case MEAN -> afterMean(tally, all);
    };
  }

  private LocalMeanState after(long[] nextCentre, long nextNorm, List<ReceivedCounts> all) {
    return new LocalMeanState(plan(), run(), nextCentre, nextNorm, meanSteps, all);
  }

  private long[] searchCentre(LocalMeanTally tally) {
    long[] cells = search(tally, RoundTask.CENTRE, plan().users() / 2.0);
    return Arrays.stream(cells).map(plan().medianGrid()::middle).toArray();
  }

  private long searchNorm(LocalMeanTally tally) {
    double rank = plan().normRank(round()) * plan().users();
    // Not wholeNorm: the root of a square beyond 2^52 is rounded, as in earlier releases.
    return (long)
        Math.max(1, Math.ceil(plan().normGrid().norm(search(tally, RoundTask.NORM, rank)[0])));
  }

  private long[] search(LocalMeanTally tally, RoundTask task, double rank) {
    RangeDomain domain = plan().domain(task);
    RangeCounter counter = tally.haar().estimates(plan().response(task), (double) plan().users());
    return QuantileSearch.search(counter, domain.universe(), domain.width(), rank);
  }

  private LocalMeanState afterMean(LocalMeanTally tally, List<ReceivedCounts> all) {
    long[] centre = centre();
    double[] mean = tally.vectorMean();
    for (int j = 0; j < mean.length; j++) {
      mean[j] += centre[j];
    }
    if (all.size() == plan().roundCount()) {
      return new LocalMeanState(plan(), run(), centre, norm(), mean, all);
    }
    return after(Arrays.stream(mean).mapToLong(Math::round).toArray(), norm(), all);
  }

  @Override
  protected double[] rotatedMean() {
    return Arrays.stream(meanSteps).map(steps -> steps * plan().lattice().step()).toArray();
  }

  /** Returns the clipping norm of the last mean in data units; 0 if there is none yet. */
  @Override
  public double clippingNorm() {
    return norm() * plan().lattice().step() / Math.sqrt(plan().columns());
  }

  /**
   * Returns the standard deviation of the reports' noise on each coordinate of the mean, in data
   * units.
   *
   * @throws IllegalStateException if rounds remain
   */
  public double noiseStdDev() {
    checkFinished();
    double each = plan().ball().squaredError(norm()) / received().get(round() - 1).accepted();
    return Math.sqrt(each) * plan().lattice().step() / plan().columns();
  }

  /**
   * Returns the maximum change of the mean, in data units, by a number of malicious users in the
   * last round: each adds at most the difference of the two longest accepted reports, over their
   * number.
   *
   * @throws IllegalStateException if rounds remain
   */
  public double largestShift(long liars) {
    checkFinished();
    double each = 2 * plan().ball().largestNorm(norm()) / received().get(round() - 1).accepted();
    return liars * each * plan().lattice().step() / Math.sqrt(plan().columns());
  }

  private static final class SerializedLocalState extends SerializedState {
    private static final long serialVersionUID = 1L;

    SerializedLocalState(byte[] form) {
      super(form);
    }

    @Override
    protected LocalMeanState read(byte[] binary) {
      return of(binary);
    }
  }
}
