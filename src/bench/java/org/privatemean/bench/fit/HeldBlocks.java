package org.privatemean.bench.fit;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.storage.BlockUpdatedInfo;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.RDDInfo;

/** What is persisted from now on, as Spark accounts for it: the size of each block when largest. */
final class HeldBlocks extends SparkListener implements AutoCloseable {
  private final SparkContext context;
  private final Set<Integer> before;
  private final Map<String, Long> sizes = new ConcurrentHashMap<>();

  private HeldBlocks(SparkContext context) {
    this.context = context;
    this.before = persisted(context);
  }

  static HeldBlocks since(SparkContext context) {
    HeldBlocks blocks = new HeldBlocks(context);
    context.addSparkListener(blocks);
    return blocks;
  }

  /** The numbers of the RDDs that are persisted now. */
  static Set<Integer> persisted(SparkContext context) {
    return Stream.of(context.getRDDStorageInfo()).map(RDDInfo::id).collect(Collectors.toSet());
  }

  @Override
  public void onBlockUpdated(SparkListenerBlockUpdated event) {
    BlockUpdatedInfo info = event.blockUpdatedInfo();
    if (info.blockId() instanceof RDDBlockId block && !before.contains(block.rddId())) {
      sizes.merge(block.name(), info.memSize() + info.diskSize(), Math::max);
    }
  }

  /** Bytes of all blocks; 0 where nothing was persisted. */
  long bytes() {
    try {
      context.listenerBus().waitUntilEmpty();
    } catch (TimeoutException e) {
      throw new IllegalStateException("Spark's listeners do not keep up", e);
    }
    return sizes.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }
}
