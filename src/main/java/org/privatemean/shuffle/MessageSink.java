package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;

/** A receiver of messages: a public label and a body, without sender, time or position. */
@FunctionalInterface
@Internal
public interface MessageSink {
  /**
   * Receives one message.
   *
   * @param label public subject of the message: at least 0
   * @param body at least 0, at most 62 bits; the protocol defines its meaning
   */
  void send(int label, long body);

  /** A receiver of messages by batch: a tally. */
  @FunctionalInterface
  interface BatchSink {
    /** Receives a message of a user of a batch; a negative label is malformed. */
    void send(int batch, int label, long body);
  }
}
