package org.privatemean.it;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.SparkEnv;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.StorageStatus;
import scala.jdk.javaapi.CollectionConverters;

/** Kills, once, the process of an executor that holds persisted blocks. */
final class ExecutorKiller implements Runnable {
  private final StandaloneCluster cluster;
  private final String applicationId;
  private String killed = "";
  private Set<String> lost = Set.of();

  ExecutorKiller(StandaloneCluster cluster, String applicationId) {
    this.cluster = cluster;
    this.applicationId = applicationId;
  }

  /**
   * Kills if there is a persisted block: the job that stored it, the ingest, has then ended. Waits
   * until the process is gone.
   */
  @Override
  public void run() {
    if (killed.isEmpty()) {
      Arrays.stream(SparkEnv.get().blockManager().master().getStorageStatus())
          .filter(status -> !status.blockManagerId().isDriver() && !blocks(status).isEmpty())
          .findFirst()
          .ifPresent(this::kill);
    }
  }

  private void kill(StorageStatus holder) {
    killed = holder.blockManagerId().executorId();
    lost = blocks(holder);
    StandaloneCluster.kill(cluster.executor(applicationId, killed));
  }

  private static Set<String> blocks(StorageStatus status) {
    return CollectionConverters.asJava(status.rddBlocks()).keySet().stream()
        .map(BlockId::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The id of the executor that was killed; empty if none was. */
  String killed() {
    return killed;
  }

  /** Names of the persisted blocks that went with it. */
  Set<String> lost() {
    return lost;
  }
}
