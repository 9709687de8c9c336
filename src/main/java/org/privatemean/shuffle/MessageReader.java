package org.privatemean.shuffle;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.privatemean.protocol.PublicState;

/**
 * A reader of the format of {@link MessageWriter}.
 *
 * @since 0.1.0
 */
public final class MessageReader {
  private final CheckedInputStream checked;
  private final DataInputStream in;

  private MessageReader(InputStream in) {
    this.checked = new CheckedInputStream(new BufferedInputStream(in), new CRC32C());
    this.in = new DataInputStream(checked);
  }

  /**
   * Sends the messages of a stream to a new analyzer, and returns it only if the stream was
   * complete.
   *
   * @param in one stream of messages to its end; closed by the caller
   * @param state the public state that the messages must answer
   * @param format the required format
   * @param analyzer an empty analyzer of the round
   * @throws IOException if reading fails, or the stream is of another version, state or round,
   *     truncated, longer than stated or damaged: the analyzer has then seen a part of it and must
   *     not be used
   */
  public static <A extends Analyzer<A>> A read(
      InputStream in, PublicState state, MessageFormat format, A analyzer) throws IOException {
    MessageReader reader = new MessageReader(in);
    try {
      reader.readAll(state, format, analyzer);
    } catch (EOFException early) {
      throw new IOException("the messages are cut off: have them written again", early);
    }
    return analyzer;
  }

  private void readAll(PublicState state, MessageFormat format, MessageSink analyzer)
      throws IOException {
    long count = readHeader(state, format);
    byte[] message = new byte[format.bytes()];
    for (long i = 0; i < count; i++) {
      in.readFully(message);
      format.send(message, 0, analyzer);
    }
    int expected = (int) checked.getChecksum().getValue();
    if (in.readInt() != expected) {
      throw new IOException("the messages are damaged (checksum): have them written again");
    }
    if (in.read() >= 0) {
      throw new IOException("there are more bytes than the messages announced");
    }
  }

  private long readHeader(PublicState state, MessageFormat format) throws IOException {
    if (in.readInt() != MessageWriter.MAGIC) {
      throw new IOException("this is not a stream of shuffled messages");
    }
    int version = in.readUnsignedByte();
    if (version != MessageWriter.VERSION) {
      throw new IOException(
          String.format(
              "the messages have format version %d, and this version reads %d: use the version of"
                  + " spark-private-mean that wrote them",
              version, MessageWriter.VERSION));
    }
    byte[] digest = in.readNBytes(MessageWriter.DIGEST_BYTES);
    if (digest.length < MessageWriter.DIGEST_BYTES) {
      throw new EOFException();
    }
    if (!Arrays.equals(digest, MessageWriter.digest(state))) {
      throw new IOException("the messages answer another public state: another run or round");
    }
    int labelBytes = in.readUnsignedByte();
    int bodyBytes = in.readUnsignedByte();
    if (labelBytes != format.labelBytes() || bodyBytes != format.bodyBytes()) {
      throw new IOException(
          String.format(
              "the messages have %d + %d bytes, and those of this round have %d + %d",
              labelBytes, bodyBytes, format.labelBytes(), format.bodyBytes()));
    }
    long count = in.readLong();
    if (count < 0) {
      throw new IOException("the number of messages is damaged: " + count);
    }
    return count;
  }
}
