package org.privatemean.local.gaussian;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.privatemean.local.unit.MalformedReportException;
import org.privatemean.local.unit.MalformedReportException.RejectionReason;

/**
 * The report of a user about one coordinate in one round: its public address, and the randomized
 * answer. Immutable.
 *
 * <p>In bytes: the version, {@value #VERSION}; the stamp of the round's public state, four bytes;
 * the coordinate and the group, each in groups of seven bits, the lowest first, with the highest
 * bit set on all but the last; then the answer: one byte for a choice, four for a noisy position,
 * one bit per bin of a histogram. A choice takes 8 bytes for up to 128 coordinates.
 */
public final class GaussianReport {
  public static final int VERSION = 1;

  private static final int HEADER_BYTES = 1 + Integer.BYTES;
  private static final int MAX_ANSWER = OneHot.MAX_BINS / 8 + 1;

  private final int stamp;
  private final int coordinate;
  private final int group;
  private final byte[] answer;

  GaussianReport(int stamp, int coordinate, int group, byte[] answer) {
    this.stamp = stamp;
    this.coordinate = coordinate;
    this.group = group;
    this.answer = answer;
  }

  int stamp() {
    return stamp;
  }

  /** Returns the coordinate, from 0. */
  public int coordinate() {
    return coordinate;
  }

  /** Returns the group, from 0. */
  public int group() {
    return group;
  }

  byte[] answer() {
    return answer.clone();
  }

  public byte[] toBytes() {
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

  /**
   * Reads the binary form.
   *
   * @throws MalformedReportException if the bytes are of another version, truncated, or not a
   *     report
   */
  public static GaussianReport fromBytes(byte[] bytes) {
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
    int[] position = {HEADER_BYTES};
    int stamp = ByteBuffer.wrap(bytes).getInt(1);
    int coordinate = readNumber(bytes, position);
    int group = readNumber(bytes, position);
    int length = bytes.length - position[0];
    if (length < 1 || length > MAX_ANSWER) {
      throw new MalformedReportException(
          RejectionReason.LENGTH,
          "report must have an answer of 1 to " + MAX_ANSWER + " bytes. Provided: " + length);
    }
    return new GaussianReport(
        stamp, coordinate, group, Arrays.copyOfRange(bytes, position[0], bytes.length));
  }

  private static int readNumber(byte[] bytes, int[] position) {
    long number = 0;
    for (int shift = 0; shift <= 28 && position[0] < bytes.length; shift += 7) {
      byte part = bytes[position[0]++];
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
        position[0] < bytes.length ? RejectionReason.RANGE : RejectionReason.LENGTH,
        "report must hold a coordinate and a group below 2^31. Provided: "
            + bytes.length
            + " bytes");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GaussianReport that
        && stamp == that.stamp
        && coordinate == that.coordinate
        && group == that.group
        && Arrays.equals(answer, that.answer);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * stamp + coordinate) + group) + Arrays.hashCode(answer);
  }

  @Override
  public String toString() {
    return "Report[stamp="
        + Integer.toHexString(stamp)
        + ", coordinate="
        + coordinate
        + ", group="
        + group
        + ", answer="
        + Arrays.toString(answer)
        + "]";
  }
}
