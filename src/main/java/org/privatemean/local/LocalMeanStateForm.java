package org.privatemean.local;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.protocol.BinaryForm;

/**
 * The binary form of a state, in a {@link BinaryForm}: the request with the number of users and of
 * coordinates, from which the plan is made again, and what the rounds so far have led to.
 */
final class LocalMeanStateForm {
  private static final BinaryForm FORM = BinaryForm.of("a local mean's public state", 1);

  private LocalMeanStateForm() {}

  private static LocalMeanPlan readPlan(DataInputStream in) throws IOException {
    LocalMeanSpec spec = LocalMeanSpecForm.read(in);
    return LocalMeanPlan.of(spec, in.readLong(), in.readInt());
  }

  /** The form of a state. */
  static byte[] write(LocalMeanState state) {
    byte[] request = state.plan().request();
    return FORM.write(
        out -> {
          out.write(request);
          out.writeLong(state.publicSeed());
          out.writeByte(state.round());
          BinaryForm.writeLongs(out, state.centre());
          out.writeLong(state.norm());
          BinaryForm.writeDoubles(out, state.rotatedMean());
          for (LocalMeanState.RoundReports reports : state.reports()) {
            out.writeLong(reports.accepted());
            out.writeLong(reports.dropped());
          }
        });
  }

  /**
   * Reads a state.
   *
   * @throws IllegalArgumentException if it is none, or one of another version
   */
  static LocalMeanState read(byte[] bytes) {
    return FORM.read(bytes, LocalMeanStateForm::readState);
  }

  private static LocalMeanState readState(DataInputStream in) throws IOException {
    LocalMeanPlan plan = readPlan(in);
    long publicSeed = in.readLong();
    int round = in.readUnsignedByte();
    if (round > plan.roundCount()) {
      throw new IOException("round " + round);
    }
    long[] centre = BinaryForm.readLongs(in, plan.columns());
    long norm = in.readLong();
    int means = round == plan.roundCount() ? plan.columns() : 0;
    double[] mean = BinaryForm.readDoubles(in, means);
    List<LocalMeanState.RoundReports> taken = new ArrayList<>();
    for (int r = 0; r < round; r++) {
      taken.add(new LocalMeanState.RoundReports(in.readLong(), in.readLong()));
    }
    return LocalMeanState.of(plan, publicSeed, round, centre, norm, mean, taken);
  }
}
