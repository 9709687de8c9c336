package org.privatemean.local.gaussian;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.privatemean.local.MalformedReportException;
import org.privatemean.local.MalformedReportException.RejectionReason;

/**
 * The report of a user about one coordinate in one round.
 *
 * <p>In bytes: the version, the stamp of the round's public state, four bytes; the coordinate and
 * the group, each in groups of seven bits, the lowest first, with the highest bit set on all but
 * the last; then the answer.
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
          bytes.length == 0 ? RejectionReason.LENGTH : RejectionReason.VERSION,
          "report must begin with version "
              + VERSION
              + (bytes.length == 0 ? ", and is empty" : ". Provided value: " + bytes[0]));
    }
    if (bytes.length < HEADER_BYTES) {
      throw new MalformedReportException(
          RejectionReason.LENGTH,
          "report must begin with a version and a stamp. Provided: " + bytes.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
    int stamp = in.getInt();
    int coordinate = readNumber(in);
    int group = readNumber(in);
    int length = in.remaining();
    if (length < 1 || length > MAX_ANSWER) {
      throw new MalformedReportException(
          RejectionReason.LENGTH,
          "report must have an answer of 1 to " + MAX_ANSWER + " bytes. Provided: " + length);
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
        in.hasRemaining() ? RejectionReason.RANGE : RejectionReason.LENGTH,
        "report must hold a coordinate and a group below 2^31. Provided: " + in.limit() + " bytes");
  }
}
