package org.privatemean.protocol;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.protocol.PublicState.PublicRun;

/**
 * The binary form of a state, in a {@link BinaryCodec}: the data to make the plan again; the public
 * seed and the run's id; the number of completed rounds, and their results; and the counts of each.
 */
public abstract class RoundStateCodec<P extends RoundPlan, S extends RoundState<P, ?, S>> {
  /** From this version on, a state holds the id of its run. */
  private static final int WITH_RUN_ID = 2;

  private final BinaryCodec form;
  private final boolean roundInByte;

  /** Creates a codec, in which the number of completed rounds takes a byte or an int. */
  protected RoundStateCodec(BinaryCodec form, boolean roundInByte) {
    this.form = form;
    this.roundInByte = roundInByte;
  }

  protected abstract void writePlan(DataOutputStream out, P plan) throws IOException;

  /** Makes the plan from the data of a version. */
  protected abstract P readPlan(DataInputStream in, int version) throws IOException;

  protected abstract void writeFound(DataOutputStream out, S state) throws IOException;

  /** Reads the results of a number of rounds, followed by {@link #readReceived}. */
  protected abstract S readState(DataInputStream in, P plan, PublicRun run, int round)
      throws IOException;

  public final byte[] write(S state) {
    return form.write(
        out -> {
          writePlan(out, state.plan());
          out.writeLong(state.publicSeed());
          out.writeUTF(state.runId());
          if (roundInByte) {
            out.writeByte(state.round());
          } else {
            out.writeInt(state.round());
          }
          writeFound(out, state);
          for (ReceivedCounts received : state.received()) {
            out.writeLong(received.accepted());
            out.writeLong(received.dropped());
          }
        });
  }

  public final S read(byte[] bytes) {
    return form.read(bytes, this::readFrom);
  }

  private S readFrom(DataInputStream in, int version) throws IOException {
    P plan = readPlan(in, version);
    long publicSeed = in.readLong();
    PublicRun run =
        new PublicRun(version < WITH_RUN_ID ? "" : BinaryCodec.readText(in), publicSeed);
    int round = roundInByte ? in.readUnsignedByte() : in.readInt();
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
