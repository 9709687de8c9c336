package org.privatemean.shuffle;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.PublicState;
import org.privatemean.shuffle.MalformedBundleException.BundleFault;

/**
 * The bundle of a user, sealed twice. Every slot, blank or not, is sealed to the server, with the
 * digest of the public state and the number of the batch as associated data; all slots together are
 * sealed to the shuffler, with the header as associated data. So the shuffler sees the state, the
 * batch, and the number and length of slots, which are the same for all users; the server gets
 * single slots without their bundle; and a bundle for one state or batch opens for no other. Every
 * slot has a separate ephemeral key, which makes it {@value #SLOT_OVERHEAD} bytes longer than an
 * open one.
 *
 * <p><b>Bits.</b> Sealing the same messages again gives another bundle, which the shuffler would
 * refuse as the user's second: a device keeps the bytes that it sent.
 */
@Internal
public final class SealedBundle {
  /** Bytes by which a sealed slot is longer than an open one: {@value}. */
  public static final int SLOT_OVERHEAD = Hpke.OVERHEAD;

  /** Position of digest and batch in the header, after version and kind. */
  private static final int DATA_START = 2;

  private static final int DATA_END = DATA_START + 32 + Integer.BYTES;

  private SealedBundle() {}

  /** Returns the bytes of a sealed bundle: the same for all users of a round. */
  public static long bytes(BundleFormat format) {
    long slots = (long) format.slots() * (format.slotBytes() + SLOT_OVERHEAD);
    return MessageBundle.HEADER_BYTES + slots + SLOT_OVERHEAD;
  }

  /**
   * Seals a bundle.
   *
   * @param bundle of the format, with all of its messages
   * @param format of the round
   * @param state the public state before the round
   * @param batch the user's batch, at least 0
   * @param server key to which every message is sealed
   * @param shuffler key to which the bundle is sealed
   * @param secret the device's bits: 256 are read for every slot and 256 for the bundle
   * @throws IllegalStateException if a message has no slot
   */
  public static byte[] write(
      MessageBundle bundle,
      BundleFormat format,
      PublicState state,
      int batch,
      SealKey server,
      SealKey shuffler,
      BitSource secret) {
    bundle.checkWhole();
    Hpke hpke = Hpke.aes256();
    byte[] out = header(format, state, batch);
    byte[] header = Arrays.copyOf(out, MessageBundle.HEADER_BYTES);
    byte[] data = data(header);
    ByteBuffer slots = ByteBuffer.allocate(out.length - header.length - Hpke.OVERHEAD);
    for (int i = 0; i < format.slots(); i++) {
      slots.put(server.seal(hpke, Purpose.MESSAGE, data, bundle.slot(i), secret));
    }
    byte[] sealed = shuffler.seal(hpke, Purpose.BUNDLE, header, slots.array(), secret);
    System.arraycopy(sealed, 0, out, header.length, sealed.length);
    return out;
  }

  private static byte[] header(BundleFormat format, PublicState state, int batch) {
    int slotBytes = format.slotBytes() + SLOT_OVERHEAD;
    int rest = Math.toIntExact(bytes(format) - MessageBundle.HEADER_BYTES);
    return MessageBundle.header(true, state, batch, format.slots(), slotBytes, rest);
  }

  private static byte[] data(byte[] header) {
    return Arrays.copyOfRange(header, DATA_START, DATA_END);
  }

  /** The part of a bundle that the shuffler gets: the batch of its user, and all slots. */
  public static final class BundleSlots {
    private final int batch;
    private final byte[] bytes;

    private BundleSlots(int batch, byte[] bytes) {
      this.batch = batch;
      this.bytes = bytes;
    }

    /** Returns the batch of the user. */
    public int batch() {
      return batch;
    }

    /** Returns the slots, one after the other; not copied. */
    public byte[] bytes() {
      return bytes;
    }
  }

  /**
   * Returns the slots of an open bundle, for simulations.
   *
   * @throws MalformedBundleException if it is not of the round
   */
  public static BundleSlots fromOpen(
      byte[] bundle, BundleFormat format, PublicState state, int batches)
      throws MalformedBundleException {
    int batch = MessageBundle.openBatch(bundle, format, state, batches);
    return new BundleSlots(
        batch, Arrays.copyOfRange(bundle, MessageBundle.HEADER_BYTES, bundle.length));
  }

  /**
   * Opens a bundle at the shuffler.
   *
   * @param bundle as received
   * @param format of the round
   * @param state the announced state of the round
   * @param batches number of batches
   * @param shuffler the shuffler's private key
   * @throws MalformedBundleException if it is not of the round
   */
  public static BundleSlots open(
      byte[] bundle, BundleFormat format, PublicState state, int batches, OpenKey shuffler)
      throws MalformedBundleException {
    int batch = MessageBundle.batch(bundle, header(format, state, 0), batches);
    byte[] header = Arrays.copyOf(bundle, MessageBundle.HEADER_BYTES);
    byte[] sealed = Arrays.copyOfRange(bundle, MessageBundle.HEADER_BYTES, bundle.length);
    byte[] slots = shuffler.open(Hpke.aes256(), Purpose.BUNDLE, header, sealed);
    if (slots == null) {
      throw new MalformedBundleException(BundleFault.SEAL);
    }
    return new BundleSlots(batch, slots);
  }

  /** The server's opener of the slots of one state. Not thread-safe: use one per thread. */
  public static final class SlotOpener {
    private final Hpke hpke = Hpke.aes256();
    private final OpenKey server;
    private final byte[] header;

    /**
     * Creates an opener.
     *
     * @param format of the round
     * @param state the public state before the round
     * @param server the server's private key
     */
    public SlotOpener(BundleFormat format, PublicState state, OpenKey server) {
      this.header = SealedBundle.header(format, state, 0);
      this.server = server;
    }

    /** Returns the open slot; null if it was not sealed to this key for this state and batch. */
    public byte[] open(int batch, byte[] slot) {
      ByteBuffer.wrap(header).putInt(DATA_END - Integer.BYTES, batch);
      return server.open(hpke, Purpose.MESSAGE, data(header), slot);
    }
  }
}
