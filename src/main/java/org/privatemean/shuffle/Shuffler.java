package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;

/**
 * The second of the three parties: takes the messages of all users and gives them on in a uniformly
 * random order, with nothing that says who sent one. It reads no body, and all messages are in
 * before the first goes out.
 */
@Internal
public interface Shuffler extends MessageSink {
  /**
   * Passes on all messages that came in, in random order.
   *
   * @throws IllegalStateException if they were given on before
   */
  void drainTo(MessageSink analyzer);
}
