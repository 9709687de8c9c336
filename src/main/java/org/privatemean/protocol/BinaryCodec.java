package org.privatemean.protocol;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The frame of a public state's binary form: a version byte, and then everything that the state
 * writes, numbers in big-endian order, to the last byte.
 */
public final class BinaryCodec {
  private final String name;
  private final int oldest;
  private final int version;

  private BinaryCodec(String name, int oldest, int version) {
    this.name = name;
    this.oldest = oldest;
    this.version = version;
  }

  /**
   * Creates the codec of one kind of state.
   *
   * @param name of the state for messages, such as "a local mean's public state"
   * @param version 0 to 255; a new one for every change of the format
   */
  public static BinaryCodec of(String name, int version) {
    return of(name, version, version);
  }

  /**
   * Creates the codec of one kind of state that also reads older versions.
   *
   * @param name of the state for messages
   * @param oldest oldest version that is read, at most {@code version}
   * @param version the version that is written
   */
  public static BinaryCodec of(String name, int oldest, int version) {
    return new BinaryCodec(name, oldest, version);
  }

  @FunctionalInterface
  public interface ByteWriter {
    void to(DataOutputStream out) throws IOException;
  }

  /**
   * A reader of a written state.
   *
   * @param <T> type of the result
   */
  @FunctionalInterface
  public interface ByteReader<T> {
    /**
     * Reads everything.
     *
     * @throws IOException if the bytes are malformed
     */
    T from(DataInputStream in) throws IOException;
  }

  /**
   * A reader of a state of one of several versions.
   *
   * @param <T> type of the result
   */
  @FunctionalInterface
  public interface VersionedReading<T> {
    /**
     * Reads everything.
     *
     * @throws IOException if the bytes are malformed
     */
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

  /**
   * Reads a state to its end.
   *
   * @throws IllegalArgumentException if it is of another version, truncated, too long, or malformed
   */
  public <T> T read(byte[] bytes, ByteReader<T> reading) {
    return readVersioned(bytes, (in, any) -> reading.from(in));
  }

  /** Same as {@link #read}, with the version as an argument of the reading. */
  public <T> T readVersioned(byte[] bytes, VersionedReading<T> reading) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int found = in.readUnsignedByte();
      checkVersion(found);
      T state = reading.from(in, found);
      if (in.read() >= 0) {
        throw new IOException("more bytes than a state has");
      }
      return state;
    } catch (IOException malformed) {
      throw new IllegalArgumentException("state is not the binary form of " + name, malformed);
    }
  }

  private void checkVersion(int found) {
    if (found < oldest || found > version) {
      throw new IllegalArgumentException(
          String.format(
              "the state has format version %d, and this version reads %d: use the version of"
                  + " spark-private-mean that wrote it",
              found, version));
    }
  }

  /** Writes numbers without their count. */
  public static void writeLongs(DataOutput out, long[] values) throws IOException {
    for (long value : values) {
      out.writeLong(value);
    }
  }

  /**
   * Reads a number of longs.
   *
   * @throws IOException if there are fewer, before memory is allocated
   */
  public static long[] readLongs(DataInputStream in, int count) throws IOException {
    checkLeft(in, count);
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = in.readLong();
    }
    return values;
  }

  private static void checkLeft(DataInputStream in, int count) throws IOException {
    if (in.available() < (long) count * Long.BYTES) {
      throw new EOFException();
    }
  }

  /** Same as {@link #writeLongs}. */
  public static void writeDoubles(DataOutput out, double[] values) throws IOException {
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  /** Same as {@link #readLongs}. */
  public static double[] readDoubles(DataInputStream in, int count) throws IOException {
    checkLeft(in, count);
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = in.readDouble();
    }
    return values;
  }
}
