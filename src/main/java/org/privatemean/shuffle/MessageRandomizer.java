package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * The first of the three parties: the computation of a user on a device that no other party
 * controls.
 *
 * <p>The multiset of the messages of all users is private. The messages of one user alone hide
 * nothing: without a shuffler there is no guarantee.
 *
 * @param <V> type of a user's value
 */
@FunctionalInterface
interface MessageRandomizer<V> extends Serializable {
  /**
   * Sends the messages of one user, by secret bits that are fresh for every run of the protocol.
   */
  void randomize(V value, BitSource secret, MessageSink messages);
}
