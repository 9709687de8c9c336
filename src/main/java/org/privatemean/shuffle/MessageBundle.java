package org.privatemean.shuffle;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.PublicState;

/**
 * All messages of one user for a round, sent to the shuffler together and accepted as a whole or
 * not at all (wire-format.md, "Shuffle bundles"). An open bundle is for simulations: it hides
 * nothing.
 *
 * <p><b>Seals.</b> Every slot, blank or not, is sealed to the server, and all together to the
 * shuffler, with the state and batch as associated data. Sealing again gives another bundle, which
 * the shuffler would refuse as the user's second: a device keeps the bytes.
 */
@Internal
public final class MessageBundle implements MessageSink {
  private static final int VERSION = 1;

  /** Position of the digest in the header, after version and kind. */
  static final int DIGEST_START = 2;

  static final int BATCH_START = DIGEST_START + MessageWriter.DIGEST_BYTES;
  static final int BATCH_END = BATCH_START + Integer.BYTES;

  /** The purpose of a slot's seal. A text sealed for one purpose does not open for another. */
  static final byte[] FOR_SERVER = purpose("message to the server");

  /** The purpose of the seal of all slots together. */
  static final byte[] FOR_SHUFFLER = purpose("bundle to the shuffler");

  private final BundleFormat format;
  private final byte[] slots;
  private int sent;

  MessageBundle(BundleFormat format) {
    this.format = format;
    this.slots = new byte[format.slots() * format.slotBytes(false)];
  }

  /** Creates a bundle without messages for the next round of a state. */
  public static MessageBundle empty(ShuffleMeanState state) {
    return new MessageBundle(state.bundleFormat());
  }

  private static byte[] purpose(String text) {
    return ("org.privatemean.seal/1 " + text).getBytes(StandardCharsets.US_ASCII);
  }

  /** {@inheritDoc} A message without a free slot is counted and dropped. */
  @Override
  public void send(int label, long body) {
    if (!format.message().holds(label, body)) {
      throw new IllegalArgumentException("a message that is none of the round: label " + label);
    }
    if (sent < format.slots()) {
      int start = sent * format.slotBytes(false);
      slots[start] = 1;
      format.message().put(label, body, slots, start + BundleFormat.FLAG_BYTES);
    }
    sent++;
  }

  /** Returns the number of free slots; negative if messages were dropped. */
  public int free() {
    return format.slots() - sent;
  }

  /** Returns the open bundle of a user of a batch, for the state before the round. */
  public byte[] toBytes(PublicState state, int batch) {
    checkWhole();
    byte[] out = frame(format, false, state, batch);
    System.arraycopy(slots, 0, out, BundleFormat.HEADER_BYTES, slots.length);
    return out;
  }

  /** Returns the sealed bundle of a batch; 256 bits are read for each slot and the bundle. */
  byte[] sealed(PublicState state, int batch, SealKey server, SealKey shuffler, BitSource secret) {
    checkWhole();
    Hpke hpke = Hpke.aes256();
    byte[] out = frame(format, true, state, batch);
    byte[] header = Arrays.copyOf(out, BundleFormat.HEADER_BYTES);
    byte[] data = slotData(header);
    int bytes = format.slotBytes(false);
    ByteBuffer all = ByteBuffer.allocate(format.slots() * format.slotBytes(true));
    for (int i = 0; i < format.slots(); i++) {
      byte[] slot = Arrays.copyOfRange(slots, i * bytes, (i + 1) * bytes);
      all.put(server.seal(hpke, FOR_SERVER, data, slot, secret));
    }
    byte[] sealed = shuffler.seal(hpke, FOR_SHUFFLER, header, all.array(), secret);
    System.arraycopy(sealed, 0, out, BundleFormat.HEADER_BYTES, sealed.length);
    return out;
  }

  private void checkWhole() {
    if (free() < 0) {
      throw new IllegalStateException(
          String.format("%d messages for %d slots: draw again", sent, format.slots()));
    }
  }

  /** Returns a bundle with a header and zeros for the slots. */
  static byte[] frame(BundleFormat format, boolean sealed, PublicState state, int batch) {
    return ByteBuffer.allocate(Math.toIntExact(format.bytes(sealed)))
        .put((byte) VERSION)
        .put((byte) (sealed ? 1 : 0))
        .put(MessageWriter.digest(state))
        .putInt(batch)
        .putInt(format.slots())
        .putShort((short) format.slotBytes(sealed))
        .array();
  }

  /** Returns the associated data of the slots of a bundle: digest and batch. */
  static byte[] slotData(byte[] bundle) {
    return Arrays.copyOfRange(bundle, DIGEST_START, BATCH_END);
  }

  static void setBatch(byte[] slotData, int batch) {
    ByteBuffer.wrap(slotData).putInt(BATCH_START - DIGEST_START, batch);
  }

  static int batch(byte[] bundle) {
    return ByteBuffer.wrap(bundle).getInt(BATCH_START);
  }

  /** Returns the slots of a bundle; null if it was sealed to another key, or damaged. */
  static byte[] slots(byte[] bundle, OpenKey shuffler) {
    byte[] rest = Arrays.copyOfRange(bundle, BundleFormat.HEADER_BYTES, bundle.length);
    return shuffler == null
        ? rest
        : shuffler.open(
            Hpke.aes256(), FOR_SHUFFLER, Arrays.copyOf(bundle, BundleFormat.HEADER_BYTES), rest);
  }
}
