package org.privatemean.rows;

import java.io.ByteArrayOutputStream;

/**
 * A compact binary form of the totals of a task, most of which are zero in a histogram: runs of
 * zeros by their length, and other totals in seven bits a byte, signs last.
 */
public final class Totals {
  private static final int MORE = 0x80;
  private static final int VALUE = 0x7f;

  private Totals() {}

  /** The binary form: at most ten bytes a total, and a few bytes a run of zeros. */
  public static byte[] pack(long[] totals) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 10);
    int k = 0;
    while (k < totals.length) {
      if (totals[k] != 0) {
        write(bytes, (totals[k] << 1) ^ (totals[k] >> 63));
        k++;
      } else {
        int first = k;
        while (k < totals.length && totals[k] == 0) {
          k++;
        }
        write(bytes, 0);
        write(bytes, k - first);
      }
    }
    return bytes.toByteArray();
  }

  private static void write(ByteArrayOutputStream bytes, long value) {
    long left = value;
    while (left >>> 7 != 0) {
      bytes.write(((int) left & VALUE) | MORE);
      left >>>= 7;
    }
    bytes.write((int) left);
  }

  /**
   * Adds packed totals to others.
   *
   * @param totals as many as were packed
   * @throws ArithmeticException if a total leaves the range of a long; public bounds prevent it
   */
  public static void addPacked(byte[] packed, long[] totals) {
    int at = 0;
    int k = 0;
    while (at < packed.length) {
      long value = 0;
      int shift = 0;
      while (packed[at] < 0) {
        value |= (long) (packed[at++] & VALUE) << shift;
        shift += 7;
      }
      value |= (long) packed[at++] << shift;
      if (value == 0) {
        int run = 0;
        shift = 0;
        while (packed[at] < 0) {
          run |= (packed[at++] & VALUE) << shift;
          shift += 7;
        }
        run |= packed[at++] << shift;
        k += run;
      } else {
        totals[k] = Math.addExact(totals[k], (value >>> 1) ^ -(value & 1));
        k++;
      }
    }
  }
}
