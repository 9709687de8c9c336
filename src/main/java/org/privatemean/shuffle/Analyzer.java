package org.privatemean.shuffle;

import java.io.Serializable;

/**
 * The server's computation on shuffled messages, as sums that can be taken in parts and in any
 * order. A message that no honest user could have sent (an unknown label, a body out of range) is
 * dropped and counted; the count is public.
 */
interface Analyzer<A extends Analyzer<A>> extends MessageSink, Serializable {
  /** Adds the messages of another analyzer of the same round, which the caller checks. */
  void merge(A other);

  /** Returns the number of dropped messages that no honest user could have sent. */
  long malformed();
}
