package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * The first of the three parties: the computation of a user on a device that no other party
 * controls.
 *
 * <p>The multiset of the messages of all users is private. The messages of one user alone hide
 * nothing: without a {@link Shuffler} there is no guarantee.
 *
 * @param <V> type of a user's value
 */
@FunctionalInterface
interface MessageRandomizer<V> extends Serializable {
  /**
   * Sends the messages of one user.
   *
   * @param value the user's value; not changed
   * @param secret the user's secret bits, fresh for every protocol run
   * @param messages receives the messages
   */
  void randomize(V value, BitSource secret, MessageSink messages);
}
