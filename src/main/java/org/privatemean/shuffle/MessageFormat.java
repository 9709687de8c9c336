package org.privatemean.shuffle;

import java.io.Serializable;

/**
 * The number of bytes of a message: the same for all messages of a round, so that the length
 * reveals nothing. Label and body are in big-endian order.
 *
 * @param labelBytes bytes of the label, 1 to 4
 * @param bodyBytes bytes of the body, 0 to 8
 */
record MessageFormat(int labelBytes, int bodyBytes) implements Serializable {
  MessageFormat {
    if (labelBytes < 1 || labelBytes > 4 || bodyBytes < 0 || bodyBytes > 8) {
      throw new IllegalArgumentException(
          String.format(
              "a message has a label of 1 to 4 bytes and a body of 0 to 8. Provided: %d and %d",
              labelBytes, bodyBytes));
    }
  }

  /** Returns the shortest format of labels up to the largest and bodies of 0 to 62 bits. */
  static MessageFormat create(int largestLabel, int bodyBits) {
    int labelBits = Integer.SIZE - Integer.numberOfLeadingZeros(largestLabel);
    return new MessageFormat(Math.max(1, bytes(labelBits)), bytes(bodyBits));
  }

  private static int bytes(int bits) {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  int bytes() {
    return labelBytes + bodyBytes;
  }

  boolean holds(int label, long body) {
    return fits(label, labelBytes) && fits(body, bodyBytes);
  }

  private static boolean fits(long value, int bytes) {
    return value >= 0 && (bytes == Long.BYTES || value >>> (Byte.SIZE * bytes) == 0);
  }

  void put(int label, long body, byte[] target, int start) {
    putNumber(label, labelBytes, target, start);
    putNumber(body, bodyBytes, target, start + labelBytes);
  }

  private static void putNumber(long value, int bytes, byte[] target, int start) {
    for (int i = 0; i < bytes; i++) {
      target[start + i] = (byte) (value >>> (Byte.SIZE * (bytes - 1 - i)));
    }
  }

  /** Sends a message that {@link #put} wrote; a label of four bytes may be negative. */
  void send(byte[] source, int start, MessageSink messages) {
    int bodyStart = start + labelBytes;
    messages.send((int) get(source, start, labelBytes), get(source, bodyStart, bodyBytes));
  }

  private static long get(byte[] source, int start, int bytes) {
    long value = 0;
    for (int i = start; i < start + bytes; i++) {
      value = value << Byte.SIZE | (source[i] & 0xFF);
    }
    return value;
  }
}
