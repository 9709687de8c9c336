package org.privatemean.local;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.privatemean.local.MalformedReportException.RejectionReason;

/**
 * The report of a user about one coordinate in one round: the version and the stamp of the public
 * state, 1 and 4 bytes; coordinate, which is 0, and group, in groups of seven bits, the lowest
 * first, with the highest bit set on all but the last; the answer.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record GaussianReport(int stamp, int coordinate, int group, byte[] answer) {
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 1 + Integer.BYTES;
  private static final int MAX_ANSWER = OneHot.MAX_BINS / 8 + 1;

  byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(8 + answer.length);
    out.write(VERSION);
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(stamp).array());
    writeNumber(coordinate, out);
    writeNumber(group, out);
    out.writeBytes(answer);
    return out.toByteArray();
  }

  private static void writeNumber(int number, ByteArrayOutputStream out) {
    int rest = number;
    while (rest >>> 7 != 0) {
      out.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  static GaussianReport fromBytes(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] != VERSION) {
      throw new MalformedReportException(
          bytes.length == 0 ? RejectionReason.LENGTH : RejectionReason.VERSION);
    }
    if (bytes.length < HEADER_BYTES) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
    int stamp = in.getInt();
    int coordinate = readNumber(in);
    int group = readNumber(in);
    if (!in.hasRemaining() || in.remaining() > MAX_ANSWER) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
    byte[] answer = Arrays.copyOfRange(bytes, in.position(), bytes.length);
    return new GaussianReport(stamp, coordinate, group, answer);
  }

  private static int readNumber(ByteBuffer in) {
    long number = 0;
    for (int shift = 0; shift <= 28 && in.hasRemaining(); shift += 7) {
      byte part = in.get();
      number |= (long) (part & 0x7F) << shift;
      if (part >= 0) {
        boolean oneForm = part != 0 || shift == 0;
        if (oneForm && number <= Integer.MAX_VALUE) {
          return (int) number;
        }
        break;
      }
    }
    throw new MalformedReportException(
        in.hasRemaining() ? RejectionReason.RANGE : RejectionReason.LENGTH);
  }
}
