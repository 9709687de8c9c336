package org.privatemean.shuffle;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.privatemean.annotation.Internal;
import org.privatemean.protocol.PublicState;
import org.privatemean.shuffle.MalformedBundleException.BundleFault;

/**
 * All messages of one user for a round, sent to the shuffler together and accepted as a whole or
 * not at all: transport losses or repetitions affect whole users, never parts of one.
 *
 * <p>The format, numbers in big-endian order: version, 1 byte; 0 for an open bundle and 1 for a
 * sealed one, 1 byte; the SHA-256 of the public state that it answers, 32 bytes; the number of the
 * user's batch, 4 bytes, from 0; the number of slots, 4 bytes; bytes of a slot, 2 bytes; then the
 * slots. An open slot is 1 and a message, label and body, or zeros if it is blank. All bundles of a
 * round have the same length ({@link BundleFormat}). An open bundle is for simulations: it shows
 * the row's messages together, which hide nothing.
 */
@Internal
public final class MessageBundle implements MessageSink {
  static final int VERSION = 1;

  public static final int HEADER_BYTES =
      2 + MessageWriter.DIGEST_BYTES + 2 * Integer.BYTES + Short.BYTES;

  private final BundleFormat format;
  private final byte[] slots;
  private int sent;

  /** Creates an empty bundle. */
  public MessageBundle(BundleFormat format) {
    this.format = format;
    this.slots = new byte[format.slots() * format.slotBytes()];
  }

  /**
   * {@inheritDoc} A message without a free slot is counted and dropped.
   *
   * @throws IllegalArgumentException if it does not have the format of the round
   */
  @Override
  public void send(int label, long body) {
    if (!format.message().holds(label, body)) {
      throw new IllegalArgumentException("a message that is none of the round: label " + label);
    }
    if (sent < format.slots()) {
      int start = sent * format.slotBytes();
      slots[start] = 1;
      put(label, format.message().labelBytes(), start + BundleFormat.FLAG_BYTES);
      int bodyStart = start + BundleFormat.FLAG_BYTES + format.message().labelBytes();
      put(body, format.message().bodyBytes(), bodyStart);
    }
    sent++;
  }

  private void put(long value, int bytes, int start) {
    for (int i = 0; i < bytes; i++) {
      slots[start + i] = (byte) (value >>> (Byte.SIZE * (bytes - 1 - i)));
    }
  }

  /** Returns true if there were more messages than slots: then all must be drawn again. */
  public boolean overflows() {
    return sent > format.slots();
  }

  /** Returns a copy of an open slot. */
  public byte[] slot(int index) {
    int bytes = format.slotBytes();
    return Arrays.copyOfRange(slots, index * bytes, (index + 1) * bytes);
  }

  /**
   * Returns the open bundle.
   *
   * @param state the public state before the round
   * @param batch the user's batch, at least 0
   * @throws IllegalStateException if it {@link #overflows}
   */
  public byte[] toBytes(PublicState state, int batch) {
    checkWhole();
    byte[] out = header(false, state, batch, format.slots(), format.slotBytes(), slots.length);
    System.arraycopy(slots, 0, out, HEADER_BYTES, slots.length);
    return out;
  }

  /**
   * Checks that no message is missing.
   *
   * @throws IllegalStateException if it {@link #overflows}
   */
  public void checkWhole() {
    if (overflows()) {
      throw new IllegalStateException(
          String.format("%d messages for %d slots: draw again", sent, format.slots()));
    }
  }

  /** Returns a header, followed by {@code rest} zero bytes. */
  public static byte[] header(
      boolean sealed, PublicState state, int batch, int slots, int slotBytes, int rest) {
    return ByteBuffer.allocate(HEADER_BYTES + rest)
        .put((byte) VERSION)
        .put((byte) (sealed ? 1 : 0))
        .put(MessageWriter.digest(state))
        .putInt(batch)
        .putInt(slots)
        .putShort((short) slotBytes)
        .array();
  }

  /**
   * Checks a header and returns the number of the batch.
   *
   * @param bundle as received
   * @param expected the header of batch 0, with the total number of bytes
   * @param batches number of batches
   * @throws MalformedBundleException if it differs in anything but the batch
   */
  public static int batch(byte[] bundle, byte[] expected, int batches)
      throws MalformedBundleException {
    int batchStart = 2 + MessageWriter.DIGEST_BYTES;
    int batchEnd = batchStart + Integer.BYTES;
    if (bundle.length < HEADER_BYTES) {
      throw new MalformedBundleException(BundleFault.LENGTH);
    }
    if (!Arrays.equals(bundle, 0, 2, expected, 0, 2)) {
      throw new MalformedBundleException(BundleFault.VERSION);
    }
    if (!Arrays.equals(bundle, 2, batchStart, expected, 2, batchStart)) {
      throw new MalformedBundleException(BundleFault.STATE);
    }
    if (bundle.length != expected.length
        || !Arrays.equals(bundle, batchEnd, HEADER_BYTES, expected, batchEnd, HEADER_BYTES)) {
      throw new MalformedBundleException(BundleFault.LENGTH);
    }
    int batch = ByteBuffer.wrap(bundle).getInt(batchStart);
    if (batch < 0 || batch >= batches) {
      throw new MalformedBundleException(BundleFault.BATCH);
    }
    return batch;
  }

  /**
   * Checks an open bundle and returns the number of its batch; its slots follow the header.
   *
   * @throws MalformedBundleException if it is not of the round
   */
  public static int openBatch(byte[] bundle, BundleFormat format, PublicState state, int batches)
      throws MalformedBundleException {
    int rest = format.slots() * format.slotBytes();
    byte[] expected = header(false, state, 0, format.slots(), format.slotBytes(), rest);
    return batch(bundle, expected, batches);
  }

  /** Returns true if an open slot is blank: all zeros, and of the right length. */
  public static boolean isBlank(byte[] slot, BundleFormat format) {
    return Arrays.equals(slot, new byte[format.slotBytes()]);
  }

  /**
   * Sends the message of an open slot.
   *
   * @return whether it holds a message; a slot that holds none and is not blank is not from an
   *     honest user
   */
  public static boolean open(byte[] slot, MessageFormat format, MessageSink messages) {
    if (slot.length != BundleFormat.FLAG_BYTES + format.bytes() || slot[0] != 1) {
      return false;
    }
    int bodyStart = BundleFormat.FLAG_BYTES + format.labelBytes();
    // A label of four bytes may be negative; no analyzer accepts it.
    int label = (int) get(slot, BundleFormat.FLAG_BYTES, bodyStart);
    messages.send(label, get(slot, bodyStart, slot.length));
    return true;
  }

  private static long get(byte[] bytes, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = value << Byte.SIZE | (bytes[i] & 0xFF);
    }
    return value;
  }
}
