package org.privatemean.local.gaussian;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The binary form of a {@link GaussianSpec}: its components in order, enums by name. */
final class GaussianSpecCodec {
  private GaussianSpecCodec() {}

  public static void write(GaussianSpec spec, DataOutputStream out) throws IOException {
    out.writeUTF(spec.protocol().name());
    out.writeDouble(spec.epsilon());
    out.writeDouble(spec.delta());
    out.writeLong(spec.users());
    out.writeInt(spec.dimension());
    out.writeDouble(spec.radius());
    out.writeDouble(spec.sigmaMin());
    out.writeDouble(spec.sigmaMax());
    out.writeDouble(spec.beta());
    out.writeUTF(spec.decoder().name());
    out.writeUTF(spec.refinement().name());
    out.writeDouble(spec.firstShare());
    out.writeUTF(spec.perUser().name());
    out.writeLong(spec.assignmentSeed());
  }

  public static GaussianSpec read(DataInputStream in) throws IOException {
    return new GaussianSpec(
        GaussianProtocol.valueOf(in.readUTF()),
        in.readDouble(),
        in.readDouble(),
        in.readLong(),
        in.readInt(),
        in.readDouble(),
        in.readDouble(),
        in.readDouble(),
        in.readDouble(),
        GaussianSpec.Decoder.valueOf(in.readUTF()),
        GaussianSpec.Refinement.valueOf(in.readUTF()),
        in.readDouble(),
        GaussianSpec.PerUser.valueOf(in.readUTF()),
        in.readLong());
  }
}
