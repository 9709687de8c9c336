package org.privatemean.shuffle;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.privatemean.privacy.Checks;
import org.privatemean.protocol.PublicState;

/**
 * A writer of the shuffled messages of a round for a remote analyzer, so that a mix or an
 * aggregation service can stand between users and server. The bytes are on the page wire-format.md,
 * "The shuffled stream". The order of the messages is kept: shuffle first.
 *
 * @since 0.1.0
 */
public final class MessageWriter implements MessageSink, Closeable {
  static final int MAGIC = 0x504D5347;
  static final int VERSION = 1;
  static final int DIGEST_BYTES = 32;

  private final CheckedOutputStream checked;
  private final DataOutputStream out;
  private final MessageFormat format;
  private final byte[] message;
  private final long count;
  private long written;

  private MessageWriter(OutputStream out, MessageFormat format, long count) {
    this.checked = new CheckedOutputStream(new BufferedOutputStream(out), new CRC32C());
    this.out = new DataOutputStream(checked);
    this.format = format;
    this.message = new byte[format.bytes()];
    this.count = count;
  }

  /**
   * Starts a stream of messages.
   *
   * @param out target; closed with this writer
   * @param state the public state before the round
   * @param format of the round's messages
   * @param count number of messages to come, at least 0
   * @throws IOException if writing fails
   * @throws IllegalArgumentException if the count is negative
   */
  public static MessageWriter open(
      OutputStream out, PublicState state, MessageFormat format, long count) throws IOException {
    Checks.argument("count", count >= 0, "at least 0", count);
    MessageWriter writer = new MessageWriter(out, format, count);
    writer.out.writeInt(MAGIC);
    writer.out.writeByte(VERSION);
    writer.out.write(digest(state));
    writer.out.writeByte(format.labelBytes());
    writer.out.writeByte(format.bodyBytes());
    writer.out.writeLong(count);
    return writer;
  }

  static byte[] digest(PublicState state) {
    byte[] digest = HexFormat.of().parseHex(state.digest());
    if (digest.length != DIGEST_BYTES) {
      throw new IllegalArgumentException("a state's digest has 32 bytes: " + state.digest());
    }
    return digest;
  }

  /**
   * Writes one message.
   *
   * @throws IllegalArgumentException if it does not have the format of the round
   * @throws IllegalStateException if all announced messages are written
   * @throws UncheckedIOException if writing fails
   */
  @Override
  public void send(int label, long body) {
    if (!format.holds(label, body)) {
      throw new IllegalArgumentException(
          "a message that does not belong to the round cannot be written: refuse it where it comes in");
    }
    if (written == count) {
      throw new IllegalStateException("more messages than the " + count + " announced");
    }
    try {
      format.put(label, body, message, 0);
      out.write(message);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    written++;
  }

  /**
   * Ends the stream; readers reject it if messages are missing.
   *
   * @throws IOException if writing fails, or messages are missing
   */
  @Override
  public void close() throws IOException {
    try (out) {
      if (written != count) {
        throw new IOException(String.format("%d of %d messages were written", written, count));
      }
      out.writeInt((int) checked.getChecksum().getValue());
    }
  }
}
