package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;
import org.privatemean.protocol.PublicState;

/**
 * The server's side of the shuffler's slots: opens each and gives its message to a tally, drops the
 * blanks, and has what is not a slot of the round counted as malformed. Not thread-safe; slots can
 * be shared out to several with tallies of their own, that are merged.
 */
@Internal
public final class SlotAnalyzer implements SlotSink {
  /** Takes messages by batch: a tally. */
  @FunctionalInterface
  public interface BatchSink {
    /**
     * Takes one message.
     *
     * @param batch the batch of the user that it came from
     * @param label what the message is about; a negative one is malformed
     * @param body as of {@link org.privatemean.shuffle.MessageSink}
     */
    void send(int batch, int label, long body);
  }

  private final BundleFormat format;

  /** Null where slots are open. */
  private final SealedBundle.SlotOpener opener;

  private final BatchSink tally;
  private long blanks;

  private SlotAnalyzer(BundleFormat format, SealedBundle.SlotOpener opener, BatchSink tally) {
    this.format = format;
    this.opener = opener;
    this.tally = tally;
  }

  /**
   * Opens sealed slots.
   *
   * @param state the public state before the round
   * @param format of the round's bundles
   * @param server the server's own key
   * @param tally takes the messages
   */
  public static SlotAnalyzer forSealed(
      PublicState state, BundleFormat format, OpenKey server, BatchSink tally) {
    return new SlotAnalyzer(format, new SealedBundle.SlotOpener(format, state, server), tally);
  }

  /** Reads open slots. */
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

  /** Number of blank slots. */
  public long blanks() {
    return blanks;
  }
}
