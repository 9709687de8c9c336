package org.privatemean.local;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.mean.Bounds;
import org.privatemean.mean.BoundsForm;
import org.privatemean.mean.MeanSpec;

/**
 * The binary form of a request and of a state: numbers in big-endian order. A state is its version,
 * the request with the number of users and of coordinates, from which the plan is made again, and
 * what the rounds so far have led to.
 */
final class StateForm {
  private static final int VERSION = 1;

  private StateForm() {}

  /** The form of a request for a plan. */
  static byte[] request(LocalMeanSpec spec, long users, int dimension) {
    return bytes(
        out -> {
          out.writeUTF(spec.protocol().name());
          out.writeDouble(spec.budget());
          BoundsForm.write(out, spec.bounds());
          out.writeUTF(spec.route().name());
          out.writeUTF(spec.grid().name());
          out.writeDouble(spec.beta());
          out.writeBoolean(spec.refuses());
          out.writeLong(users);
          out.writeInt(dimension);
        });
  }

  private static LocalMeanPlan readPlan(DataInputStream in) throws IOException {
    LocalMeanSpec.Protocol protocol = LocalMeanSpec.Protocol.valueOf(in.readUTF());
    double budget = in.readDouble();
    Bounds bounds = BoundsForm.read(in);
    LocalMeanSpec spec =
        new LocalMeanSpec(
            protocol,
            budget,
            bounds,
            LocalMeanSpec.Route.valueOf(in.readUTF()),
            MeanSpec.Grid.valueOf(in.readUTF()),
            in.readDouble(),
            in.readBoolean());
    return LocalMeanPlan.of(spec, in.readLong(), in.readInt());
  }

  /** The form of a state. */
  static byte[] write(LocalMeanState state) {
    byte[] request = state.plan().request();
    return bytes(
        out -> {
          out.writeByte(VERSION);
          out.write(request);
          out.writeLong(state.publicSeed());
          out.writeByte(state.round());
          for (long x : state.centre()) {
            out.writeLong(x);
          }
          out.writeLong(state.norm());
          for (double x : state.rotatedMean()) {
            out.writeDouble(x);
          }
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
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new IllegalArgumentException(
            String.format(
                "the state has format version %d, and this version reads %d: use the version of"
                    + " spark-private-mean that wrote it",
                version, VERSION));
      }
      LocalMeanState state = readState(in);
      if (in.read() >= 0) {
        throw new IOException("more bytes than a state has");
      }
      return state;
    } catch (IOException malformed) {
      throw new IllegalArgumentException(
          "state is not the binary form of a local mean's public state", malformed);
    }
  }

  private static LocalMeanState readState(DataInputStream in) throws IOException {
    LocalMeanPlan plan = readPlan(in);
    long publicSeed = in.readLong();
    int round = in.readUnsignedByte();
    if (round > plan.roundCount()) {
      throw new IOException("round " + round);
    }
    long[] centre = new long[plan.columns()];
    for (int j = 0; j < centre.length; j++) {
      centre[j] = in.readLong();
    }
    long norm = in.readLong();
    double[] mean = new double[round == plan.roundCount() ? plan.columns() : 0];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = in.readDouble();
    }
    List<LocalMeanState.RoundReports> taken = new ArrayList<>();
    for (int r = 0; r < round; r++) {
      taken.add(new LocalMeanState.RoundReports(in.readLong(), in.readLong()));
    }
    return LocalMeanState.of(plan, publicSeed, round, centre, norm, mean, taken);
  }

  /** Writes to a stream in memory. */
  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.to(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
