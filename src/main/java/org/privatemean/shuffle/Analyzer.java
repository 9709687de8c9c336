package org.privatemean.shuffle;

import java.io.Serializable;

/**
 * The third of the three parties: what the server computes from shuffled messages, as sums that can
 * be taken in parts and in any order.
 *
 * <p>Everybody may send messages. One that no honest user could have sent - an unknown label, a
 * body out of range - is dropped and counted; the count is public.
 *
 * @param <A> the analyzer itself
 */
interface Analyzer<A extends Analyzer<A>> extends MessageSink, Serializable {
  /** Adds what another analyzer of the same run has seen. */
  void merge(A other);

  /** Number of messages dropped because no honest user could have sent them. */
  long malformed();
}
