package org.privatemean.spark.pass;

import org.privatemean.rows.Block;
import org.privatemean.rows.group.SlotFold;

/** Blocks of groups, persisted by the first pass over them. */
interface GroupPasses<B extends Block> extends AutoCloseable {
  /**
   * Runs a pass.
   *
   * @param stateBytes approximate size of the state sent with it
   * @param sum receives the results of tasks
   */
  void run(SlotFold<B> fold, long stateBytes, SlotParts.Sum sum);

  @Override
  void close();
}
