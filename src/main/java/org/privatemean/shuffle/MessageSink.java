package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;

/** A receiver of messages: a public label and a body, without sender, time or position. */
@FunctionalInterface
@Internal
public interface MessageSink {
  /** Receives a message: a public label from 0, and a body from 0 of at most 62 bits. */
  void send(int label, long body);

  /** A receiver of messages by batch: a tally. */
  @FunctionalInterface
  interface BatchSink {
    /** Receives a message of a user of a batch; a negative label is malformed. */
    void send(int batch, int label, long body);
  }
}
