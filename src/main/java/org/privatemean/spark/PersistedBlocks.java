package org.privatemean.spark;

import java.util.function.Consumer;
import org.privatemean.rows.Block;

/** Encoded rows, which the first pass encodes and Spark persists, in memory first, then on disk. */
interface PersistedBlocks<B extends Block> extends AutoCloseable {
  /** Runs a task over all blocks and adds up the results; the task has about the given bytes. */
  PassTotals run(
      PartitionTask<FingerprintedBlock<B>> task, long taskBytes, int size, String description);

  /** Runs a task over all blocks and hands on its results, in any form and order. */
  void collect(
      PartitionTask<FingerprintedBlock<B>> task, Consumer<byte[]> receiver, String description);

  @Override
  void close();
}
