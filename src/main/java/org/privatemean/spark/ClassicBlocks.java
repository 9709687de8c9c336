package org.privatemean.spark;

import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;

/** Blocks persisted as objects by a classic session, which {@link ClassicRows} probes. */
final class ClassicBlocks<B extends Block> implements PersistedBlocks<B> {
  /** Larger tasks, in bytes, are broadcast once per executor. */
  private static final long MAX_IN_TASK = 1L << 20;

  private final JavaRDD<FingerprintedBlock<B>> blocks;
  private final ClassicJobs jobs;
  private final PassMemory memory;
  private final boolean apart;
  private boolean persisted;

  /**
   * Creates blocks; {@code apart} is true if rows were repartitioned by their totals: then each
   * partition has its own task, and the driver takes all results.
   */
  ClassicBlocks(
      JavaRDD<InternalRow> rows,
      RowReading<InternalRow> reading,
      RowEncoder<B> encoder,
      ClassicJobs jobs,
      PassMemory memory,
      boolean apart) {
    this.blocks =
        rows.mapPartitions(read -> new BlockIterator<>(read, reading, encoder))
            .persist(StorageLevel.MEMORY_AND_DISK());
    this.jobs = jobs;
    this.memory = memory;
    this.apart = apart;
  }

  /** Returns the rows of a query; adaptive execution runs all up to its last shuffle here. */
  static JavaRDD<InternalRow> input(Dataset<Row> query, JobNames names) {
    return names.run(
        "private mean: input",
        () ->
            CachedSourceDetector.rows(query)
                .orElseGet(() -> query.queryExecution().toRdd().toJavaRDD()));
  }

  static <B extends Block> ClassicBlocks<B> encode(
      Dataset<Row> query,
      RowReading<InternalRow> reading,
      RowEncoder<B> encoder,
      JobNames names,
      PassMemory memory,
      boolean apart) {
    ClassicJobs jobs = new ClassicJobs(query.sparkSession().sparkContext(), names);
    return new ClassicBlocks<>(input(query, names), reading, encoder, jobs, memory, apart);
  }

  /** Returns the number of concurrent tasks, as far as Spark reports it. */
  static int cores(SparkSession session) {
    return session.sparkContext().defaultParallelism();
  }

  @Override
  public PassTotals run(
      PartitionTask<FingerprintedBlock<B>> task, long taskBytes, int size, String description) {
    if (taskBytes <= MAX_IN_TASK) {
      return run(task, size, description);
    }
    Broadcast<byte[]> shared = jobs.broadcast(task);
    try {
      return run(readShared(shared), size, description);
    } finally {
      shared.destroy();
    }
  }

  private PassTotals run(PartitionTask<FingerprintedBlock<B>> task, int size, String description) {
    long most = apart ? Long.MAX_VALUE : memory.mostResults(size);
    PassTotals all = jobs.totals(inTasks(), task, size, most, description);
    persisted = true;
    return all;
  }

  private JavaRDD<FingerprintedBlock<B>> inTasks() {
    if (apart) {
      return blocks;
    }
    return persisted ? jobs.limitHeld(blocks) : jobs.limit(blocks, ClassicJobs.TASKS_PER_CORE);
  }

  @Override
  public void collect(
      PartitionTask<FingerprintedBlock<B>> task, Consumer<byte[]> receiver, String description) {
    jobs.collect(inTasks(), task, receiver, description);
    persisted = true;
  }

  @Override
  public void close() {
    blocks.unpersist(false);
  }

  @SuppressWarnings("unchecked") // As it was written.
  private static <T> PartitionTask<T> readShared(Broadcast<byte[]> task) {
    return read -> ((PartitionTask<T>) RoundPart.read(task.value(), PartitionTask.class)).run(read);
  }
}
