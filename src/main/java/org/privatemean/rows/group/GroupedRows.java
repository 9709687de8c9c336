package org.privatemean.rows.group;

import org.privatemean.annotation.Internal;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;

/**
 * The private rows of groups: each has the index of its group and a weight.
 *
 * <p>Groups are numbered from 0 in the order of their keys. Rows without a group are omitted.
 */
@Internal
public interface GroupedRows {
  /** Returns the declared number of coordinates of a row. */
  int dimension();

  /** Number of groups, public or released. */
  int groups();

  /**
   * Encodes every row once into held blocks.
   *
   * @param encoder encoder of rows of {@link #dimension} coordinates, each added with its group and
   *     weight
   * @param <B> the blocks
   */
  <B extends Block> GroupedBlocks<B> prepare(RowEncoder<B> encoder);
}
