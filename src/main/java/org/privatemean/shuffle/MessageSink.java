package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;

/**
 * Receives messages. A message is a public label and a body, and nothing else: not who sent it, nor
 * when, nor as which of its sender's.
 */
@FunctionalInterface
@Internal
public interface MessageSink {
  /**
   * Takes one message.
   *
   * @param label what the message is about, known to everybody: at least 0
   * @param body at least 0, at most 62 bits; its meaning is the protocol's
   */
  void send(int label, long body);
}
