package org.privatemean.spark.pass;

import org.privatemean.annotation.Internal;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.group.GroupedBlocks;

/**
 * The private rows of groups, numbered from 0 in the order of their keys, each row with its group
 * and a weight. Rows without a group are omitted.
 */
@Internal
interface GroupedRows {
  /** Returns the declared number of coordinates of a row. */
  int dimension();

  /** Number of groups, public or released. */
  int groups();

  /** Encodes every row once into held blocks, each added with its group and weight. */
  <B extends Block> GroupedBlocks<B> prepare(RowEncoder<B> encoder);
}
