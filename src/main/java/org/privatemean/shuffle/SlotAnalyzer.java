package org.privatemean.shuffle;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.privatemean.annotation.Internal;

/** The server's side of the shuffled slots: opens them and drops blanks. Not thread-safe. */
@Internal
public final class SlotAnalyzer implements ObjIntConsumer<byte[]> {
  private final MessageFormat format;
  private final byte[] blank;
  private final MessageSink.BatchSink tally;

  /** Null if slots are open. */
  private final OpenKey server;

  private final Hpke hpke = Hpke.aes256();
  private final byte[] data;
  private long blanks;

  private SlotAnalyzer(ShuffleMeanState state, OpenKey server, MessageSink.BatchSink tally) {
    BundleFormat bundle = state.bundleFormat();
    this.format = bundle.message();
    this.blank = new byte[bundle.slotBytes(false)];
    this.tally = tally;
    this.server = server;
    this.data = MessageBundle.slotData(MessageBundle.frame(bundle, server != null, state, 0));
  }

  /** Creates an analyzer of slots that are sealed to the server's key. */
  public static SlotAnalyzer forSealed(
      ShuffleMeanState state, OpenKey server, MessageSink.BatchSink tally) {
    return new SlotAnalyzer(state, server, tally);
  }

  public static SlotAnalyzer forOpen(ShuffleMeanState state, MessageSink.BatchSink tally) {
    return new SlotAnalyzer(state, null, tally);
  }

  @Override
  public void accept(byte[] slot, int batch) {
    byte[] open = server == null ? slot : open(slot, batch);
    if (Arrays.equals(open, blank)) {
      blanks++;
    } else if (open != null && open.length == blank.length && open[0] == 1) {
      format.send(open, BundleFormat.FLAG_BYTES, (label, body) -> tally.send(batch, label, body));
    } else {
      // Not from an honest user.
      tally.send(batch, -1, 0);
    }
  }

  /** Returns the open slot; null if it was not sealed to this key for this state and batch. */
  private byte[] open(byte[] slot, int batch) {
    MessageBundle.setBatch(data, batch);
    return server.open(hpke, MessageBundle.FOR_SERVER, data, slot);
  }

  public long blanks() {
    return blanks;
  }
}
