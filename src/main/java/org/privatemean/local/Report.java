package org.privatemean.local;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;
import org.privatemean.annotation.Internal;

/** The report of a device: a byte for version and kind, four for the {@link #stamp}, and fields. */
@Internal
public final class Report implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;

  private Report(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Creates the report of some bytes, which are checked when read. */
  public static Report of(byte[] bytes) {
    return new Report(bytes.clone());
  }

  /** Returns the first 32 bits of a state's SHA-256, its mark in reports: no proof of origin. */
  public static int stamp(String digest) {
    return HexFormat.fromHexDigits(digest, 0, 2 * Integer.BYTES);
  }

  public byte[] toBytes() {
    return bytes.clone();
  }

  public int size() {
    return bytes.length;
  }

  int unsignedByte(int index) {
    return bytes[index] & 0xFF;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Report that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Report(" + HexFormat.of().formatHex(bytes) + ")";
  }
}
