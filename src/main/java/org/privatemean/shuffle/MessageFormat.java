package org.privatemean.shuffle;

import java.io.Serializable;

/**
 * The number of bytes of a message: the same for all messages of a round, so that the length
 * reveals nothing.
 *
 * @param labelBytes bytes of the label, 1 to 4
 * @param bodyBytes bytes of the body, 0 to 8
 */
record MessageFormat(int labelBytes, int bodyBytes) implements Serializable {
  /** Validates the sizes. */
  public MessageFormat {
    if (labelBytes < 1 || labelBytes > 4 || bodyBytes < 0 || bodyBytes > 8) {
      throw new IllegalArgumentException(
          String.format(
              "a message has a label of 1 to 4 bytes and a body of 0 to 8. Provided: %d and %d",
              labelBytes, bodyBytes));
    }
  }

  /**
   * Returns the shortest format.
   *
   * @param largestLabel at least 0
   * @param bodyBits bits of the body, 0 to 62
   */
  public static MessageFormat create(int largestLabel, int bodyBits) {
    int labelBits = Integer.SIZE - Integer.numberOfLeadingZeros(largestLabel);
    return new MessageFormat(Math.max(1, bytes(labelBits)), bytes(bodyBits));
  }

  private static int bytes(int bits) {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the bytes of a message. */
  public int bytes() {
    return labelBytes + bodyBytes;
  }

  boolean holds(int label, long body) {
    return fits(label, labelBytes) && fits(body, bodyBytes);
  }

  private static boolean fits(long value, int bytes) {
    return value >= 0 && (bytes == Long.BYTES || value >>> (Byte.SIZE * bytes) == 0);
  }
}
