package org.privatemean.local;

import java.io.DataInputStream;
import java.io.IOException;
import org.privatemean.protocol.BinaryForm;
import org.privatemean.protocol.BoundsForm;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;

/** The binary form of a request for a plan: its components, the number of users, the dimension. */
final class LocalMeanSpecForm {
  private LocalMeanSpecForm() {}

  /** The form of a request for a plan. */
  static byte[] write(LocalMeanSpec spec, long users, int dimension) {
    return BinaryForm.bytes(
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

  /** Reads the components; the number of users and the dimension are next. */
  static LocalMeanSpec read(DataInputStream in) throws IOException {
    LocalMeanSpec.Protocol protocol = LocalMeanSpec.Protocol.valueOf(in.readUTF());
    double budget = in.readDouble();
    Bounds bounds = BoundsForm.read(in);
    return new LocalMeanSpec(
        protocol,
        budget,
        bounds,
        LocalMeanSpec.Route.valueOf(in.readUTF()),
        MeanSpec.Grid.valueOf(in.readUTF()),
        in.readDouble(),
        in.readBoolean());
  }
}
