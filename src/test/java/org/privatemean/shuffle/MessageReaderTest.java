package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.protocol.PublicState;

/** A stream of messages is read as it was written, or refused. */
final class MessageReaderTest {
  private static final PublicState STATE = () -> PublicState.digestOf(new byte[] {1});
  private static final PublicState OTHER = () -> PublicState.digestOf(new byte[] {2});

  /** Notes what it sees. */
  private static final class Log implements Analyzer<Log> {
    private static final long serialVersionUID = 1L;

    private final ArrayList<String> seen = new ArrayList<>();

    @Override
    public void send(int label, long body) {
      seen.add(label + ":" + body);
    }

    @Override
    public void merge(Log other) {
      seen.addAll(other.seen);
    }

    @Override
    public long malformed() {
      return 0;
    }
  }

  private static byte[] written(MessageFormat format, long[][] messages) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (MessageWriter writer = MessageWriter.open(bytes, STATE, format, messages.length)) {
      for (long[] message : messages) {
        writer.send((int) message[0], message[1]);
      }
    }
    return bytes.toByteArray();
  }

  private static List<String> read(byte[] bytes, PublicState state, MessageFormat format)
      throws IOException {
    return MessageReader.read(new ByteArrayInputStream(bytes), state, format, new Log()).seen;
  }

  private static String refusal(byte[] bytes, PublicState state, MessageFormat format) {
    return assertThrows(IOException.class, () -> read(bytes, state, format)).getMessage();
  }

  @ParameterizedTest
  @CsvSource({"0,0,1", "255,0,1", "256,1,3", "65536,62,11", "2147483647,40,9"})
  void read_writtenBytes_isTheSame(int largestLabel, int bodyBits, int bytes) throws IOException {
    MessageFormat format = MessageFormat.create(largestLabel, bodyBits);
    assertEquals(bytes, format.bytes());
    long largest = bodyBits == 0 ? 0 : (1L << bodyBits) - 1;
    long[][] messages = {{largestLabel, largest}, {0, 0}, {largestLabel / 2, largest / 3}};
    byte[] stream = written(format, messages);
    assertEquals(4 + 1 + 32 + 2 + 8 + 3 * bytes + 4, stream.length);
    assertEquals(
        Arrays.stream(messages).map(m -> m[0] + ":" + m[1]).toList(), read(stream, STATE, format));
    assertEquals(List.of(), read(written(format, new long[0][]), STATE, format));
  }

  @Test
  void read_everyCutAndEveryFlippedBit_isRefused() throws IOException {
    MessageFormat format = MessageFormat.create(300, 12);
    byte[] stream = written(format, new long[][] {{1, 2}, {300, 4095}, {7, 0}});
    for (int length = 0; length < stream.length; length++) {
      byte[] cut = Arrays.copyOf(stream, length);
      assertTrue(refusal(cut, STATE, format).contains("cut off"));
    }
    for (int bit = 0; bit < 8 * stream.length; bit++) {
      byte[] damaged = stream.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThrows(IOException.class, () -> read(damaged, STATE, format), "bit " + bit);
    }
    byte[] longer = Arrays.copyOf(stream, stream.length + 1);
    assertTrue(refusal(longer, STATE, format).contains("more bytes"));
  }

  @Test
  void read_ofAnotherStateFormatOrVersion_namesTheDifference() throws IOException {
    MessageFormat format = MessageFormat.create(9, 8);
    byte[] stream = written(format, new long[][] {{1, 2}});
    assertTrue(refusal(stream, OTHER, format).contains("another public state"));
    assertTrue(refusal(stream, STATE, MessageFormat.create(9, 9)).contains("1 + 1 bytes"));
    byte[] newer = stream.clone();
    newer[4] = 2;
    assertTrue(refusal(newer, STATE, format).contains("format version 2"));
    assertTrue(refusal(new byte[80], STATE, format).contains("not a stream"));
  }

  @Test
  void send_unannouncedOrMalformed_isRefused() throws IOException {
    MessageFormat format = MessageFormat.create(9, 8);
    MessageWriter writer = MessageWriter.open(OutputStream.nullOutputStream(), STATE, format, 1);
    assertThrows(IllegalArgumentException.class, () -> writer.send(256, 0));
    assertThrows(IllegalArgumentException.class, () -> writer.send(-1, 0));
    assertThrows(IllegalArgumentException.class, () -> writer.send(1, 256));
    assertThrows(IllegalArgumentException.class, () -> writer.send(1, -1));
    assertThrows(IOException.class, writer::close);
    MessageWriter full = MessageWriter.open(OutputStream.nullOutputStream(), STATE, format, 1);
    full.send(1, 1);
    assertThrows(IllegalStateException.class, () -> full.send(1, 1));
    full.close();
    assertThrows(
        IllegalArgumentException.class,
        () -> MessageWriter.open(OutputStream.nullOutputStream(), STATE, format, -1));
    PublicState odd = () -> "00";
    assertThrows(
        IllegalArgumentException.class,
        () -> MessageWriter.open(OutputStream.nullOutputStream(), odd, format, 1));
    assertThrows(IllegalArgumentException.class, () -> new MessageFormat(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new MessageFormat(5, 1));
    assertThrows(IllegalArgumentException.class, () -> new MessageFormat(1, 9));
  }
}
