package org.privatemean.shuffle.range.tree;

/**
 * Where the messages of {@link HadamardCounts} go, which are too long for a {@link
 * org.privatemean.shuffle.message.MessageSink}.
 */
@FunctionalInterface
public interface TupleSink {
  /**
   * Takes one message.
   *
   * @param label the level of the tree, 0 for the first below the root
   * @param tuple indices of a code word; not changed, and not kept
   */
  void send(int label, int[] tuple);
}
