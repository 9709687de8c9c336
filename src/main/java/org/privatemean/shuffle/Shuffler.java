package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;

/**
 * The second of the three parties: it receives the messages of all users and forwards them in a
 * uniformly random order, without anything that identifies the sender. It reads no body, and
 * forwards no message before all are received.
 */
@Internal
public interface Shuffler extends MessageSink {
  /**
   * Forwards all received messages in random order.
   *
   * @throws IllegalStateException if they were already forwarded
   */
  void drainTo(MessageSink analyzer);
}
