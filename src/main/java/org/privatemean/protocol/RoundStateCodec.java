package org.privatemean.protocol;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The binary form of a state, in a {@link BinaryCodec}: the data to make the plan again; the public
 * seed and the run's id; the number of completed rounds, and their results; and the counts of each.
 *
 * @param <P> type of the plan
 * @param <S> the state
 */
public abstract class RoundStateCodec<P extends RoundPlan, S extends RoundState<P, ?, S>> {
  /** From this version on, a state holds the id of its run. */
  private static final int WITH_RUN_ID = 2;

  private final BinaryCodec form;

  /**
   * Creates the codec of one kind of state.
   *
   * @param name of the state for messages, such as "a local mean's public state"
   * @param oldest oldest version that is read
   * @param version {@value #WITH_RUN_ID} to 255; a new one for every change of the format
   */
  protected RoundStateCodec(String name, int oldest, int version) {
    this.form = BinaryCodec.of(name, oldest, version);
  }

  protected abstract void writePlan(DataOutputStream out, P plan) throws IOException;

  /** Makes the plan from the data of a version. */
  protected abstract P readPlan(DataInputStream in, int version) throws IOException;

  protected abstract void writeRound(DataOutputStream out, int round) throws IOException;

  protected abstract int readRound(DataInputStream in) throws IOException;

  protected abstract void writeFound(DataOutputStream out, S state) throws IOException;

  /** Reads the results of a number of rounds, followed by {@link #readReceived}. */
  protected abstract S readState(DataInputStream in, P plan, PublicRun run, int round)
      throws IOException;

  /** Returns the form of a state. */
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
   * @throws IllegalArgumentException if it is malformed or of another version
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

  protected static List<ReceivedCounts> readReceived(DataInputStream in, int rounds)
      throws IOException {
    List<ReceivedCounts> received = new ArrayList<>();
    for (int r = 0; r < rounds; r++) {
      received.add(new ReceivedCounts(in.readLong(), in.readLong()));
    }
    return received;
  }
}
