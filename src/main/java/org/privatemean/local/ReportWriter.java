package org.privatemean.local;

import java.util.Arrays;
import org.privatemean.privacy.Checks;

/** A writer of the fields of a report, the most significant bit first. */
final class ReportWriter {
  /** The kinds of reports, 1 to 15, never reused: 2 was that of a hierarchy. */
  static final int HAAR = 1;

  static final int VECTOR = 3;

  /** The only format version that this library writes and reads. */
  static final int VERSION = 1;

  static final int BUNDLE_VERSION = 2;
  static final int HEADER_BYTES = 1 + Integer.BYTES;

  private byte[] bytes = new byte[16];
  private int position;

  public ReportWriter(int kind, int stamp) {
    this(VERSION, kind, stamp);
  }

  private ReportWriter(int version, int kind, int stamp) {
    put(version, 4);
    put(kind, 4);
    put(stamp, Integer.SIZE);
  }

  /** Starts a user's bundle of a round: one header, then the fields of each report. */
  public static ReportWriter forBundle(int kind, int stamp, int count) {
    Checks.argument("count", count >= 1, "at least 1", count);
    ReportWriter out = new ReportWriter(BUNDLE_VERSION, kind, stamp);
    out.put(count, Integer.SIZE);
    return out;
  }

  /** Writes the lowest {@code count} bits of a value, 0 to 63. */
  public void put(long value, int count) {
    int end = (position + count + 7) / 8;
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
    }
    for (int left = count; left > 0; ) {
      int room = 8 - (position & 7);
      int taken = Math.min(room, left);
      left -= taken;
      long part = (value >>> left) & ((1 << taken) - 1);
      bytes[position >> 3] |= (byte) (part << (room - taken));
      position += taken;
    }
  }

  public static long bytesFor(long bits) {
    return HEADER_BYTES + (bits + 7) / 8;
  }

  public Report report() {
    return Report.of(toBytes());
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, (position + 7) / 8);
  }
}
