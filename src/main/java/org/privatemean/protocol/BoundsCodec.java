package org.privatemean.protocol;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.OptionalDouble;
import org.privatemean.request.Bounds;

/** The binary form of {@link Bounds}, 25 bytes: its kind and three numbers in big-endian order. */
public final class BoundsCodec {
  /** Stands for an absent resolution: no resolution is 0. */
  private static final double NO_RESOLUTION = 0;

  private BoundsCodec() {}

  private record Numbers(int kind, double a, double b, double c) {}

  public static void write(DataOutput out, Bounds bounds) throws IOException {
    Numbers numbers =
        bounds.byKind(
            s -> new Numbers(0, s.radius(), s.sigmaMin(), s.sigmaMax()),
            b -> new Numbers(1, b.bound(), b.resolution().orElse(NO_RESOLUTION), 0),
            b -> new Numbers(2, b.bound(), b.resolution().orElse(NO_RESOLUTION), 0));
    out.writeByte(numbers.kind());
    out.writeDouble(numbers.a());
    out.writeDouble(numbers.b());
    out.writeDouble(numbers.c());
  }

  /**
   * Reads bounds.
   *
   * @throws IOException if the form is malformed
   * @throws IllegalArgumentException if the values are invalid
   */
  public static Bounds read(DataInput in) throws IOException {
    int kind = in.readUnsignedByte();
    double a = in.readDouble();
    double b = in.readDouble();
    double c = in.readDouble();
    OptionalDouble resolution = b == NO_RESOLUTION ? OptionalDouble.empty() : OptionalDouble.of(b);
    return switch (kind) {
      case 0 -> new Bounds.Statistical(a, b, c);
      case 1 -> new Bounds.Ball(a, resolution);
      case 2 -> new Bounds.Box(a, resolution);
      default -> throw new IOException("bounds of kind " + kind);
    };
  }
}
