package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.group.SlotFold;
import org.privatemean.spark.column.VectorColumn;
import scala.reflect.ClassTag$;

/** The blocks of groups by internals of a classic session, which {@link ClassicRows} probes. */
final class ClassicGroups<B extends Block> implements SlotParts.GroupPasses<B> {
  /** Larger states, in bytes, are broadcast once per executor. */
  private static final long MAX_IN_TASK = 1L << 20;

  private final JavaRDD<FingerprintedBlock<B>> blocks;
  private final SparkContext context;
  private final ClassicJobs jobs;
  private final PassMemory memory;
  private final boolean inPlace;
  private boolean persisted;

  ClassicGroups(
      Dataset<Row> read,
      VectorColumn reader,
      RowEncoder<B> encoder,
      InvalidRows invalidRows,
      JobNames names,
      PassMemory memory,
      boolean inPlace) {
    this.context = read.sparkSession().sparkContext();
    this.jobs = new ClassicJobs(context, names);
    this.memory = memory;
    this.inPlace = inPlace;
    // Adaptive execution runs everything up to the last shuffle here.
    JavaRDD<InternalRow> rows =
        names.run("private mean: input", () -> read.queryExecution().toRdd().toJavaRDD());
    this.blocks = ClassicRows.Encode.persist(rows, reader.internal(), encoder, invalidRows);
  }

  @Override
  public void run(SlotFold<B> fold, long stateBytes, SlotParts.Sum sum) {
    int partitions = blocks.getNumPartitions();
    // If rows were moved, one per partition.
    int tasks = persisted && inPlace ? jobs.tasksOfHeld(partitions) : partitions;
    long most = inPlace ? memory.mostResults((long) fold.slots() * fold.width()) : Long.MAX_VALUE;
    Optional<Broadcast<SlotFold<B>>> shared =
        stateBytes > MAX_IN_TASK
            ? Optional.of(
                context.broadcast(fold, ClassTag$.MODULE$.<SlotFold<B>>apply(SlotFold.class)))
            : Optional.empty();
    try {
      jobs.run(
          ClassicJobs.inTasks(blocks, tasks),
          shared.isPresent() ? new FoldShared<>(shared.get()) : new SlotParts.FoldSlots<>(fold),
          new SlotParts.MergeSlots(fold.slots(), fold.width()),
          tasks,
          most,
          sum::add);
    } finally {
      shared.ifPresent(Broadcast::destroy);
    }
    persisted = true;
  }

  /** Returns the number of concurrent tasks, as far as Spark reports it. */
  static int cores(SparkSession session) {
    return session.sparkContext().defaultParallelism();
  }

  @Override
  public void close() {
    blocks.unpersist(false);
  }

  private record FoldShared<B extends Block>(Broadcast<SlotFold<B>> fold)
      implements PartitionTask<FingerprintedBlock<B>> {
    @Override
    public byte[] run(Iterator<FingerprintedBlock<B>> blocks) {
      return new SlotParts.FoldSlots<>(fold.value()).run(blocks);
    }
  }
}
