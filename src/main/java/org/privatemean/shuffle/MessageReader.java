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
  private MessageReader() {}

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
    CheckedInputStream checked = new CheckedInputStream(new BufferedInputStream(in), new CRC32C());
    DataInputStream data = new DataInputStream(checked);
    try {
      byte[] message = new byte[format.bytes()];
      for (long left = readHeader(data, state, format); left > 0; left--) {
        data.readFully(message);
        format.send(message, 0, analyzer);
      }
      int expected = (int) checked.getChecksum().getValue();
      if (data.readInt() != expected) {
        throw new IOException("the messages are damaged (checksum): have them written again");
      }
      if (data.read() >= 0) {
        throw new IOException("there are more bytes than the messages announced");
      }
    } catch (EOFException early) {
      throw new IOException("the messages are cut off: have them written again", early);
    }
    return analyzer;
  }

  /** Returns the number of messages that follow. */
  private static long readHeader(DataInputStream in, PublicState state, MessageFormat format)
      throws IOException {
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
