package org.privatemean.spark;

import org.privatemean.rows.Block;

/** Encoded rows, which the first pass encodes and Spark persists, in memory first, then on disk. */
interface PersistedBlocks<B extends Block> extends AutoCloseable {
  /** Runs a task over all blocks and adds up the results; the task has about the given bytes. */
  PassTotals run(
      PartitionTask<FingerprintedBlock<B>> task, long taskBytes, int size, String description);

  @Override
  void close();
}
