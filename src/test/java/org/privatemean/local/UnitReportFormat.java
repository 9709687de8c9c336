package org.privatemean.local;

import java.nio.ByteBuffer;
import org.privatemean.local.MalformedReportException.RejectionReason;

/**
 * The bytes of a report, most significant first:
 *
 * <pre>  version (1) | kind (1) | fingerprint of the parameters (4) | number of coordinates (4)
 *  | seed (8, ProjUnit only) | coordinates (2 each)</pre>
 */
final class UnitReportFormat {

  static final byte PRIV_UNIT = 1;
  public static final byte PROJ_UNIT = 2;

  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 10;

  private UnitReportFormat() {}

  /** Returns the number of bytes of a report. */
  public static int size(int coordinates, int extraBytes) {
    return HEADER_BYTES + extraBytes + Short.BYTES * coordinates;
  }

  /** Writes the header of a report into its bytes and returns the rest. */
  public static ByteBuffer header(byte[] bytes, byte kind, int fingerprint, int coordinates) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return buffer.put(VERSION).put(kind).putInt(fingerprint).putInt(coordinates);
  }

  /**
   * Checks everything that does not need the parameters.
   *
   * @return the bytes, to be read from the fingerprint on
   * @throws MalformedReportException if these are not the bytes of a report of this kind
   */
  public static ByteBuffer open(byte[] bytes, byte kind, int extraBytes) {
    if (bytes.length < HEADER_BYTES) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    checkByte(RejectionReason.VERSION, buffer.get(), VERSION);
    checkByte(RejectionReason.KIND, buffer.get(), kind);
    int coordinates = buffer.getInt(HEADER_BYTES - Integer.BYTES);
    long size = HEADER_BYTES + extraBytes + (long) Short.BYTES * coordinates;
    if (coordinates < 1 || bytes.length != size) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
    return buffer;
  }

  private static void checkByte(RejectionReason reason, byte found, byte expected) {
    if (found != expected) {
      throw new MalformedReportException(reason);
    }
  }

  /**
   * Reads the coordinates at the end of the bytes.
   *
   * @throws MalformedReportException if one of them is -32768, which no randomizer sends
   */
  public static short[] coordinates(ByteBuffer buffer, int count) {
    short[] coordinates = new short[count];
    buffer.asShortBuffer().get(coordinates);
    for (int j = 0; j < count; j++) {
      if (coordinates[j] == Short.MIN_VALUE) {
        throw new MalformedReportException(RejectionReason.RANGE);
      }
    }
    return coordinates;
  }
}
