package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * The first of the three parties: what a user runs, on a device that nobody else controls.
 *
 * <p>What is private is the multiset of the messages of all users. The messages of one user alone
 * hide nothing: without a {@link Shuffler} no guarantee exists.
 *
 * @param <V> what a user holds
 */
@FunctionalInterface
interface MessageRandomizer<V> extends Serializable {
  /**
   * Sends the messages of one user.
   *
   * @param value the user's value; not changed
   * @param secret the user's own secret bits, fresh for every protocol run
   * @param messages receives the messages
   */
  void randomize(V value, BitSource secret, MessageSink messages);
}
