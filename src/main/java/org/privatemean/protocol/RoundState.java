package org.privatemean.protocol;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.RoundTally.RoundStateDigest;

/**
 * The public state of a mean between two rounds: the input of the users and the server for the next
 * round. Immutable and small, so that a run can stop after any round, be stored, and resume. Java's
 * serialisation writes the binary form.
 *
 * <p><b>Privacy guarantee.</b> None by itself: a state is a function of the plan, the public seed
 * and the data received in earlier rounds, so each step on the server is post-processing.
 */
public abstract class RoundState<
        P extends RoundPlan, T extends RoundTally<T>, S extends RoundState<P, T, S>>
    implements PublicState, Serializable {
  private static final long serialVersionUID = 1L;

  /** From this version of the forms on, a state holds the id of its run. */
  private static final int WITH_RUN_ID = 2;

  private final transient P plan;
  private final transient PublicRun run;
  private final transient long[] centre;
  private final transient long norm;
  private final transient List<ReceivedCounts> received;

  /** Computed on demand; two threads compute the same value. */
  private transient RoundStateDigest mark;

  /** Creates a state; centre and norm are in rotated lattice steps, and 0 before they are found. */
  protected RoundState(
      P plan, PublicRun run, long[] centre, long norm, List<ReceivedCounts> received) {
    this.plan = plan;
    this.run = run;
    this.centre = centre;
    this.norm = norm;
    this.received = List.copyOf(received);
  }

  /** Returns the binary form, complete or not. */
  protected abstract byte[] form();

  /** Refuses a state whose binary form is incomplete. */
  protected void checkForm() {}

  /** Returns the form that Java's serialisation writes. */
  protected abstract SerializedState toStored(byte[] form);

  /** Returns the rotation of all rows, from the public seed. */
  protected abstract RandomRotation rotation();

  /** Returns the mean of the rotated rows, in data units, after the last round. */
  protected abstract double[] rotatedMean();

  /** Returns the state after the next round, whose tally has been checked. */
  protected abstract S nextState(T tally, List<ReceivedCounts> all);

  /** Returns the purpose of the next round. Throws IllegalStateException if all are over. */
  public abstract String task();

  /** Returns an empty tally for the next round. Throws IllegalStateException if all are over. */
  public abstract T newTally();

  /** Returns the clipping norm found so far, in data units; 0 if there is none yet. */
  public abstract double clippingNorm();

  /** Returns a versioned binary form, to store and to send; refused if the plan has none. */
  public final byte[] toBytes() {
    checkForm();
    return form();
  }

  /** Returns a digest of the binary form, unique to the state. */
  @Override
  public final String digest() {
    checkForm();
    return mark().digest();
  }

  /** Writes seed and id of the run. */
  protected final void writeRun(DataOutputStream out) throws IOException {
    out.writeLong(run.seed());
    out.writeUTF(run.id());
  }

  /** Reads what {@link #writeRun} writes. */
  protected static PublicRun readRun(DataInputStream in, int version) throws IOException {
    long seed = in.readLong();
    return new PublicRun(version < WITH_RUN_ID ? "" : BinaryCodec.readText(in), seed);
  }

  /** Refuses a number of completed rounds that the plan does not have. */
  protected static void checkRound(int round, RoundPlan plan) throws IOException {
    if (round < 0 || round > plan.roundCount()) {
      throw new IOException("round " + round);
    }
  }

  /** Writes the counts of each completed round. */
  protected final void writeReceived(DataOutputStream out) throws IOException {
    for (ReceivedCounts counts : received) {
      out.writeLong(counts.accepted());
      out.writeLong(counts.dropped());
    }
  }

  /** Reads what {@link #writeReceived} writes. */
  protected static List<ReceivedCounts> readReceived(DataInputStream in, int rounds)
      throws IOException {
    List<ReceivedCounts> received = new ArrayList<>();
    for (int r = 0; r < rounds; r++) {
      received.add(new ReceivedCounts(in.readLong(), in.readLong()));
    }
    return received;
  }

  /** Returns the digest that the tallies of the next round carry. */
  protected final RoundStateDigest mark() {
    RoundStateDigest known = mark;
    if (known == null) {
      known = new RoundStateDigest(round() + 1, PublicState.digestOf(form()));
      mark = known;
    }
    return known;
  }

  public final P plan() {
    return plan;
  }

  /** Returns the seed of the public bits. */
  public final long publicSeed() {
    return run.seed();
  }

  protected final PublicRun run() {
    return run;
  }

  /** Returns the id of the run; "" if it has none. */
  public final String runId() {
    return run.id();
  }

  /** Returns the centre found so far, in steps of the rotated lattice; zero before. */
  public final long[] centre() {
    return centre.clone();
  }

  /** Returns the clipping norm found so far, in the same steps; 0 if there is none yet. */
  public final long norm() {
    return norm;
  }

  /** Returns the counts of each completed round. */
  public final List<ReceivedCounts> received() {
    return received;
  }

  /** Returns the number of completed rounds. */
  public final int round() {
    return received.size();
  }

  /** Returns true if all rounds are over. */
  public final boolean isFinished() {
    return round() == plan.roundCount();
  }

  /** Refuses a state after which rounds remain. */
  public final void checkFinished() {
    if (!isFinished()) {
      throw new IllegalStateException(
          String.format(
              "%d of %d rounds are still to come", plan.roundCount() - round(), plan.roundCount()));
    }
  }

  /** Refuses a state after which no round remains. */
  protected final void checkOpen() {
    if (isFinished()) {
      throw new IllegalStateException("all " + round() + " rounds are over");
    }
  }

  /**
   * Returns the state after the next round: a function of this state and of the tally.
   *
   * @throws IllegalStateException if all rounds are over, or if the tally is too small
   * @throws IllegalArgumentException if the tally is of another state
   */
  public final S next(T tally) {
    checkOpen();
    tally.check(mark());
    ReceivedCounts coming = new ReceivedCounts(tally.acceptedReports(), tally.droppedReports());
    return nextState(tally, Stream.concat(received.stream(), Stream.of(coming)).toList());
  }

  /**
   * Returns the private mean, in data units.
   *
   * @throws IllegalStateException if rounds are still to come
   */
  public final double[] mean() {
    checkFinished();
    return rotation().inverse(rotatedMean());
  }

  /** Serialises the binary form instead of the state: its plan is made again from the request. */
  protected final Object writeReplace() {
    return toStored(toBytes());
  }

  /** The binary form in Java's serialisation: of a state that was already checked. */
  protected abstract static class SerializedState implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] form;

    protected SerializedState(byte[] form) {
      this.form = form;
    }

    protected abstract RoundState<?, ?, ?> read(byte[] binary);

    /** Replaces the binary form by the state. */
    protected final Object readResolve() {
      return read(form);
    }
  }
}
