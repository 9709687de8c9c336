package org.privatemean.rows;

import java.util.List;
import org.privatemean.annotation.Internal;

/**
 * Blocks in the memory of this process.
 *
 * @param blocks a list that can be cleared
 * @param <B> the blocks
 */
@Internal
public record HeldBlocks<B extends Block>(List<B> blocks) implements Blocks<B> {
  @Override
  public long[] fold(Fold<B> fold, String description) {
    long[] totals = new long[fold.size()];
    blocks.forEach(block -> fold.add(block, totals));
    return totals;
  }

  @Override
  public void close() {
    blocks.clear();
  }
}
