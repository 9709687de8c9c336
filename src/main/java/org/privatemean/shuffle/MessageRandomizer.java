package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * The computation of a user on a device that no other party controls. The multiset of the messages
 * of all users is private; those of one user alone hide nothing.
 */
@FunctionalInterface
interface MessageRandomizer<V> extends Serializable {
  /** Sends the messages of one user, by secret bits that are fresh for every run. */
  void randomize(V value, BitSource secret, MessageSink messages);
}
