package org.privatemean.spark.pass;

import org.privatemean.rows.Block;
import org.privatemean.rows.group.SlotFold;

/** Blocks of groups that are persisted by the first pass over them. */
interface GroupPasses<B extends Block> extends AutoCloseable {
  /**
   * Runs a pass.
   *
   * @param stateBytes about so much goes with it
   * @param sum receives what tasks return
   */
  void run(SlotFold<B> fold, long stateBytes, SlotParts.Sum sum);

  @Override
  void close();
}
