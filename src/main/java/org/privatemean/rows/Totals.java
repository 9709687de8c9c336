package org.privatemean.rows;

import org.privatemean.annotation.Internal;

/**
 * Compact binary form of the totals of a task: run lengths of zeros, and seven bits per byte of
 * other totals, signs last.
 */
@Internal
public final class Totals {
  private static final int MORE = 0x80;
  private static final int VALUE = 0x7f;

  private Totals() {}

  /**
   * Returns the binary form, whose length is computed first: only the totals and the result are in
   * memory.
   */
  public static byte[] pack(long[] totals) {
    return pack(0, totals);
  }

  /** Returns the binary form after a prefix of zero bytes for the caller. */
  public static byte[] pack(int room, long[] totals) {
    byte[] packed = new byte[Math.addExact(room, packedLength(totals))];
    int at = room;
    int k = 0;
    while (k < totals.length) {
      if (totals[k] != 0) {
        at = write(packed, at, signLast(totals[k]));
        k++;
      } else {
        int end = endOfZeros(totals, k);
        at = write(packed, at, 0);
        at = write(packed, at, end - k);
        k = end;
      }
    }
    return packed;
  }

  private static int packedLength(long[] totals) {
    long length = 0;
    int k = 0;
    while (k < totals.length) {
      if (totals[k] != 0) {
        length += length(signLast(totals[k]));
        k++;
      } else {
        int end = endOfZeros(totals, k);
        length += length(0) + length(end - k);
        k = end;
      }
    }
    return Math.toIntExact(length);
  }

  private static int endOfZeros(long[] totals, int first) {
    int end = first;
    while (end < totals.length && totals[end] == 0) {
      end++;
    }
    return end;
  }

  private static long signLast(long total) {
    return (total << 1) ^ (total >> 63);
  }

  /** Returns the number of seven-bit bytes of a value, at least one. */
  private static int length(long value) {
    return 1 + (Long.SIZE - 1 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  private static int write(byte[] packed, int first, long value) {
    int at = first;
    long left = value;
    while (left >>> 7 != 0) {
      packed[at++] = (byte) (((int) left & VALUE) | MORE);
      left >>>= 7;
    }
    packed[at++] = (byte) left;
    return at;
  }

  /**
   * Adds packed totals to others.
   *
   * @param totals of the packed length
   * @throws ArithmeticException if a total leaves the range of a long; public bounds prevent it
   */
  public static void addPacked(byte[] packed, long[] totals) {
    addPacked(packed, 0, totals);
  }

  /**
   * Adds totals that were packed after a prefix.
   *
   * @throws ArithmeticException if a total leaves the range of a long; public bounds prevent it
   */
  public static void addPacked(byte[] packed, int room, long[] totals) {
    int at = room;
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
