package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;
import org.privatemean.protocol.PublicState;

/**
 * The server's side of the shuffler's slots: opens each and sends its message to a tally, drops
 * blanks, and counts malformed slots. Not thread-safe; slots can be split among several analyzers
 * with separate tallies, which are merged.
 */
@Internal
public final class SlotAnalyzer implements SlotSink {
  /** A receiver of messages by batch: a tally. */
  @FunctionalInterface
  public interface BatchSink {
    /**
     * Receives one message.
     *
     * @param batch the batch of its user
     * @param label public subject of the message; a negative one is malformed
     * @param body as in {@link org.privatemean.shuffle.MessageSink}
     */
    void send(int batch, int label, long body);
  }

  private final BundleFormat format;

  /** Null if slots are open. */
  private final SealedBundle.SlotOpener opener;

  private final BatchSink tally;
  private long blanks;

  private SlotAnalyzer(BundleFormat format, SealedBundle.SlotOpener opener, BatchSink tally) {
    this.format = format;
    this.opener = opener;
    this.tally = tally;
  }

  /**
   * Creates an analyzer of sealed slots.
   *
   * @param state the public state before the round
   * @param format of the round's bundles
   * @param server the server's private key
   * @param tally receives the messages
   */
  public static SlotAnalyzer forSealed(
      PublicState state, BundleFormat format, OpenKey server, BatchSink tally) {
    return new SlotAnalyzer(format, new SealedBundle.SlotOpener(format, state, server), tally);
  }

  /** Creates an analyzer of open slots. */
  public static SlotAnalyzer forOpen(BundleFormat format, BatchSink tally) {
    return new SlotAnalyzer(format, null, tally);
  }

  @Override
  public void take(int batch, byte[] slot) {
    byte[] open = opener == null ? slot : opener.open(batch, slot);
    if (open != null && MessageBundle.isBlank(open, format)) {
      blanks++;
      return;
    }
    boolean read =
        open != null
            && MessageBundle.open(
                open, format.message(), (label, body) -> tally.send(batch, label, body));
    if (!read) {
      tally.send(batch, -1, 0);
    }
  }

  /** Returns the number of blank slots. */
  public long blanks() {
    return blanks;
  }
}
