package org.privatemean.protocol;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.privatemean.request.Bounds;

/**
 * The frame of a public state's binary form: a version byte, and then everything that the state
 * writes, numbers in big-endian order, to the last byte.
 *
 * @param name of the state for messages, such as "a local mean's public state"
 * @param oldest oldest version that is read, at most {@code version}
 * @param version the version that is written, 0 to 255; a new one for every change of the format
 */
public record BinaryCodec(String name, int oldest, int version) {
  /** Stands for an absent resolution: no resolution is 0. */
  private static final double NO_RESOLUTION = 0;

  @FunctionalInterface
  public interface ByteWriter {
    void to(DataOutputStream out) throws IOException;
  }

  /** A reader of a written state, of one of the versions. */
  @FunctionalInterface
  public interface ByteReader<T> {
    T from(DataInputStream in, int version) throws IOException;
  }

  /** Returns the written bytes, without a version. */
  public static byte[] bytes(ByteWriter writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.to(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Returns the version and the written bytes. */
  public byte[] write(ByteWriter writing) {
    return bytes(
        out -> {
          out.writeByte(version);
          writing.to(out);
        });
  }

  /** Reads a state; refuses one of another version, truncated, too long, or malformed. */
  public <T> T read(byte[] bytes, ByteReader<T> reading) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int found = in.readUnsignedByte();
      if (found < oldest || found > version) {
        throw new IllegalArgumentException(
            String.format(
                "the state has format version %d, and this version reads %d: use the version of"
                    + " spark-private-mean that wrote it",
                found, version));
      }
      T state = reading.from(in, found);
      if (in.read() >= 0) {
        throw new IOException("more bytes than a state has");
      }
      return state;
    } catch (IOException malformed) {
      throw new IllegalArgumentException("state is not the binary form of " + name, malformed);
    }
  }

  /** Writes numbers without their count. */
  public static void writeLongs(DataOutput out, long[] values) throws IOException {
    for (long value : values) {
      out.writeLong(value);
    }
  }

  /** Reads a number of longs; refuses fewer before memory is allocated. */
  public static long[] readLongs(DataInputStream in, int count) throws IOException {
    if (in.available() < (long) count * Long.BYTES) {
      throw new EOFException();
    }
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = in.readLong();
    }
    return values;
  }

  /** Reads a text as {@link DataOutput#writeUTF} writes it; refuses fewer bytes than it states. */
  public static String readText(DataInputStream in) throws IOException {
    in.mark(Short.BYTES);
    if (in.readUnsignedShort() > in.available()) {
      throw new EOFException();
    }
    in.reset();
    return in.readUTF();
  }

  /** Same as {@link #writeLongs}. */
  public static void writeDoubles(DataOutput out, double[] values) throws IOException {
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  /** Same as {@link #readLongs}. */
  public static double[] readDoubles(DataInputStream in, int count) throws IOException {
    return Arrays.stream(readLongs(in, count)).mapToDouble(Double::longBitsToDouble).toArray();
  }

  /** Writes bounds in 25 bytes: their kind and three numbers. */
  public static void writeBounds(DataOutput out, Bounds bounds) throws IOException {
    double[] numbers =
        bounds.byKind(
            s -> new double[] {0, s.radius(), s.sigmaMin(), s.sigmaMax()},
            b -> new double[] {1, b.bound(), b.resolution().orElse(NO_RESOLUTION), 0},
            b -> new double[] {2, b.bound(), b.resolution().orElse(NO_RESOLUTION), 0});
    out.writeByte((int) numbers[0]);
    for (int i = 1; i < numbers.length; i++) {
      out.writeDouble(numbers[i]);
    }
  }

  public static Bounds readBounds(DataInputStream in) throws IOException {
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
