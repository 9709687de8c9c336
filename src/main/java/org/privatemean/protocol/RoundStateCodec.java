package org.privatemean.protocol;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The binary form of a state, in a {@link BinaryCodec}: the plan, as far as it cannot be made
 * again; the public seed and the run's id; the number of rounds that are over, and what they have
 * led to; and how much came in during each.
 *
 * @param <P> what was planned
 * @param <S> the state
 */
public abstract class RoundStateCodec<P extends RoundPlan, S extends RoundState<P, ?, S>> {
  /** From this version on a state says which run it is of. */
  private static final int WITH_RUN_ID = 2;

  private final BinaryCodec form;

  /**
   * The form of one kind of state.
   *
   * @param name what is written, for messages: "a local mean's public state"
   * @param oldest the oldest version that is read
   * @param version {@value #WITH_RUN_ID} to 255; another one for every change of what is written
   */
  protected RoundStateCodec(String name, int oldest, int version) {
    this.form = BinaryCodec.of(name, oldest, version);
  }

  /** Writes what the plan is made again from. */
  protected abstract void writePlan(DataOutputStream out, P plan) throws IOException;

  /** Makes the plan again of what a version wrote. */
  protected abstract P readPlan(DataInputStream in, int version) throws IOException;

  /** Writes the number of rounds that are over. */
  protected abstract void writeRound(DataOutputStream out, int round) throws IOException;

  /** Reads the number of rounds that are over. */
  protected abstract int readRound(DataInputStream in) throws IOException;

  /** Writes what the rounds so far have led to. */
  protected abstract void writeFound(DataOutputStream out, S state) throws IOException;

  /** Reads what that many rounds have led to, and then what {@link #readReceived} does. */
  protected abstract S readState(DataInputStream in, P plan, PublicRun run, int round)
      throws IOException;

  /** The form of a state. */
  public final byte[] write(S state) {
    return form.write(
        out -> {
          writePlan(out, state.plan());
          out.writeLong(state.publicSeed());
          out.writeUTF(state.runId());
          writeRound(out, state.round());
          writeFound(out, state);
          for (ReceivedCounts received : state.received()) {
            out.writeLong(received.accepted());
            out.writeLong(received.dropped());
          }
        });
  }

  /**
   * Reads a state.
   *
   * @throws IllegalArgumentException if it is none, or one of another version
   */
  public final S read(byte[] bytes) {
    return form.readVersioned(bytes, this::readFrom);
  }

  private S readFrom(DataInputStream in, int version) throws IOException {
    P plan = readPlan(in, version);
    long publicSeed = in.readLong();
    PublicRun run = new PublicRun(version < WITH_RUN_ID ? "" : in.readUTF(), publicSeed);
    int round = readRound(in);
    if (round < 0 || round > plan.roundCount()) {
      throw new IOException("round " + round);
    }
    return readState(in, plan, run, round);
  }

  /** Reads how much came in during that many rounds. */
  protected static List<ReceivedCounts> readReceived(DataInputStream in, int rounds)
      throws IOException {
    List<ReceivedCounts> received = new ArrayList<>();
    for (int r = 0; r < rounds; r++) {
      received.add(new ReceivedCounts(in.readLong(), in.readLong()));
    }
    return received;
  }
}
