package org.privatemean.protocol;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
import org.privatemean.geometry.RandomRotation;

/**
 * The public state of a mean between two rounds: what users need for the coming round, and the
 * server to go on. Immutable and small, so that a run can stop after any round, be stored, and
 * resume. Java's serialisation writes the binary form.
 *
 * <p><b>Privacy guarantee.</b> None by itself: a state is a function of the plan, the public seed
 * and what came in during the rounds before, so that each step on the server is post-processing.
 *
 * @param <P> what was planned
 * @param <T> collects what comes in during a round
 * @param <S> the state itself
 */
public abstract class RoundState<
        P extends RoundPlan, T extends RoundTally<T>, S extends RoundState<P, T, S>>
    implements PublicState, Serializable {
  private static final long serialVersionUID = 1L;

  private final transient P plan;
  private final transient PublicRun run;
  private final transient long[] centre;
  private final transient long norm;
  private final transient List<ReceivedCounts> received;

  /** Computed once asked for; two threads compute the same. */
  private transient RoundStateDigest mark;

  /**
   * A state.
   *
   * @param plan the plan
   * @param run the run it belongs to
   * @param centre the centre found so far, in steps of the rotated lattice; zero before
   * @param norm the clipping norm found so far, in the same steps; 0 before
   * @param received what came in during each round that is over
   */
  protected RoundState(
      P plan, PublicRun run, long[] centre, long norm, List<ReceivedCounts> received) {
    this.plan = plan;
    this.run = run;
    this.centre = centre;
    this.norm = norm;
    this.received = List.copyOf(received);
  }

  /** The binary form, whether or not it says everything. */
  protected abstract byte[] form();

  /**
   * Checks that the binary form says everything.
   *
   * @throws IllegalStateException if it does not
   */
  protected void checkForm() {}

  /** Returns what Java's serialisation writes. */
  protected abstract SerializedState toStored(byte[] form);

  /** The rotation of all rows, from the public seed. */
  protected abstract RandomRotation rotation();

  /** The mean of the rotated rows, in data units, after the last round. */
  protected abstract double[] rotatedMean();

  /** The state after the coming round, whose tally has been checked. */
  protected abstract S nextState(T tally, List<ReceivedCounts> all);

  /**
   * Returns what the coming round is for.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public abstract String task();

  /**
   * An empty tally for the coming round.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public abstract T newTally();

  /** The clipping norm found so far, in data units; 0 before there is one. */
  public abstract double clippingNorm();

  /**
   * A versioned binary form, to store and to send to users.
   *
   * @throws IllegalStateException if the plan has something that has no binary form
   */
  public final byte[] toBytes() {
    checkForm();
    return form();
  }

  /**
   * A digest of the binary form, which no two states share.
   *
   * @throws IllegalStateException if the state has no binary form
   */
  @Override
  public final String digest() {
    checkForm();
    return mark().digest();
  }

  /** Returns what the tallies of the coming round are marked with. */
  protected final RoundStateDigest mark() {
    RoundStateDigest known = mark;
    if (known == null) {
      known = new RoundStateDigest(round() + 1, PublicState.digestOf(form()));
      mark = known;
    }
    return known;
  }

  /** The plan. */
  public final P plan() {
    return plan;
  }

  /** Returns what public bits are drawn from. */
  public final long publicSeed() {
    return run.seed();
  }

  /** The run that the state belongs to. */
  protected final PublicRun run() {
    return run;
  }

  /** The id of the run; "" where it was given none. */
  public final String runId() {
    return run.id();
  }

  /** The centre found so far, in steps of the rotated lattice; zero before there is one. */
  public final long[] centre() {
    return centre.clone();
  }

  /** The clipping norm found so far, in steps of the rotated lattice; 0 before there is one. */
  public final long norm() {
    return norm;
  }

  /** Returns what came in during each round that is over. */
  public final List<ReceivedCounts> received() {
    return received;
  }

  /** Number of rounds that are over. */
  public final int round() {
    return received.size();
  }

  /** True if all rounds are over. */
  public final boolean isFinished() {
    return round() == plan.roundCount();
  }

  /**
   * Checks that all rounds are over.
   *
   * @throws IllegalStateException if some are still to come
   */
  public final void checkFinished() {
    if (!isFinished()) {
      throw new IllegalStateException(
          String.format(
              "%d of %d rounds are still to come", plan.roundCount() - round(), plan.roundCount()));
    }
  }

  /**
   * Checks that a round is still to come.
   *
   * @throws IllegalStateException if all rounds are over
   */
  protected final void checkOpen() {
    if (isFinished()) {
      throw new IllegalStateException("all " + round() + " rounds are over");
    }
  }

  /**
   * The state after the coming round: a function of this state and of what the tally holds.
   *
   * @throws IllegalStateException if all rounds are over, or if the tally holds too little to go on
   * @throws IllegalArgumentException if the tally is one of another state
   */
  public final S next(T tally) {
    checkOpen();
    tally.check(mark());
    return nextState(
        tally, with(new ReceivedCounts(tally.acceptedReports(), tally.droppedReports())));
  }

  /** Returns what came in during all rounds, if this did in the coming one. */
  protected final List<ReceivedCounts> with(ReceivedCounts coming) {
    return Stream.concat(received.stream(), Stream.of(coming)).toList();
  }

  /**
   * The private mean, in data units.
   *
   * @throws IllegalStateException if rounds are still to come
   */
  public final double[] mean() {
    checkFinished();
    return rotation().inverse(rotatedMean());
  }

  /** Puts the binary form in place of the state: its plan is made again from the request. */
  protected final Object writeReplace() {
    return toStored(toBytes());
  }

  /** The binary form in Java's serialisation: within a run, where the state was checked before. */
  protected abstract static class SerializedState implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] form;

    /** A state in binary form. */
    protected SerializedState(byte[] form) {
      this.form = form;
    }

    /** The state of a binary form. */
    protected abstract RoundState<?, ?, ?> read(byte[] binary);

    /** Puts the state in place of its binary form. */
    protected final Object readResolve() {
      return read(form);
    }
  }
}
