package org.privatemean.it;

import java.util.HashSet;
import java.util.Set;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.storage.BlockUpdatedInfo;

/** Notes which executors Spark lost and which stored which block. Read it after the session. */
final class BlockLog extends SparkListener {
  private final Set<String> removed = new HashSet<>();
  private final Set<String> stored = new HashSet<>();
  private final Set<String> onDisk = new HashSet<>();

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    removed.add(event.executorId());
  }

  @Override
  public void onBlockUpdated(SparkListenerBlockUpdated event) {
    BlockUpdatedInfo info = event.blockUpdatedInfo();
    if (info.storageLevel().isValid()) {
      stored.add(entry(info.blockId().name(), info.blockManagerId().executorId()));
      if (info.blockId().isRDD() && info.diskSize() > 0) {
        onDisk.add(info.blockId().name());
      }
    }
  }

  boolean wasRemoved(String executor) {
    return removed.contains(executor);
  }

  /** Number of persisted partitions that were written to disk. */
  int partitionsOnDisk() {
    return onDisk.size();
  }

  /** Whether an executor other than the given one stored the block at some time. */
  boolean wasStoredElsewhere(String block, String executor) {
    return stored.stream()
        .anyMatch(entry -> entry.startsWith(block + "@") && !entry.equals(entry(block, executor)));
  }

  private static String entry(String block, String executor) {
    return block + "@" + executor;
  }
}
