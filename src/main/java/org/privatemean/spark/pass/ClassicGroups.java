package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.group.SlotFold;
import org.privatemean.spark.column.InternalColumn;
import org.privatemean.spark.column.VectorColumn;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** The blocks of groups by internals of a classic session, which {@link ClassicRows} probes. */
final class ClassicGroups<B extends Block> implements GroupPasses<B> {
  /** Larger states, in bytes, are broadcast once per executor. */
  private static final long MAX_IN_TASK = 1L << 20;

  private final JavaRDD<FingerprintedBlock<B>> blocks;
  private final SparkContext context;
  private final PassMemory memory;
  private final boolean inPlace;
  private boolean persisted;

  ClassicGroups(
      Dataset<Row> tagged,
      VectorColumn reader,
      RowEncoder<B> encoder,
      InvalidRows invalidRows,
      JobNames jobs,
      PassMemory memory,
      boolean inPlace) {
    this.context = tagged.sparkSession().sparkContext();
    this.memory = memory;
    this.inPlace = inPlace;
    Dataset<Row> read =
        tagged.select(
            reader.inputColumn(),
            VectorColumn.quote(tagged.columns()[1]),
            VectorColumn.quote(tagged.columns()[2]));
    // Adaptive execution runs everything up to the last shuffle here.
    JavaRDD<InternalRow> rows =
        jobs.run("private mean: input", () -> read.queryExecution().toRdd().toJavaRDD());
    this.blocks =
        rows.mapPartitions(new EncodeInternal<>(reader.internal(), encoder, invalidRows))
            .persist(StorageLevel.MEMORY_AND_DISK());
  }

  @Override
  public void run(SlotFold<B> fold, long stateBytes, SlotParts.Sum sum) {
    Broadcast<SlotFold<B>> shared =
        stateBytes > MAX_IN_TASK
            ? context.broadcast(fold, ClassTag$.MODULE$.<SlotFold<B>>apply(SlotFold.class))
            : null;
    try {
      int tasks = tasks();
      JavaRDD<FingerprintedBlock<B>> read =
          tasks < blocks.getNumPartitions() ? blocks.coalesce(tasks) : blocks;
      FoldGroups<B> part = new FoldGroups<>(shared == null ? fold : null, shared);
      long most = memory.mostResults((long) fold.slots() * fold.width());
      if (inPlace && tasks > most) {
        JavaRDD<byte[]> parts = read.mapPartitions(part).repartition(PassMemory.mergeTasks(most));
        collect(parts, new MergeGroupTotals(fold.slots(), fold.width()), sum);
      } else {
        collect(read, part, sum);
      }
    } finally {
      if (shared != null) {
        shared.destroy();
      }
    }
    persisted = true;
  }

  private <T> void collect(JavaRDD<T> rdd, PartOfPartition<T> part, SlotParts.Sum sum) {
    context.runJob(rdd.rdd(), part, new AddTo(sum), ClassTag$.MODULE$.<byte[]>apply(byte[].class));
  }

  /** Returns the number of tasks; if rows were moved, one per partition. */
  private int tasks() {
    int partitions = blocks.getNumPartitions();
    return persisted && inPlace ? Math.min(partitions, context.defaultParallelism()) : partitions;
  }

  @Override
  public void close() {
    blocks.unpersist(false);
  }

  /** Returns the number of concurrent tasks, as far as Spark reports it. */
  static int cores(SparkSession session) {
    return session.sparkContext().defaultParallelism();
  }

  private static final class AddTo extends AbstractFunction2<Object, byte[], BoxedUnit> {
    private final SlotParts.Sum sum;

    AddTo(SlotParts.Sum sum) {
      this.sum = sum;
    }

    @Override
    public BoxedUnit apply(Object partition, byte[] part) {
      sum.add(part);
      return BoxedUnit.UNIT;
    }
  }

  private static final class OfInternal implements GroupIndexedIterator.Tags<InternalRow> {
    private static final long serialVersionUID = 1L;

    @Override
    public int at(InternalRow row, int field) {
      return row.getInt(field);
    }
  }

  private static final class EncodeInternal<B extends Block>
      implements FlatMapFunction<Iterator<InternalRow>, FingerprintedBlock<B>> {
    private static final long serialVersionUID = 1L;

    private final InternalColumn reader;
    private final RowEncoder<B> encoder;
    private final InvalidRows invalidRows;

    EncodeInternal(InternalColumn reader, RowEncoder<B> encoder, InvalidRows invalidRows) {
      this.reader = reader;
      this.encoder = encoder;
      this.invalidRows = invalidRows;
    }

    @Override
    public Iterator<FingerprintedBlock<B>> call(Iterator<InternalRow> rows) {
      return new GroupIndexedIterator<>(rows, new OfInternal(), reader, encoder, invalidRows);
    }
  }

  /** The result of a partition: a named class instead of a lambda, as in {@link ClassicRows}. */
  private abstract static class PartOfPartition<T>
      extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, byte[]>
      implements FlatMapFunction<Iterator<T>, byte[]> {
    private static final long serialVersionUID = 1L;

    abstract byte[] part(Iterator<T> parts);

    @Override
    public final byte[] apply(TaskContext task, scala.collection.Iterator<T> parts) {
      return part(
          new Iterator<>() {
            @Override
            public boolean hasNext() {
              return parts.hasNext();
            }

            @Override
            public T next() {
              return parts.next();
            }
          });
    }

    @Override
    public final Iterator<byte[]> call(Iterator<T> parts) {
      return List.of(part(parts)).iterator();
    }
  }

  private static final class FoldGroups<B extends Block>
      extends PartOfPartition<FingerprintedBlock<B>> {
    private static final long serialVersionUID = 1L;

    private final SlotFold<B> fold;
    private final Broadcast<SlotFold<B>> shared;

    FoldGroups(SlotFold<B> fold, Broadcast<SlotFold<B>> shared) {
      this.fold = fold;
      this.shared = shared;
    }

    @Override
    byte[] part(Iterator<FingerprintedBlock<B>> blocks) {
      SlotParts.SlotPass<B> part = new SlotParts.SlotPass<>(fold == null ? shared.value() : fold);
      blocks.forEachRemaining(each -> part.add(each.block(), each.fingerprint()));
      return part.toBytes();
    }
  }

  private static final class MergeGroupTotals extends PartOfPartition<byte[]> {
    private static final long serialVersionUID = 1L;

    private final int slots;
    private final int width;

    MergeGroupTotals(int slots, int width) {
      this.slots = slots;
      this.width = width;
    }

    @Override
    byte[] part(Iterator<byte[]> parts) {
      SlotParts.Sum sum = new SlotParts.Sum(slots, width);
      parts.forEachRemaining(sum::add);
      return sum.toBytes();
    }
  }
}
